#!/usr/bin/env python3
"""Reads a board with the firmware nqueens over its serial port, as a module and as a command.

    from nqueens import Board
    with Board("/dev/ttyACM0") as board:
        for columns in board.solve(8):      # [1, 5, 8, 6, 3, 7, 2, 4]: a column for each row
            print(columns)
        print(board.count(12))              # 14200

It needs Python 3.9 or newer and pyserial (Debian: python3-serial).  Every error is a subclass of Error.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import re
import sys
import time
from typing import Callable, Iterator, NamedTuple, Optional

DIGITS = "123456789abcdefghijklmnopqrstuvw"
PROGRESS_SECONDS = 2
CTRL_C, CTRL_U = "\x03", "\x15"

BANNER = re.compile(r"nqueens (\S+) \((\w+), (\d+) MHz\)$")
CLOSING = re.compile(r"(?:part \d+/\d+ of count \d+: )?(?:(\d+) fundamental of )?"
                     r"(\d+) solutions?, (\d+) queens? placed, (\d+\.\d+) s(?:, as .*)?$")
STATUS = re.compile(r"(?:part \d+/\d+ of )?[a-z]+ [^:]+: (\d+) [^,]*, .*?([\d.]+) s(?:, (\d+) %)?"
                    r"(?:, about (\d+) s left)?(, paused)?$")


class Error(Exception):
    """What goes wrong with a board or with its port."""


class BoardError(Error):
    """The board refused a line: the text of its `error:`."""


class Disconnected(Error):
    """The port cannot be opened, or it has gone: open() opens it again."""


class Silent(Error):
    """The board does not answer."""


class WasReset(Error):
    """The board has started again in the middle of an answer."""


class Damaged(Error):
    """What came is no answer of this firmware: noise, lost bytes, another program on the board."""


class Result(NamedTuple):
    """The closing line of a job."""
    solutions: int
    placed: int
    seconds: float


class Progress(NamedTuple):
    """The answer to `?`.  Numbers that the board does not know are None."""
    text: str
    percent: Optional[int]
    left: Optional[int]  # seconds


def columns_of(text: str) -> list[int]:
    """The columns of a board as the firmware prints it: `2413` is [2, 4, 1, 3]."""
    return [DIGITS.index(digit) + 1 for digit in text]


def is_solution(columns: list[int]) -> bool:
    lines = (set(columns), {row + column for row, column in enumerate(columns)},
             {row - column for row, column in enumerate(columns)})
    return all(len(line) == len(columns) for line in lines)


class Board:
    """A board on a serial port.

    port      such as /dev/ttyACM0 or COM3
    reset     reset the board, as opening the port of an Uno does in any case
    timeout   seconds of silence after which the board is given up; after half of it, it is asked with `?`
    progress  called with a Progress every two seconds of a job
    result    the Result of the last job, once that has ended

    A count that runs on the board continues while the port is opened and closed.  A job stops it.
    """

    def __init__(self, port: str, *, reset: bool = True, timeout: float = 10, baud: int = 115200,
                 progress: Optional[Callable[[Progress], None]] = None):
        self.port, self.reset, self.timeout, self.baud, self.progress = port, reset, timeout, baud, progress
        self.version = ""
        self.result: Optional[Result] = None
        self._serial = None
        self._buffer = ""
        self._words = 0

    def __enter__(self) -> Board:
        self.open()
        return self

    def __exit__(self, *_) -> None:
        self.close()

    # ---- the port ----

    def open(self) -> None:
        """Opens the port, again if need be, and waits for the prompt."""
        try:
            import serial
        except ImportError:
            raise Error("pyserial is missing: install python3-serial, or pip install pyserial") from None
        self.close()
        self._buffer = ""
        self._serial = serial.Serial(None, self.baud, timeout=0.05, write_timeout=5, exclusive=True)
        self._serial.port = self.port
        self._serial.dtr = self.reset
        with self._port_errors("cannot be opened (does another program use it?)"):
            self._serial.open()
        try:
            if self.reset:
                self._pulse_dtr()
            self._settle()
            version = next(filter(None, map(BANNER.match, self.command("info").split("\n"))), None)
            if not version:
                raise Damaged("what answers is not the firmware nqueens")
            self.version = version[1]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._serial:
            with contextlib.suppress(OSError):
                self._serial.close()
        self._serial = None

    def _pulse_dtr(self) -> None:
        with contextlib.suppress(OSError):  # a pseudo-terminal has no DTR
            self._serial.dtr = False
            time.sleep(0.1)
            self._serial.dtr = True

    @contextlib.contextmanager
    def _port_errors(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:  # SerialException is one
            raise Disconnected(f"{self.port}: the port {what}: {error}") from None

    def _send(self, text: str) -> None:
        if not self._serial:
            raise Disconnected(f"{self.port}: the port is not open")
        with self._port_errors("is gone"):
            self._serial.write(text.encode("ascii"))

    def _receive(self) -> bool:
        """Reads what has come, for at most 50 ms; whether anything has."""
        with self._port_errors("is gone"):
            came = self._serial.read(max(1, self._serial.in_waiting))
        self._buffer += came.decode("ascii", "replace")
        return bool(came)

    def _take_line(self) -> Optional[str]:
        """The next complete line, without prompts; None if there is none."""
        line, end, rest = self._buffer.partition("\n")
        if not end:
            return None
        self._buffer = rest
        return re.sub(r"^(> )+", "", line.rstrip("\r"))

    # ---- answers ----

    def _settle(self) -> None:
        """Finds the prompt, whatever was before: the refusal of a unique word is the last answer to come.

        The board is not stopped at first, so that a count on it continues."""
        for keys in (CTRL_U, CTRL_C + CTRL_U):
            end = time.monotonic() + self.timeout / 2
            # A boot loader swallows words: others are sent until one is answered.
            while time.monotonic() < end:
                self._words += 1
                word = f"sync{os.getpid()}x{self._words}"
                self._send(f"{keys}{word}\r")
                if self._finds(f"unknown command '{word}'", min(1, self.timeout / 4)):
                    self._drain()
                    return
        if not self._buffer:
            raise Silent(f"{self.port}: the board does not answer")
        raise Damaged(f"{self.port}: what answers is not the firmware nqueens: {self._buffer[-40:]!r}")

    def _finds(self, text: str, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while text not in self._buffer and time.monotonic() < end:
            self._receive()
        return text in self._buffer

    def _drain(self) -> None:
        """Drops what comes until the line has been silent for a moment."""
        end = time.monotonic() + 1
        while self._receive() and time.monotonic() < end:
            pass
        self._buffer = ""

    def _lines(self, line: Optional[str] = None) -> Iterator[str]:
        """Types a line; what the board answers up to `ok`, without its echo and answers to `?`.

        Without a line: what a job that runs already prints.  A board that is silent is asked with `?`."""
        if line is not None:
            self._send(f"{line}\r")
        patience = PROGRESS_SECONDS if self.progress else self.timeout / 2
        last, asked = time.monotonic(), False
        while True:
            came = self._take_line()
            silence = time.monotonic() - last
            if came is None:
                if self._receive():
                    last = time.monotonic()
                elif asked and silence > patience + self.timeout / 2:
                    raise Silent(f"{self.port}: the board does not answer any more")
                elif not asked and silence > patience:
                    self._send("?")
                    asked = True
            elif asked and (STATUS.match(came) or came == "idle"):
                asked = False
                self._report(came)
            elif came == "ok" or came.startswith("error: "):
                if asked:
                    self._settle()  # the answer to `?` follows
                if came != "ok":
                    raise BoardError(came[len("error: "):])
                return
            elif BANNER.search(came) and line != "info":
                raise WasReset(f"{self.port}: the board was reset")
            elif came != line:
                yield came

    def _report(self, status: str) -> None:
        if status == "idle":
            raise Damaged(f"{self.port}: the board is idle: the end of its answer was lost")
        if self.progress:
            _, _, percent, left, _ = STATUS.match(status).groups()
            self.progress(Progress(status, percent and int(percent), left and int(left)))

    def command(self, line: str) -> str:
        """Types any line, and returns its answer.  Raises BoardError with the text of an `error:`."""
        return "\n".join(self._lines(line))

    @property
    def settings(self) -> dict[str, str]:
        """Every setting by its name; `command("bright 3")` changes one."""
        return dict(re.findall(r"^(\w+) (\S+)$", self.command("settings"), re.MULTILINE))

    # ---- jobs ----

    @contextlib.contextmanager
    def _job(self, pace: int) -> Iterator[None]:
        """For the time of a job: one solution per line, at this pace.  Afterwards no job runs."""
        before = self.settings
        wanted = {"format": "digits", "pace": str(pace)}
        if not wanted.keys() <= before.keys():
            raise Damaged(f"{self.port}: the answer to `settings` is not complete")
        changed = {name: before[name] for name in wanted if before[name] != wanted[name]}
        self.result = None
        try:
            for name in changed:
                self.command(f"{name} {wanted[name]}")
            yield
        except (Disconnected, Silent, WasReset):
            raise
        except BaseException:
            with contextlib.suppress(Error):
                self._send(CTRL_C)
                self._settle()
                self._restore(changed)
            raise
        self._restore(changed)

    def _restore(self, settings: dict[str, str]) -> None:
        for name, value in settings.items():
            self.command(f"{name} {value}")

    def _close(self, line: str, found: Optional[int] = None) -> bool:
        """Whether this is the closing line of the job, whose result is kept."""
        match = CLOSING.match(line)
        if not match:
            return False
        fundamental, solutions, placed, seconds = match.groups()
        if found not in (None, int(fundamental or solutions)):
            raise Damaged(f"{self.port}: {found} solutions were received of {fundamental or solutions}")
        self.result = Result(int(solutions), int(placed), float(seconds))
        return True

    def _rows(self, line: str, n: int, pace: int) -> Iterator[tuple[list[int], str]]:
        """The solutions that a job prints, each verified, with what follows it on its line."""
        found = 0
        complaints = []
        with self._job(pace):
            for came in self._lines(line):
                board, _, rest = came.partition(" ")
                if re.fullmatch(f"[{DIGITS[:n]}]{{{n}}}", board) and is_solution(columns_of(board)):
                    found += 1
                    yield columns_of(board), rest
                elif came.startswith("row ") or came.startswith("not a solution"):
                    complaints.append(came)
                elif came and not self._close(came, found) and not came.startswith("no solution yet"):
                    raise Damaged(f"{self.port}: this is no solution of {n} queens: {came!r}")
            if complaints:
                raise BoardError("; ".join(complaints))
            if not self.result:
                raise Damaged(f"{self.port}: the last line of `{line}` was lost")

    def solve(self, n: int = 8, *, pace: int = 0) -> Iterator[list[int]]:
        """Every solution, in lexicographic order; `pace` is the time in ms that the matrix shows each."""
        return (columns for columns, _ in self._rows(f"solve {n}", n, pace))

    def complete(self, board, *, pace: int = 0) -> Iterator[list[int]]:
        """Every solution with the given queens: `...24...`, or a list with a column or None for each row."""
        if not isinstance(board, str):
            board = "".join(DIGITS[column - 1] if column else "." for column in board)
        return (columns for columns, _ in self._rows(f"complete {board}", len(board), pace))

    def fundamental(self, n: int = 8, *, pace: int = 0) -> Iterator[tuple[list[int], int]]:
        """One solution of each symmetry class, with the size of the class."""
        return ((columns, int(size)) for columns, size in self._rows(f"fundamental {n}", n, pace))

    def check(self, board: str) -> bool:
        """Whether a board is a solution; `command` gives the board's words."""
        return self.command(f"check {board}").startswith("solution")

    def count(self, n: int = 8, part: int = 1, parts: int = 1) -> int:
        """The number of solutions, or that of a part.

        A board that counts n already, for example after its cable was pulled, continues."""
        line = f"count {n}" if parts == 1 else f"count {n} {part}/{parts}"
        name = f"count {n}" if parts == 1 else f"part {part}/{parts} of count {n}"
        with self._job(0):
            runs = self._status().startswith(f"{name}: ")
            for came in self._lines(None if runs else line):
                self._close(came)
            if not self.result:
                raise Damaged(f"{self.port}: the result of `{line}` was lost")
        return self.result.solutions

    def _status(self) -> str:
        """The answer to `?`."""
        self._send("?")
        end = time.monotonic() + self.timeout
        while time.monotonic() < end:
            line = self._take_line()
            if line == "idle" or STATUS.match(line or ""):
                self._drain()
                return line
            if line is None:
                self._receive()
        raise Silent(f"{self.port}: the board does not answer `?`")


