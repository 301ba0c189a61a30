import Foundation
import SpinTesting
import TerminalTestSupport

/// Asks terminals that Python can reach: pyte, and libvterm as a shared library.
enum PythonOracle {
  static func screens(
    _ scripts: [[UInt8]], columns: Int, rows: Int, program: String
  ) throws -> [OracleScreen] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.url.appendingPathComponent("oracle.py")
    try Data((preamble + program).utf8).write(to: file)
    let input = try JSONEncoder().encode(scripts)
    let output = try Tool.run("python3 '\(file.path)' \(columns) \(rows)", input: input)
    return try JSONDecoder().decode([OracleScreen].self, from: output)
  }

  private static let preamble = """
    import json, sys
    columns, rows = int(sys.argv[1]), int(sys.argv[2])
    scripts = [bytes(script) for script in json.load(sys.stdin)]

    def style(foreground, background, attributes):
        parts = []
        if foreground is not None: parts.append("foreground " + foreground)
        if background is not None: parts.append("background " + background)
        return ", ".join(parts + attributes) or "default"

    def screen(cursor, cell):
        cells = [[cell(row, column) for column in range(columns)] for row in range(rows)]
        return {"row": cursor[0], "column": min(cursor[1], columns - 1), "cells": cells}


    """

  static let pyte = """
    import pyte
    names = ["black", "red", "green", "brown", "blue", "magenta", "cyan", "white"]

    def color(name):
        return None if name == "default" else str(names.index(name))

    def show(script):
        terminal = pyte.Screen(columns, rows)
        pyte.ByteStream(terminal).feed(script)
        def cell(row, column):
            c = terminal.buffer[row][column]
            on = [("underscore", "single underline"), ("bold", "bold"), ("italics", "italic"),
                  ("reverse", "reverse"), ("strikethrough", "strike")]
            attributes = [name for key, name in on if getattr(c, key)]
            return {"text": c.data, "style": style(color(c.fg), color(c.bg), attributes)}
        return screen((terminal.cursor.y, terminal.cursor.x), cell)

    json.dump([show(script) for script in scripts], sys.stdout)
    """

  /// The structures are those of vterm.h, version 0.1 and later.
  static let libvterm = """
    import ctypes, ctypes.util, unicodedata
    vterm = ctypes.CDLL(ctypes.util.find_library("vterm") or "libvterm.so.0")

    class Position(ctypes.Structure):
        _fields_ = [("row", ctypes.c_int), ("column", ctypes.c_int)]

    class Color(ctypes.Structure):
        _fields_ = [("type", ctypes.c_uint8), ("a", ctypes.c_uint8), ("b", ctypes.c_uint8),
                    ("c", ctypes.c_uint8)]

    class Cell(ctypes.Structure):
        _fields_ = [("chars", ctypes.c_uint32 * 6), ("width", ctypes.c_char),
                    ("attributes", ctypes.c_uint32), ("fg", Color), ("bg", Color)]

    for name in ["vterm_new", "vterm_obtain_screen", "vterm_obtain_state"]:
        getattr(vterm, name).restype = ctypes.c_void_p

    def color(value):
        if value.type & 6: return None
        if value.type & 1: return str(value.a)
        return "#%02x%02x%02x" % (value.a, value.b, value.c)

    def show(script):
        terminal = ctypes.c_void_p(vterm.vterm_new(rows, columns))
        vterm.vterm_set_utf8(terminal, 1)
        grid = ctypes.c_void_p(vterm.vterm_obtain_screen(terminal))
        vterm.vterm_screen_enable_altscreen(grid, 1)
        vterm.vterm_screen_reset(grid, 1)
        vterm.vterm_input_write(terminal, script, ctypes.c_size_t(len(script)))
        place = Position()
        state = ctypes.c_void_p(vterm.vterm_obtain_state(terminal))
        vterm.vterm_state_get_cursorpos(state, ctypes.byref(place))
        def cell(row, column):
            c = Cell()
            vterm.vterm_screen_get_cell(grid, Position(row, column), ctypes.byref(c))
            if c.chars[0] == 0xFFFFFFFF:
                before = Cell()
                vterm.vterm_screen_get_cell(grid, Position(row, column - 1), ctypes.byref(before))
                # NB: A right half stays when its left half is written over; it shows nothing.
                code = before.chars[0] if before.chars[0] < 0x110000 else 32
                wide = unicodedata.east_asian_width(chr(code)) in "WF"
                return {"text": "" if wide else " ", "style": "" if wide else "any"}
            text = "".join(chr(code) for code in c.chars[:] if code) or " "
            bits = c.attributes
            attributes = ["single underline"] if bits >> 1 & 3 else []
            # The bit of strike depends on the version; concealed text and fonts are not asked for.
            on = [(1, "bold"), (8, "italic"), (32, "reverse"), (192, "strike")]
            attributes += [name for mask, name in on if bits & mask]
            return {"text": text, "style": style(color(c.fg), color(c.bg), attributes)}
        result = screen((place.row, place.column), cell)
        vterm.vterm_free(terminal)
        return result

    json.dump([show(script) for script in scripts], sys.stdout)
    """
}
