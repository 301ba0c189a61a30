"""The workloads as Textual draws them: its own widgets where it has them, else lines of its Line API."""

import sys

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.containers import Container
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

import workloads

PLAIN = Style()
BOLD = Style(bold=True)
REVERSE = Style(reverse=True)
GREEN = Style(color="green")
YELLOW = Style(color="yellow")


class Lines(Widget):
    """Rows that are made when they are drawn; a step refreshes those that it has changed."""

    DEFAULT_CSS = "Lines { height: 1fr; }"

    def __init__(self, rows):
        super().__init__()
        self.rows = rows

    def render_line(self, y):
        if y >= len(self.rows):
            return Strip.blank(self.size.width)
        return Strip(self.rows[y]).adjust_cell_length(self.size.width)

    def change(self, row, segments, column=0, columns=None):
        self.rows[row] = segments
        self.refresh(Region(column, row, columns or self.size.width, 1))


class Workload(App):
    """A body below the title, and what a step changes in it."""

    CSS = """
    Screen { background: ansi_default; color: ansi_default; layout: vertical; }
    Static { width: 100%; height: 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [("n", "advance", "next step"), ("q", "quit", "quit")]

    def __init__(self):
        super().__init__(ansi_color=True)
        self.step = 0

    def title_text(self):
        return f"[bold]{self.name_of_workload}[/]{' ' * (10 - len(self.name_of_workload))}step {self.step}"

    def compose(self):
        self.title_view = Static(self.title_text())
        yield self.title_view
        yield from self.compose_body()

    def action_advance(self):
        self.step += 1
        self.title_view.update(self.title_text(), layout=False)
        self.advance()


class Counter(Workload):
    name_of_workload = "counter"
    CSS = Workload.CSS + """
    Container { align: center middle; }
    Container > Static {
        width: 40; height: 5; border: solid ansi_default; content-align: center middle;
        color: ansi_green; text-style: bold;
    }
    """

    def compose_body(self):
        self.value = Static(self.text())
        yield Container(self.value)

    def text(self):
        return f"value: {workloads.counter(self.step):5}"

    def advance(self):
        self.value.update(self.text(), layout=False)


class Log(Workload):
    name_of_workload = "log"

    def compose_body(self):
        self.lines = Lines([self.line(number) for number in range(workloads.LOG_ROWS)])
        yield self.lines

    def line(self, number):
        style = YELLOW if workloads.is_warning(number) else PLAIN
        return [Segment(workloads.log_line(number), style)]

    def advance(self):
        del self.lines.rows[0]
        self.lines.rows.append(self.line(self.step + workloads.LOG_ROWS - 1))
        self.lines.refresh()


class Table(Workload):
    name_of_workload = "table"

    def compose_body(self):
        self.table = workloads.Table()
        header = [Segment(self.text(workloads.TITLES), BOLD)]
        self.lines = Lines([header] + [self.row(row) for row in range(workloads.TABLE_ROWS)])
        yield self.lines

    def text(self, cells):
        return " ".join(
            cell.rjust(width) if trails else cell.ljust(width)
            for cell, width, trails in zip(cells, workloads.WIDTHS, workloads.IS_TRAILING)
        )

    def row(self, row):
        style = REVERSE if row == self.table.selected else PLAIN
        return [Segment(self.text(self.table.cells(row)), style)]

    def advance(self):
        before = self.table.selected
        changed = self.table.advance()
        for row in (before, self.table.selected):
            self.lines.change(1 + row, self.row(row))
        for row, column in changed:
            start = sum(workloads.WIDTHS[:column]) + column
            self.lines.change(1 + row, self.row(row), start, workloads.WIDTHS[column])


class Bars(Workload):
    name_of_workload = "bars"

    def compose_body(self):
        self.lines = Lines([[]] + [self.row(row) for row in range(len(workloads.LABELS))])
        yield self.lines

    def row(self, row):
        value = workloads.bar_value(row, self.step)
        return [
            Segment(workloads.LABELS[row].ljust(workloads.LABEL_WIDTH), PLAIN),
            Segment(workloads.bar(value), GREEN),
            Segment(f" {value}", PLAIN),
        ]

    def advance(self):
        self.lines.rows = [[]] + [self.row(row) for row in range(len(workloads.LABELS))]
        start = workloads.LABEL_WIDTH
        self.lines.refresh(
            Region(start, 1, self.lines.size.width - start, len(workloads.LABELS)))


class Boxes(Workload):
    name_of_workload = "boxes"
    CSS = Workload.CSS + """
    Container { layout: grid; grid-size: 4 3; grid-rows: 7; height: 21; }
    Panel {
        width: 20; height: 7; border: solid ansi_default;
        border-title-color: ansi_default; border-title-background: ansi_default;
        border-title-style: none;
    }
    Panel > Static { width: 18; height: 5; border: round ansi_default; }
    """

    def compose_body(self):
        self.panels = [Panel(panel) for panel in range(workloads.PANELS)]
        yield Container(*self.panels)

    def advance(self):
        for panel in self.panels:
            if workloads.panel_changes(panel.number, self.step):
                panel.text.update(panel.content_at(self.step), layout=False)


class Panel(Widget):
    def __init__(self, number):
        super().__init__()
        self.number = number
        self.border_title = workloads.panel_title(number)
        self.text = Static(self.content_at(0))

    def compose(self):
        yield self.text

    def content_at(self, step):
        return "\n".join(workloads.panel_lines(self.number, step))


PROGRAMS = {program.name_of_workload: program for program in (Counter, Log, Table, Bars, Boxes)}

if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
    sys.exit("usage: textual_peer.py " + "|".join(PROGRAMS))
PROGRAMS[sys.argv[1]]().run()
