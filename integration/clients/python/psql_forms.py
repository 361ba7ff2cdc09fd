"""psql with each form as a script on its standard input or, with a third argument "-c", as an argument.
Usage: psql_forms.py URL FORMS [-c]"""
import json
import re
import subprocess
import sys
import tempfile
import threading

import forms

MARK = "=== SQLSTATE"
AT_ONCE = len(sys.argv) > 3 and sys.argv[3] == "-c"


class Psql:
    """Turns a form into the lines that a person would type. A line that begins with a backslash is psql's own."""

    def lines(self, form):
        return getattr(self, form["how"])(form)

    def query(self, form):
        return [statement(form["sql"])]

    def parameters(self, form):
        if AT_ONCE:
            raise forms.Lacks("variables in -c")
        sets = [f"\\set p{i + 1} '{value}'" for i, value in enumerate(form["values"])]
        return sets + [statement(re.sub(r"\$(\d+)", r":'p\1'", form["sql"]))]

    def prepared(self, form):
        raise forms.Lacks("prepared statements but SQL's own, before \\bind of psql 16")

    def script(self, form):
        return [statement(step) for step in form["steps"]]

    def transaction(self, form):
        return ["BEGIN;", *self.script(form), "COMMIT;"]

    def batch(self, form):
        return [form["sql"] if AT_ONCE else form["sql"].replace("; ", "\\; ") + ";"]

    def describe(self, form):
        if AT_ONCE:
            raise forms.Lacks("\\gdesc in -c")
        return [form["sql"] + " \\gdesc"]

    def binary(self, form):
        raise forms.Lacks("binary results")

    def cursor(self, form):
        return [f"\\set FETCH_COUNT {form['fetch']}", statement(form["sql"])]

    def copy(self, form):
        return ["\\" + form["sql"]]

    def catalog(self, form):
        return ["\\d", "\\d+ orders", "\\dt+ public.*", "\\dv", "\\dm", "\\dn+", "\\df", "\\dT", "\\dp"]

    def pipeline(self, form):
        raise forms.Lacks("pipelines")

    def cancel(self, form):
        if not AT_ONCE:
            raise forms.Lacks("Ctrl-C without a terminal; with one it works, as another test has it")
        return [statement(form["sql"])]


def statement(text):
    """A statement as it is typed: with a semicolon, on a line of its own if a line comment is before it."""
    if AT_ONCE or text == ";":
        return text
    return text + ("\n;" if text.startswith("--") else ";")


def run(lines):
    """Runs psql and returns what it printed on both outputs."""
    args = ["psql", "-X", "-q", "-A", "-t", "-F", " ", sys.argv[1]]
    steps = [part for line in lines for part in ((line,) if line.startswith("\\set") else (line, f"\\echo {MARK} :SQLSTATE"))]
    steps.append("SELECT 1" if AT_ONCE else "SELECT 1;")
    if AT_ONCE:
        args += [part for step in steps for part in ("-c", step)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as script:
        if not AT_ONCE:
            script.write("\n".join(steps) + "\n")
            script.seek(0)
        with subprocess.Popen(args, stdin=script, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8") as psql:
            stop = threading.Event()
            if any("b.quantity + c.quantity" in line for line in lines):
                threading.Thread(target=interrupt, args=(psql, stop)).start()
            out, errs = psql.communicate(timeout=120)
            stop.set()
            return out, errs


def interrupt(psql, stop):
    """Presses Ctrl-C again and again, once psql has had the time to start: before that it would end it."""
    pause = 2
    while not stop.wait(pause):
        psql.send_signal(2)
        pause = 0.5


def outcome(form):
    result = {"form": form["name"], "results": [], "notices": [], "after": "1"}
    try:
        lines = Psql().lines(form)
    except forms.Lacks as lack:
        result["lacks"] = str(lack)
        return result
    out, errs = run(lines)
    if form["how"] == "cancel" and MARK not in out:
        out, errs = run(lines)  # it was ended before it had started
    said = [block for block in re.split(r"(?m)^(?=(?:NOTICE|WARNING|ERROR):  )", errs) if block]
    errors = [block for block in said if block.startswith("ERROR:")]
    result["notices"] = [block for block in said if block not in errors]
    *steps, last = re.split(MARK + r" :?\w+\n", out)
    states = re.findall(MARK + r" :?(\w+)\n", out)
    for rows, state in zip(steps, states):
        if rows:
            lines = [line.split("|")[0] if form["how"] == "describe" else line for line in rows.splitlines()]
            if form["how"] == "describe":
                lines = [" ".join(line.split()[0] for line in rows.splitlines())]
            result["results"] += [{"rows": [[line] for line in lines]}] if form["how"] != "batch" else [{"rows": [[line]]} for line in lines]
        if state not in ("00000", "SQLSTATE"):  # the second: nothing has set the variable yet
            shown = errors.pop(0) if errors else ""
            result["results"].append({"error": {"code": state, "message": shown, "shown": shown}})
    result["after"] = last.strip() or run([])[0].strip()  # it may have ended, and another be let in
    return result


with open(sys.argv[2], encoding="utf-8") as file:
    for wanted in json.load(file):
        print(json.dumps(outcome(wanted)), flush=True)