# ---- pictures ----

def _svg(width: float, height: float, body: list[str]) -> str:
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" font-size="12">')
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="#fff"/>', *body, "</svg>\n"])


def board_svg(columns: list[int]) -> str:
    """A board as a picture."""
    n, side = len(columns), 24
    body = [f'<rect x="{x * side}" y="{y * side}" width="{side}" height="{side}" '
            f'fill="{"#d9dee5" if (x + y) % 2 else "#f6f7f9"}"/>' for y in range(n) for x in range(n)]
    body += [f'<circle cx="{(column - 0.5) * side}" cy="{(row + 0.5) * side}" r="{side / 3}" fill="#b3261e"/>'
             for row, column in enumerate(columns)]
    return _svg(n * side, n * side, body)


def counts_svg(counts: list[tuple[int, int]]) -> str:
    """Numbers of solutions over n: a bar for each, on a logarithmic scale."""
    wide, high, top = 64, 240, math.log10(max(10, *(solutions for _, solutions in counts)) + 1)
    body = []
    for i, (n, solutions) in enumerate(counts):
        x, bar = 12 + i * wide, high * math.log10(solutions + 1) / top
        body.append(f'<rect x="{x}" y="{30 + high - bar:.1f}" width="{wide - 16}" height="{bar:.1f}" '
                    'fill="#2f6690"/>')
        for y, text in ((24 + high - bar, solutions), (46 + high, f"n = {n}")):
            body.append(f'<text x="{x + wide / 2 - 8}" y="{y:.1f}" text-anchor="middle">{text}</text>')
    return _svg(16 + len(counts) * wide, high + 56, body)


