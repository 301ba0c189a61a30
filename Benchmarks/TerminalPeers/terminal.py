"""A program on a pseudo-terminal of 80 columns and 24 rows, and the screen that it draws."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

from workloads import COLUMNS, ROWS

TOKEN = re.compile(
    rb"\x1b\[(?P<mark>[<=>?]?)(?P<parameters>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    rb"|\x1b\](?P<command>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b(?P<string>[PX^_])(?P<content>(?:[^\x1b]|\x1b(?!\\))*)\x1b\\"
    rb"|\x1b(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])"
    rb"|(?P<text>[^\x1b]+)",
    re.DOTALL,
)

COLORS = {
    "default": "default",
    "green": "green", "00cd00": "green", "008000": "green",
    "brown": "yellow", "cdcd00": "yellow", "808000": "yellow",
}  # fmt: skip

ERASING = set("JKLMPSTX@")


class Screen:
    """An xterm, as far as programs can tell: it answers what they ask.

    The cells are those of pyte. What pyte does not know is done here; a sequence that nobody knows is an
    error, because the screen would then be a guess.
    """

    def __init__(self):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.Stream(self.screen)
        self.rest = b""
        self.last = ""
        self.saved = None

    def feed(self, data):
        """Shows bytes, and returns the answers to what they ask."""
        data = self.rest + data
        answers = []
        end = 0
        for token in TOKEN.finditer(data):
            if token.start() != end:
                break
            text = token["text"]
            if text is not None:
                try:
                    decoded = text.decode()
                except UnicodeDecodeError as error:
                    # The rest of a character is still to come.
                    end += error.start
                    self.stream.feed(text[: error.start].decode())
                    break
                self.stream.feed(decoded)
                self.last = decoded[-1]
            else:
                answers.append(self.obey(token))
            end = token.end()
        self.rest = data[end:]
        if len(self.rest) > 4096:
            raise ValueError(f"not understood: {self.rest[:40]!r}")
        return "".join(answers).encode()

    def obey(self, token):
        if token["string"]:
            content = token["content"]
            if token["string"] == b"P" and content.startswith(b"+q"):
                return "\x1bP0+r\x1b\\"
            if token["string"] == b"P" and content.startswith(b"$q"):
                return "\x1bP0$r\x1b\\"
            return ""
        if token["command"] is not None:
            number, _, argument = token["command"].partition(b";")
            if argument == b"?" and number in (b"10", b"11"):
                color = "ffff/ffff/ffff" if number == b"10" else "0000/0000/0000"
                return f"\x1b]{number.decode()};rgb:{color}\x1b\\"
            return ""
        if token["escape"] is not None:
            escape = token["escape"].decode()
            # The keypad, the character set that is chosen already, the end of a string.
            if escape not in ("=", ">", "(B", ")B", "\\"):
                self.stream.feed("\x1b" + escape)
            return ""
        mark, final = token["mark"].decode(), token["final"].decode()
        return self.control(
            mark, token["parameters"].decode(), token["between"].decode(), final)

    def control(self, mark, parameters, between, final):
        if between == "$" and final == "p":
            return f"\x1b[{mark}{parameters};{self.mode(mark + parameters)}$y"
        if between == " " and final == "q" or between == "!" and final == "p":
            return ""  # The shape of the cursor; a soft reset.
        if final == "c":
            return {"": "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c", ">": "\x1b[>41;390;0c"}[mark]
        if final == "q" and mark == ">":
            return "\x1bP>|XTerm(390)\x1b\\"
        if final == "n" and parameters == "6":
            cursor = self.screen.cursor
            return f"\x1b[{mark}{cursor.y + 1};{min(cursor.x, COLUMNS - 1) + 1}R"
        if final == "n" and parameters == "5":
            return "\x1b[0n"
        if final == "t":
            return f"\x1b[8;{ROWS};{COLUMNS}t" if parameters == "18" else ""
        if final in "um" and mark:
            return ""  # Keyboard protocols; xterm does not know kitty's, so it does not answer.
        if between:
            raise ValueError(f"not understood: CSI {mark}{parameters}{between}{final}")
        if final in "hl" and mark == "?":
            self.set_modes(parameters, final == "h")
            return ""
        count = int(parameters) if parameters.isdigit() else 1
        cursor = self.screen.cursor
        attributes = cursor.attrs
        if final in ERASING:
            # Only the background stays when something is erased.
            cursor.attrs = self.screen.default_char._replace(bg=attributes.bg)
        if final == "b":
            self.stream.feed(self.last * max(1, count))
        elif final in "ST":
            self.scroll(max(1, count), final == "S")
        elif final == "s":
            self.saved = cursor.x, cursor.y
        elif final == "u":
            if self.saved:
                cursor.x, cursor.y = self.saved
        elif final in pyte.Stream.csi:
            self.stream.feed(f"\x1b[{mark}{parameters}{final}")
        else:
            raise ValueError(f"not understood: CSI {mark}{parameters}{final}")
        if final in ERASING:
            cursor.attrs = attributes
        return ""

    def mode(self, number):
        known = {"?1": 2, "?7": 1, "?25": 1, "?1000": 2, "?1004": 2, "?1006": 2, "?1049": 1, "?2004": 2}
        return known.get(number, 0)

    def set_modes(self, parameters, is_set):
        for mode in parameters.split(";"):
            if mode in ("7", "25"):
                self.stream.feed(f"\x1b[?{mode}{'h' if is_set else 'l'}")
            elif mode in ("47", "1047", "1049") and is_set:
                # The other screen, which is blank.
                attributes = self.screen.cursor.attrs
                self.stream.feed("\x1b[m\x1b[2J")
                self.screen.cursor.attrs = attributes

    def scroll(self, count, is_up):
        screen = self.screen
        margins = screen.margins
        place = screen.cursor.x, screen.cursor.y
        screen.cursor.y = margins.top if margins else 0
        screen.cursor.x = 0
        (screen.delete_lines if is_up else screen.insert_lines)(count)
        screen.cursor.x, screen.cursor.y = place

    def cells(self):
        """The characters and styles, row by row."""
        buffer, blank = self.screen.buffer, self.screen.default_char
        return [
            [self.cell(line.get(column, blank)) for column in range(COLUMNS)]
            for line in (buffer[row] for row in range(ROWS))
        ]

    def cell(self, cell):
        color = COLORS.get(cell.fg, cell.fg)
        if cell.bg != "default":
            color += " on " + cell.bg
        return cell.data or " ", (color, cell.bold, cell.reverse)


QUESTION = re.compile(
    rb"\x1b\[[?>=]?[0-9;]*(?:c|n|\$p|t)|\x1b\[>[0-9]*q|\x1b\][0-9;]*\?|\x1bP[+$]q")


class Program:
    """A program on a terminal of its own."""

    def __init__(self, words, processors):
        self.screen = Screen()
        self.bytes = 0
        """How many it has written."""
        self.chunks = []
        """What was read and is not yet shown, each with the time at which it came."""
        self.awaited = None
        self.completed = None
        self.is_alone = not set(processors) & os.sched_getaffinity(0)
        self.times, times = os.pipe()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.sched_setaffinity(0, processors)
            os.write(times, struct.pack("d", time.perf_counter()))
            os.execve(words[0], words, environment())
        os.close(times)
        self.poll = select.poll()
        self.poll.register(self.terminal, select.POLLIN)

    def started(self):
        """When the process became the program."""
        return struct.unpack("d", os.read(self.times, 8))[0]

    def write(self, data):
        os.write(self.terminal, data)

    def read(self, seconds):
        """Waits for bytes; returns when they came, or None."""
        if not self.poll.poll(max(0, seconds) * 1000):
            return None
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:  # That is how a pseudo-terminal says that nobody has the other end.
            data = b""
        now = time.perf_counter()
        if not data:
            raise EOFError("it has ended")
        self.bytes += len(data)
        self.chunks.append((now, data))
        if QUESTION.search(data):
            self.show()  # The program may wait for the answer.
        return now

    def answer(self, seconds):
        """Waits for bytes like `read`, but without sleeping if it has a processor for itself.

        To wake a processor takes longer than most programs take to answer.
        """
        deadline = time.perf_counter() + seconds
        while self.is_alone and time.perf_counter() < deadline:
            if self.poll.poll(0):
                break
        return self.read(deadline - time.perf_counter())

    def show(self):
        """Shows what was read, and notes when the frame became complete that is awaited."""
        chunks, self.chunks = self.chunks, []
        for now, data in chunks:
            if answers := self.screen.feed(data):
                self.write(answers)
            if self.awaited is not None and self.difference() is None:
                self.awaited, self.completed = None, now

    def difference(self):
        """The first cell that is not as in the frame that is awaited."""
        return next(self.awaited.differences(self.screen.cells()), None)

    def await_frame(self, frame, patience=10):
        """Reads until the screen shows a frame; returns when the last byte of it came.

        Shows nothing while bytes come, because that takes longer than reading them.
        """
        self.awaited = frame
        deadline = time.perf_counter() + patience
        while True:
            while self.read(0.002) is not None:
                pass
            self.show()
            if self.awaited is None:
                return self.completed
            if self.read(deadline - time.perf_counter()) is None:
                row, column, expected, actual = self.difference()
                raise WrongFrame(
                    f"row {row}, column {column}: expected {expected}, but there is {actual}")

    def settle(self, seconds):
        """Reads until nothing comes for a while."""
        while self.read(seconds) is not None:
            pass
        self.show()

    def processor_time(self):
        """Seconds that all of its threads have used, those that have ended included."""
        return time.clock_gettime(~self.pid << 3 | 2)

    def memory(self):
        """What is resident, in megabytes."""
        with open(f"/proc/{self.pid}/smaps_rollup") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("Rss:")) / 1024

    def end(self):
        """Quits by the key for that, and checks that it works."""
        self.write(b"q")
        try:
            while self.read(5) is not None:
                pass
            raise WrongFrame("it does not quit")
        except EOFError:
            pass
        _, status = os.waitpid(self.pid, 0)
        self.close()
        if status != 0:
            raise WrongFrame(f"it ended with status {status}")

    def kill(self):
        """Ends it if it has not ended."""
        if self.pid is not None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.close()

    def close(self):
        self.pid = None
        os.close(self.terminal)
        os.close(self.times)


class WrongFrame(Exception):
    """A program shows something else than the workload says."""


def environment():
    kept = {name: os.environ[name] for name in ("HOME", "PATH", "USER") if name in os.environ}
    return kept | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
