"""The workloads as urwid draws them: widgets of which those are changed that a step concerns."""

import sys

import urwid

import workloads

PALETTE = [
    ("title", "bold", ""),
    ("good", "dark green", ""),
    ("warning", "brown", ""),
    ("strong", "dark green,bold", ""),
    ("selected", "standout", ""),
]


def clipped(text="", align="left"):
    return urwid.Text(text, align, wrap="clip")


class TitledBox(urwid.LineBox):
    """A box with a cell of the line before its title."""

    def format_title(self, text):
        return f"─ {text} "


class Workload:
    """A body below the title, and what a step changes in it."""

    def __init__(self, name):
        self.name = name
        self.step = 0
        self.title = clipped()
        self.body = getattr(self, "make_" + name)()
        self.show_title()

    def widget(self):
        return urwid.Frame(self.body, header=self.title)

    def show_title(self):
        self.title.set_text([("title", self.name), " " * (10 - len(self.name)), f"step {self.step}"])

    def advance(self):
        self.step += 1
        self.show_title()
        getattr(self, "advance_" + self.name)()

    # counter

    def make_counter(self):
        self.value = clipped(align="center")
        self.advance_counter()
        content = urwid.Filler(self.value, height="pack")
        return urwid.Overlay(
            urwid.LineBox(content), urwid.SolidFill(), "center", 40, "middle", 5)

    def advance_counter(self):
        self.value.set_text(("strong", f"value: {workloads.counter(self.step):5}"))

    # log

    def make_log(self):
        self.lines = urwid.SimpleListWalker(
            [self.log_line(number) for number in range(workloads.LOG_ROWS)])
        return urwid.ListBox(self.lines)

    def log_line(self, number):
        text = workloads.log_line(number)
        return clipped(("warning", text) if workloads.is_warning(number) else text)

    def advance_log(self):
        self.lines[:] = self.lines[1:] + [self.log_line(self.step + workloads.LOG_ROWS - 1)]

    # table

    def make_table(self):
        self.table = workloads.Table()
        self.cells = []
        self.rows = []
        for row in range(workloads.TABLE_ROWS):
            cells, view = self.table_row(self.table.cells(row))
            self.cells.append(cells)
            self.rows.append(urwid.AttrMap(view, None))
        self.rows[0].set_attr_map({None: "selected"})
        header = urwid.AttrMap(self.table_row(workloads.TITLES)[1], "title")
        return urwid.Filler(urwid.Pile([header, *self.rows]), "top")

    def table_row(self, texts):
        cells = [
            clipped(text, "right" if trails else "left")
            for text, trails in zip(texts, workloads.IS_TRAILING)
        ]
        return cells, urwid.Columns(list(zip(workloads.WIDTHS, cells)), dividechars=1)

    def advance_table(self):
        self.rows[self.table.selected].set_attr_map({None: None})
        for row, column in self.table.advance():
            self.cells[row][column].set_text(self.table.cells(row)[column])
        self.rows[self.table.selected].set_attr_map({None: "selected"})

    # bars

    def make_bars(self):
        self.bars = [clipped() for _ in workloads.LABELS]
        self.advance_bars()
        return urwid.Filler(urwid.Pile([urwid.Divider(), *self.bars]), "top")

    def advance_bars(self):
        for number, label in enumerate(workloads.LABELS):
            value = workloads.bar_value(number, self.step)
            self.bars[number].set_text(
                [label.ljust(workloads.LABEL_WIDTH), ("good", workloads.bar(value)), f" {value}"])

    # boxes

    def make_boxes(self):
        self.panels = [clipped() for _ in range(workloads.PANELS)]
        for panel in range(workloads.PANELS):
            self.show_panel(panel)
        boxes = [
            TitledBox(
                urwid.LineBox(text, tlcorner="╭", trcorner="╮", blcorner="╰", brcorner="╯"),
                title=workloads.panel_title(panel), title_align="left")
            for panel, text in enumerate(self.panels)
        ]
        width = workloads.PANEL_COLUMNS
        lines = [
            urwid.Columns([(workloads.PANEL_WIDTH, box) for box in boxes[first : first + width]])
            for first in range(0, workloads.PANELS, width)
        ]
        return urwid.Filler(urwid.Pile(lines), "top")

    def show_panel(self, panel):
        self.panels[panel].set_text("\n".join(workloads.panel_lines(panel, self.step)))

    def advance_boxes(self):
        for panel in range(workloads.PANELS):
            if workloads.panel_changes(panel, self.step):
                self.show_panel(panel)


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in workloads.NAMES:
        sys.exit("usage: urwid_peer.py " + "|".join(workloads.NAMES))
    workload = Workload(sys.argv[1])

    def react(key):
        if key == "n":
            workload.advance()
        elif key == "q":
            raise urwid.ExitMainLoop

    urwid.MainLoop(
        workload.widget(), PALETTE, handle_mouse=False, unhandled_input=react
    ).run()


main()
