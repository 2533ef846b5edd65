"""The verifier side by side: ``python -m bench.verify``.

Claims against sources of 8,000 characters of news, Chinese and English: cold (a text never seen before) and indexed
(the same ``Source`` again), beside the time that ``cn2an.transform`` and ``quantulum3`` take to read the numbers of the
same text. The texts are those of the test data (``LOGITRAIL_DATA``). Peers that are not installed are left out; they
are in the ``bench`` extra. Only the ratios mean anything on another machine.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

from logitrail.scan.clauses import sentences
from logitrail.types import Source
from logitrail.verification import verify
from tests.suite.claims_cases import CLAIMS, aligned, rows

CHARACTERS = 8_000
_SETS = {"zh": "uhgeval", "en": "summedits"}
_FEWEST, _LONGEST = 12, 300


def material(language: str) -> tuple[str, list[str]]:
    """A source of several articles, and supported claims about them; none is a sentence of its source."""
    text, claims, seen = "", [], set()
    for row in rows(_SETS[language]):
        if row["label"] != "supported" or len(row["claim"]) > _LONGEST or row.get("edit"):
            continue
        if row["context"] not in seen and len(text) < CHARACTERS:
            seen.add(row["context"])
            text += row["context"].strip() + "\n\n"
        if row["context"] in seen:
            claims.append(_in_other_words(row["claim"].strip(), language))
    return text[:CHARACTERS], [claim for claim in claims if aligned(claim, Source(text[:CHARACTERS]))][:40]


def _in_other_words(claim: str, language: str) -> str:
    """Chinese claims are sentences of their source: their clauses are put in another order."""
    if language == "en":
        return claim
    turned = []
    for span in sentences(claim):
        parts = span.text.rstrip("。；！").split("，")
        turned.append("，".join([*parts[1:], parts[0]]) + "。")
    return "".join(turned)


def main() -> None:
    """Runs and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    warnings.simplefilter("ignore")  # of the peers
    if not CLAIMS.exists():
        print(f"nothing at {CLAIMS}: LOGITRAIL_DATA names another folder")
        return
    for language in _SETS:
        source, claims = material(language)
        quoted = [{"claim": claim, "quote": aligned(claim, Source(source))} for claim in claims]
        peers = {name: timed(read, 5 if name == "cn2an" else 1) for name, read in readers(source).items()}
        print(f"{language}: {len(source)} characters, {len(claims)} claims")
        for name, times in peers.items():
            print(f"  {name:24} {1000 * statistics.median(times):9.2f} ms")
        measure("free", claims, source, peers, repeat)
        measure("with quotes", quoted, source, peers, repeat)
        print()


def measure(form: str, answers: list[Any], source: str, peers: dict[str, list[float]], repeat: int) -> None:
    """One line for cold, one for indexed, with the ratios."""
    count = iter(range(10**9))
    known = Source(source)
    accepted = sum(verify(answer, known).accepted for answer in answers)
    cold, indexed = [], []
    for answer in answers:
        cold += timed(lambda answer=answer: verify(answer, f"{source[:-8]}{next(count):8}"), repeat)
        indexed += timed(lambda answer=answer: verify(answer, known), repeat)
    middle = statistics.median(cold)
    ratios = "".join(f", {middle / statistics.median(times):.3f} of {name}" for name, times in peers.items())
    print(f"  {form}, {accepted} of {len(answers)} accepted")
    print(f"    {'cold':22} {percentiles(cold)}{ratios}")
    print(f"    {'indexed':22} {percentiles(indexed)}, {middle / statistics.median(indexed):.1f} times faster")


def percentiles(times: list[float]) -> str:
    """The middle and the slowest hundredth, in milliseconds."""
    ordered = sorted(times)
    return (
        f"p50 {1000 * statistics.median(ordered):7.2f} ms  p99 {1000 * ordered[int(0.99 * (len(ordered) - 1))]:7.2f} ms"
    )


def timed(run: Callable[[], Any], repeat: int) -> list[float]:
    """The seconds of each run, after one that does not count."""
    run()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return times


def readers(source: str) -> dict[str, Callable[[], Any]]:
    """How the peers that are installed read the numbers of a text."""
    found: dict[str, Callable[[], Any]] = {}
    try:
        cn2an = importlib.import_module("cn2an")
    except ImportError:
        print("cn2an is not installed: pip install 'logitrail[bench]'")
    else:
        found["cn2an"] = lambda: cn2an.transform(source)
    try:
        parser = importlib.import_module("quantulum3.parser")
    except ImportError:
        print("quantulum3 is not installed: pip install 'logitrail[bench]'")
    else:
        found["quantulum3"] = lambda: parser.parse(source)
    return found


if __name__ == "__main__":
    main()
