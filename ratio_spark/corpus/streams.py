"""The bytes of an input file as a stream of bounded chunks, decompressed by what they are, not by name."""

import hashlib
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pyarrow as pa

from ratio_spark.corpus.files import open_file, open_seekable
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.refusals import Reason, Refusal

CHUNK_BYTES = 1 << 20
_PIECE_BYTES = 1 << 10
_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
# A frame that holds no text: some packers write one first, to say how the file is divided.
_ZSTD_SKIPPABLE = tuple(bytes([first, 0x2A, 0x4D, 0x18]) for first in range(0x50, 0x60))
_MAGIC_BYTES = 4


class Peeked(NamedTuple):
    """The first bytes of a stream, and the stream as it was before they were looked at.

    `ended`: `head` is all of it. `fault`: why nothing comes after `head`; the stream raises it there.
    """

    head: bytes
    chunks: Iterator[bytes]
    ended: bool
    fault: Refusal | None


def peek(chunks: Iterator[bytes], size: int) -> Peeked:
    """Look at the first bytes of a stream: more than `size`, or all that there are."""
    held: list[bytes] = []
    gathered, ended, fault = 0, False, None
    try:
        while gathered <= size:
            held.append(next(chunks))
            gathered += len(held[-1])
    except StopIteration:
        ended = True
    except Refusal as refusal:
        fault = refusal
    head = b"".join(held)
    return Peeked(head, _again(head, fault, chunks), ended, fault)


def _again(head: bytes, fault: Refusal | None, chunks: Iterator[bytes]) -> Iterator[bytes]:
    if head:
        yield head
    if fault is not None:
        raise fault
    yield from chunks


class InputStream:
    """An input file while it is read, once.

    `fault` is why no more of it can be read, if that is so: what was refused for another reason leaves the rest
    of the file readable. `is_packed`: its bytes are compressed as a whole.
    """

    def __init__(self, path: str, limits: Limits | None = None) -> None:
        self.path = path
        self._limits = limits or Limits()
        self._stored = self._unpacked = 0
        self.fault: Refusal | None = None
        self.is_packed = False
        self._hash = hashlib.sha256()
        self._is_whole = False
        self._raw = self._read_raw()

    def chunks(self) -> Iterator[bytes]:
        """The unpacked bytes of the file in chunks of at most 1 MiB, all that stands before a fault.

        Raises `Refusal` with UNREADABLE, NOT_GZIP, NOT_AS_NAMED, TRUNCATED, DAMAGED or UNPACKED_TOO_LARGE.
        """
        try:
            head, chunks, _, _ = peek(self._raw, _MAGIC_BYTES)
            self.is_packed = is_packed(head)
            yield from unpacked(chunks, self.path, self.spend)
        except Refusal as refusal:
            self.fail(refusal)
            raise

    def seekable(self) -> Any:
        """The stored bytes as a file that can be read at any place; raises OSError."""
        file = open_seekable(self.path)
        self._stored = file.size()
        return file

    def spend(self, size: int) -> None:
        """Count unpacked bytes; raises `Refusal(UNPACKED_TOO_LARGE)` where those before were more than may be."""
        allowed = max(self._limits.unpacked_bytes, self._limits.unpacked_ratio * self._stored)
        if self._unpacked > allowed:
            detail = f"{self._stored} stored bytes unpack to more than {allowed} bytes"
            raise self.fail(Refusal(Reason.UNPACKED_TOO_LARGE, detail))
        self._unpacked += size

    def fail(self, refusal: Refusal) -> Refusal:
        """Note, and give back, why no more of the file can be read."""
        self.fault = refusal
        return refusal

    def digest(self) -> str | None:
        """The SHA-256 of the file as it is stored, for which the rest of it is read; None if that fails."""
        with suppress(Refusal):
            for _ in self._raw:
                pass
        return self._hash.hexdigest() if self._is_whole else None

    def _read_raw(self) -> Iterator[bytes]:
        try:
            with open_file(self.path) as stream:
                while chunk := stream.read(CHUNK_BYTES):
                    self._hash.update(chunk)
                    self._stored += len(chunk)
                    yield chunk
            self._is_whole = True
        except OSError as error:
            raise unreadable(error) from error