# ---- the command ----

USAGE = """\
solve N, complete BOARD, fundamental N   every solution, one per line
count N, count A..B, count N K/M         the number of solutions
any other line                           is typed as it is; its answer is printed
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Types a command at a board, and prints its answer.",
                                     epilog=USAGE, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", help="the serial port, such as /dev/ttyACM0 or COM3")
    parser.add_argument("command", nargs="+", help="solve 8, count 12, info, ...")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="numbers with commas")
    form.add_argument("--json", action="store_true", help="one JSON object at the end")
    parser.add_argument("--plot", metavar="FILE.svg", help="the last solution, or the counts, as a picture")
    parser.add_argument("--no-reset", action="store_true", help="do not reset the board by DTR")
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds of silence (10)")
    return parser.parse_args()


def show_progress(progress: Progress) -> None:
    percent = "" if progress.percent is None else f"{progress.percent} %"
    left = "" if progress.left is None else f", {progress.left} s left"
    line = f"{percent}{left}" if percent else progress.text
    sys.stderr.write(line + "\n")  # in one piece, whenever Ctrl-C comes


def run_counts(board: Board, words: list[str], options: argparse.Namespace) -> dict:
    first, _, last = words[0].partition("..")
    part, _, parts = words[1].partition("/") if len(words) > 1 else ("1", "", "1")
    rows = []
    if int(last or first) < int(first):
        raise ValueError(f"an empty range: '{words[0]}'; allowed: A..B with A up to B")
    if options.csv:
        print("n,solutions,queens,seconds")
    for n in range(int(first), int(last or first) + 1):
        board.count(n, int(part), int(parts))
        rows.append({"n": n, **board.result._asdict()})
        if options.csv:
            print(*rows[-1].values(), sep=",", flush=True)
        elif not options.json:
            print(f"count {n}: {board.result.solutions}", flush=True)
    if options.plot:
        save(options.plot, counts_svg([(row["n"], row["solutions"]) for row in rows]))
    return {"counts": rows}


def run_solutions(board: Board, words: list[str], options: argparse.Namespace) -> dict:
    name, what = words[0], words[1] if len(words) > 1 else "8"
    rows, columns = [], []
    for row in getattr(board, name)(what if name == "complete" else int(what)):
        columns, *size = row if name == "fundamental" else (row,)
        if options.json:
            rows.append({"columns": columns, "size": size[0]} if size else columns)
        else:
            print(*columns, *size, sep="," if options.csv else " ", flush=True)
    if options.plot and columns:
        save(options.plot, board_svg(columns))
    return {"boards": rows, **board.result._asdict()}


def save(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def run(options: argparse.Namespace) -> None:
    words = " ".join(options.command).split()
    line = " ".join(words)
    # What these do not match goes to the board, whose `error:` tells what is allowed.
    counts = re.fullmatch(r"count \d+(\.\.\d+)?( \d+/\d+)?", line)
    solutions = re.fullmatch(r"(solve|fundamental)( \d+)?|complete \S+", line)
    with Board(options.port, reset=not options.no_reset, timeout=options.timeout,
               progress=show_progress if counts else None) as board:
        if counts:
            found = run_counts(board, words[1:], options)
        elif solutions:
            found = run_solutions(board, words, options)
        elif options.plot:
            raise ValueError("--plot draws solve, complete, fundamental and count")
        else:
            found = {"answer": board.command(line)}
            if not options.json:
                print(found["answer"])
        if options.json:
            print(json.dumps({"command": line, **found}))


def main() -> int:
    options = arguments()
    try:
        run(options)
    except KeyboardInterrupt:
        print("nqueens: stopped, and the job on the board, too", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone
        return 1
    except (Error, OSError, ValueError) as error:
        print(f"nqueens: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
