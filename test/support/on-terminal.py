"""Runs a command on a terminal of its own: answers its questions, and tells what it wrote, byte for byte."""
import base64, fcntl, json, os, pty, select, struct, sys, termios, time

request = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, request["columns"], 0, 0))
    os.chdir(request["cwd"])
    os.execvpe(request["command"][0], request["command"], request["env"])

# Line ends as the program wrote them.
settings = termios.tcgetattr(terminal)
settings[1] &= ~termios.OPOST
termios.tcsetattr(terminal, termios.TCSANOW, settings)

written, searched, steps = b"", 0, request["steps"]
deadline = time.monotonic() + 50
while time.monotonic() < deadline:
    if not select.select([terminal], [], [], 0.1)[0]:
        continue
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if part == b"":
        break
    written += part
    while steps:
        at = written.find(steps[0]["wait"].encode(), searched)
        if at < 0:
            break
        searched = at + len(steps[0]["wait"].encode())
        # A question is open once the program reads keys: before, the terminal itself would echo them.
        is_question = not steps[0].get("isBusy")
        while is_question and termios.tcgetattr(terminal)[3] & termios.ICANON and time.monotonic() < deadline:
            os.sched_yield()
        os.write(terminal, steps.pop(0)["send"].encode())
else:
    os.kill(pid, 9)

_, status = os.waitpid(pid, 0)
code = os.waitstatus_to_exitcode(status)
json.dump({"code": code, "written": base64.b64encode(written).decode()}, sys.stdout)