def unreadable(error: OSError) -> Refusal:
    """The refusal of what cannot be read now, or from here."""
    return Refusal(Reason.UNREADABLE, " ".join(str(error).split()))


def is_packed(head: bytes) -> bool:
    """Whether bytes that begin so are compressed as a whole."""
    return head.startswith((_GZIP_MAGIC, _ZSTD_MAGIC, *_ZSTD_SKIPPABLE))


def unpacked(chunks: Iterator[bytes], name: str, spend: Callable[[int], None]) -> Iterator[bytes]:
    """Unpack gzip and Zstandard, and give anything else as it is, in chunks of at most 1 MiB.

    `spend` gets the size of each unpacked chunk before it is given, and may raise UNPACKED_TOO_LARGE. Raises
    `Refusal` with NOT_GZIP or NOT_AS_NAMED (the name promises what the bytes are not), TRUNCATED or DAMAGED, after
    all that stands before the fault was given.
    """
    head, chunks, _, _ = peek(chunks, _MAGIC_BYTES)
    if not is_packed(head):
        _require_as_named(head, name.lower())
        yield from chunks
        return
    for chunk in _gunzip(chunks) if head.startswith(_GZIP_MAGIC) else _unzstd(chunks):
        spend(len(chunk))
        yield chunk


def _require_as_named(head: bytes, name: str) -> None:
    begins = f"but starts with the bytes {head[:_MAGIC_BYTES].hex(' ')}"
    if head and name.endswith(".gz"):
        raise Refusal(Reason.NOT_GZIP, f"named .gz, {begins}")
    ending = name[-4:]
    if head and ending in (".tgz", ".zst", ".zip") and not (ending == ".zip" and head.startswith(b"PK")):
        raise Refusal(Reason.NOT_AS_NAMED, f"named {ending}, {begins}")


def _gunzip(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack gzip members one after the other; the blocks of zeros that tape tools append are no member."""
    member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    given = 0
    for chunk in chunks:
        while chunk:
            if member.eof:
                chunk = chunk.lstrip(b"\0")
                if not chunk:
                    break
                member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            try:
                unpacked = member.decompress(chunk, CHUNK_BYTES)
            except zlib.error as error:
                raise Refusal(Reason.DAMAGED, f"after {given} unpacked bytes: {error}") from error
            given += len(unpacked)
            yield unpacked
            chunk = member.unused_data if member.eof else member.unconsumed_tail
    if not member.eof:
        yield member.flush()
        raise Refusal(Reason.TRUNCATED, f"the gzip stream ends after {given} unpacked bytes")


def _unzstd(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack Zstandard frames one after the other."""
    reader = ChunkReader(chunks)
    given = 0
    with pa.CompressedInputStream(pa.PythonFile(reader, "r"), "zstd") as stream:
        while True:
            pieces: list[bytes] = []
            try:
                # A fault takes with it what was read in the same call.
                for _ in range(CHUNK_BYTES // _PIECE_BYTES):
                    pieces.append(stream.read(_PIECE_BYTES))
            except OSError as error:
                yield b"".join(pieces)
                given += sum(map(len, pieces))
                reason = Reason.TRUNCATED if reader.ended else Reason.DAMAGED
                raise Refusal(reason, f"after {given} unpacked bytes: {error}") from error
            except Refusal:
                yield b"".join(pieces)
                raise
            chunk = b"".join(pieces)
            if not chunk:
                return
            given += len(chunk)
            yield chunk


class ChunkReader(io.RawIOBase):
    """Chunks as a file that can be read from start to end; `ended` once all was read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._held = memoryview(b"")
        self.ended = False

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes (a whole chunk for -1), none only at the end; raises what the chunks raise."""
        while not self._held and not self.ended:
            chunk = next(self._chunks, None)
            self.ended = chunk is None
            self._held = memoryview(chunk or b"")
        given = self._held if size < 0 else self._held[:size]
        self._held = self._held[len(given) :]
        return bytes(given)
