"""An OpenAI-compatible server of this process: it answers request after request as it was told."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """One answer, after a silence in seconds: an HTTP status with an error message, or a stream of texts or bytes."""

    pieces: tuple[str, ...] = ()
    status: int = 200
    message: str = ""
    silence: float = 0
    finish: str | None = "stop"
    endless: bool = False
    raw: bytes = b""


@dataclass
class ChatServer:
    """The server's address, what it will reply, and what it was asked."""

    url: str
    replies: list[Reply] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    broken_off: threading.Event = field(default_factory=threading.Event)

    def will_say(self, *texts: str) -> None:
        """Reply with whole answers, in order."""
        self.replies += [Reply((text[:7], text[7:])) for text in texts]

    def will_propose(self, *answers: list[Any]) -> None:
        """Reply with lists of markers, in order."""
        self.will_say(*(json.dumps({"markers": markers}) for markers in answers))


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """Serve while the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            state.keys.append(self.headers["Authorization"])
            state.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            assert self.path == "/v1/chat/completions"
            reply = state.replies.pop(0)
            time.sleep(reply.silence)
            try:
                self._stream(reply) if reply.status == 200 else self._refuse(reply)
            except (BrokenPipeError, ConnectionResetError):
                state.broken_off.set()

        def _refuse(self, reply: Reply) -> None:
            body = json.dumps({"error": {"message": reply.message, "type": "error", "code": None}}).encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("retry-after-ms", "1")
            self.end_headers()
            self.wfile.write(body)

        def _stream(self, reply: Reply) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for piece in reply.pieces:
                self._send({"delta": {"role": "assistant", "content": piece}, "finish_reason": None})
            if reply.raw:
                self.wfile.write(reply.raw)
                return
            while reply.endless:
                self._send({"delta": {"content": "to mend this and that " * 100}, "finish_reason": None})
            self._send({"delta": {}, "finish_reason": reply.finish})
            self.wfile.write(b"data: [DONE]\n\n")

        def _send(self, choice: dict[str, Any]) -> None:
            chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state = ChatServer(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
