"""The bytes of an input file as a stream of bounded chunks, decompressed by what they are, not by name."""

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain

from ratio_spark.corpus.files import open_file
from ratio_spark.corpus.refusals import Reason, Refusal

CHUNK_BYTES = 1 << 20
_GZIP_MAGIC = b"\x1f\x8b"


class InputStream:
    """An input file while it is read, once."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._hash = hashlib.sha256()
        self._is_whole = False
        self._raw = self._read_raw()

    def chunks(self) -> Iterator[bytes]:
        """The unpacked bytes of the file in chunks of at most 1 MiB.

        Raises `Refusal` with UNREADABLE, NOT_GZIP, TRUNCATED or DAMAGED, after all that stands before the fault
        was given.
        """
        head = next(self._raw, b"")
        whole = chain([head], self._raw)
        if head.startswith(_GZIP_MAGIC):
            return _gunzip(whole)
        if head and self.path.lower().endswith(".gz"):
            raise Refusal(Reason.NOT_GZIP, f"named .gz, but starts with the bytes {head[:4].hex(' ')}")
        return whole

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
                    yield chunk
            self._is_whole = True
        except OSError as error:
            raise Refusal(Reason.UNREADABLE, " ".join(str(error).split())) from error


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
