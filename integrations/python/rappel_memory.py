"""A folder of a Rappel vault as Anthropic's memory tool (memory_20250818).

Needs the command `rappel` and Python 3.8 or later, nothing else.

    from anthropic import Anthropic
    from rappel_memory import RappelMemory

    with RappelMemory() as memory:
        Anthropic().beta.messages.tool_runner(..., tools=[memory.anthropic_tool()]).until_done()

Without the helpers of the SDK: `memory.run(block.input)` is the content of the tool result.
"""

from __future__ import annotations

import json
import subprocess
import threading
from typing import Any, Mapping, Optional, Sequence


class RappelMemory:
    """Runs the commands of the memory tool one after the other, in one process."""

    def __init__(
        self,
        vault: Optional[str] = None,
        folder: Optional[str] = None,
        command: Sequence[str] = ("rappel",),
    ) -> None:
        words = [*command, "memory-tool"]
        if vault is not None:
            words += ["--vault", vault]
        if folder is not None:
            words += ["--folder", folder]
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def run(self, command: Mapping[str, Any]) -> str:
        """The text that the documentation of the tool prescribes, of an error too."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with self._lock:
            try:
                self._process.stdin.write(json.dumps(dict(command)) + "\n")
                self._process.stdin.flush()
            except BrokenPipeError:
                pass
            line = self._process.stdout.readline()
        if line == "":
            raise RuntimeError(f"rappel memory-tool ended with code {self._process.wait()}")
        content = json.loads(line)["content"]
        assert isinstance(content, str)
        return content

    def anthropic_tool(self) -> Any:
        """The tool for `tool_runner` of the Anthropic SDK."""
        from anthropic.lib.tools import BetaAbstractMemoryTool

        def handler(_: Any, command: Any) -> str:
            return self.run(command.model_dump(exclude_none=True))

        names = ("view", "create", "str_replace", "insert", "delete", "rename")
        return type("RappelMemoryTool", (BetaAbstractMemoryTool,), {name: handler for name in names})()

    def close(self) -> None:
        """Ends the process."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> "RappelMemory":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
