"""What the programs show: five workloads, each a function of the number of steps so far.

The first half is the data; the peers in Python use it, and those in other languages compute the same.
The second half draws the frames that every peer has to show, cell by cell.
"""

COLUMNS, ROWS = 80, 24
NAMES = ["counter", "log", "table", "bars", "boxes"]

# The data.


def counter(step):
    return step * 7 % 10_000


def is_warning(number):
    return number % 5 == 0


def log_line(number):
    level = "warning" if is_warning(number) else "notice"
    hours, minutes, seconds = (12 + number // 3600) % 24, number // 60 % 60, number % 60
    return (
        f"{hours:02}:{minutes:02}:{seconds:02} {level:7} "
        f"request {number * 7919 % 100_000} took {number * 31 % 900} ms"
    )


LOG_ROWS = ROWS - 1

TITLES = ["ID", "NAME", "STATE", "CPU", "MEMORY", "COMMAND"]
WIDTHS = [4, 12, 8, 6, 8, 37]
IS_TRAILING = [True, False, False, True, True, False]
STATES = ["running", "sleeping", "waiting"]
SERVICES = ["gateway", "sessions", "search", "mail", "billing"]
TABLE_ROWS = 20


class Table:
    """Rows of six cells; a step changes three of them and selects the next row."""

    def __init__(self):
        self.step = 0
        self.cpu = [row * 53 % 1000 for row in range(TABLE_ROWS)]
        self.memory = [row * 911 % 10_000 for row in range(TABLE_ROWS)]
        self.state = [row % 3 for row in range(TABLE_ROWS)]

    @property
    def selected(self):
        return self.step % TABLE_ROWS

    def advance(self):
        """Makes a step, and returns the three cells that it has changed, as (row, column)."""
        self.step += 1
        step = self.step
        rows = step * 7 % TABLE_ROWS, (step * 11 + 5) % TABLE_ROWS, (step * 13 + 9) % TABLE_ROWS
        self.cpu[rows[0]] = step * 37 % 1000
        self.memory[rows[1]] = step * 613 % 10_000
        self.state[rows[2]] = step % 3
        return [(rows[0], 3), (rows[1], 4), (rows[2], 2)]

    def cells(self, row):
        service = SERVICES[row % 5]
        return [
            f"{1000 + row * 37}",
            f"{service}-{row}",
            STATES[self.state[row]],
            f"{self.cpu[row] // 10}.{self.cpu[row] % 10}",
            f"{self.memory[row] // 10}.{self.memory[row] % 10}",
            f"/usr/bin/{service} --worker {row}",
        ]


LABELS = [
    "gateway", "sessions", "search", "mail", "billing", "storage",
    "queue", "cache", "metrics", "traces", "login", "reports",
]  # fmt: skip
LABEL_WIDTH = 9
BAR_WIDTH = 67
BAR_ROW = 2


def bar_value(bar, step):
    return 100 + 4 * abs((step * (bar % 4 + 1) + 37 * bar) % 400 - 200)


def bar(value):
    """A value of a thousand as a bar that ends in eighths of a cell."""
    eighths = value * 8 * BAR_WIDTH // 1000
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


PANEL_COLUMNS, PANEL_ROWS = 4, 3
PANELS = PANEL_COLUMNS * PANEL_ROWS
PANEL_WIDTH, PANEL_HEIGHT = 20, 7


def panel_title(panel):
    return f"panel {panel + 1}"


def panel_changes(panel, step):
    """Whether the step that leads to this one has changed a panel; one of three does."""
    return (step + panel) % 3 == 0


def panel_lines(panel, step):
    turn = (step + panel) // 3
    return [
        f"cpu {(turn * 17 + panel * 5) % 100:4} %",
        f"mem {(turn * 29 + panel * 31) % 1000:4} MB",
        f"net {(turn * 53 + panel * 7) % 1000:4} kB",
    ]


# The frames.

PLAIN = ("default", False, False)
"""A colour, bold, reverse."""
BOLD = ("default", True, False)
REVERSE = ("default", False, True)
GREEN = ("green", False, False)
YELLOW = ("yellow", False, False)
BOLD_GREEN = ("green", True, False)


class Frame:
    """The expected characters and styles."""

    def __init__(self, name, step):
        self.cells = [[(" ", PLAIN)] * COLUMNS for _ in range(ROWS)]
        self.put(0, 0, name, BOLD)
        self.put(0, 10, f"step {step}")

    def put(self, row, column, text, style=PLAIN):
        for offset, character in enumerate(text):
            self.cells[row][column + offset] = (character, style)

    def box(self, row, column, rows, columns, corners="┌┐└┘", title=None):
        line = "─" * (columns - 2)
        self.put(row, column, corners[0] + line + corners[1])
        self.put(row + rows - 1, column, corners[2] + line + corners[3])
        for inner in range(row + 1, row + rows - 1):
            self.put(inner, column, "│")
            self.put(inner, column + columns - 1, "│")
        if title is not None:
            self.put(row, column + 2, f" {title} ")

    def differences(self, cells):
        """Where other cells look different: (row, column, what is expected, what is there)."""
        for row, (expected, actual) in enumerate(zip(self.cells, cells)):
            if expected == actual:
                continue
            for column, (one, other) in enumerate(zip(expected, actual)):
                if one != other and look(*one) != look(*other):
                    yield row, column, one, other


def look(character, style):
    """What can be seen of a cell: no colour of a blank, and a full block is a reversed blank."""
    color, is_bold, is_reversed = style
    if character == "█":
        character, is_reversed = " ", not is_reversed
    if character != " ":
        return character, style
    return character, (color if is_reversed or " on " in color else "default", False, is_reversed)


def frames(name):
    """The frames of a workload, from that of step 0 on, without end."""
    step = 0
    table = Table()
    while True:
        frame = Frame(name, step)
        if name == "counter":
            frame.box(10, 20, 5, 40)
            frame.put(12, 34, f"value: {counter(step):5}", BOLD_GREEN)
        elif name == "log":
            for row in range(LOG_ROWS):
                number = step + row
                style = YELLOW if is_warning(number) else PLAIN
                frame.put(1 + row, 0, log_line(number), style)
        elif name == "table":
            draw_table(frame, table)
            table.advance()
        elif name == "bars":
            for number, label in enumerate(LABELS):
                value = bar_value(number, step)
                row, drawn = BAR_ROW + number, bar(value)
                frame.put(row, 0, label)
                frame.put(row, LABEL_WIDTH, drawn, GREEN)
                frame.put(row, LABEL_WIDTH + len(drawn) + 1, f"{value}")
        elif name == "boxes":
            for panel in range(PANELS):
                row = 1 + panel // PANEL_COLUMNS * PANEL_HEIGHT
                column = panel % PANEL_COLUMNS * PANEL_WIDTH
                frame.box(row, column, PANEL_HEIGHT, PANEL_WIDTH, title=panel_title(panel))
                frame.box(row + 1, column + 1, PANEL_HEIGHT - 2, PANEL_WIDTH - 2, "╭╮╰╯")
                for line, text in enumerate(panel_lines(panel, step)):
                    frame.put(row + 2 + line, column + 2, text)
        yield frame
        step += 1


def draw_table(frame, table):
    def line(cells):
        return " ".join(
            cell.rjust(width) if trails else cell.ljust(width)
            for cell, width, trails in zip(cells, WIDTHS, IS_TRAILING)
        )

    frame.put(1, 0, line(TITLES), BOLD)
    for row in range(TABLE_ROWS):
        style = REVERSE if row == table.selected else PLAIN
        frame.put(2 + row, 0, line(table.cells(row)), style)
