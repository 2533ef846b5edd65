"""Cost of a step beside the grammar engine's own: ``python -m bench.mask``.

Mask, consume and all of our state (shadow reader, witness, blocklist) against llguidance's mask and consume alone, on
the same tokens in one run; with no blocklist, and with 20,000 blocked words.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from pathlib import Path
from typing import Any

import numpy as np
from llguidance import LLMatcher

import logitrail as lt
from bench.prompts import CASES
from logitrail.backends.embedded import pull
from logitrail.backends.hf_tokenizer import HFTokenizer
from logitrail.contract.model import JsonShape
from logitrail.engine import Sequence, Vocabulary, compile_contract
from logitrail.engine.grammar import lower

_SYLLABLES = "ka lo mi ner ta vos ul pri den sha zo qui bra fel gon hir".split()


def main() -> None:
    """Runs and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--models", nargs="*", default=["smollm2", "gemma3-270m"])
    arguments = parser.parse_args()
    heads = f"{'vocabulary':<22}{'words':>8}{'steps':>7}{'engine p50':>12}{'p99':>8}{'ours p50':>11}{'p99':>8}"
    print(heads, "  over, µs")
    for name in arguments.models:
        vocabulary = _vocabulary(name)
        for words in (0, 20_000):
            _row(name, vocabulary, words, arguments.repeat)
        print(f"{'':<22}  1,000 sequences in progress: {_memory(vocabulary):.0f} MB beside the contract")


def _vocabulary(name: str) -> Vocabulary:
    from transformers import AutoConfig, AutoTokenizer

    folder = pull(name, accept_license=True)
    return HFTokenizer(AutoTokenizer.from_pretrained(folder), AutoConfig.from_pretrained(folder).vocab_size).vocabulary


def _row(name: str, vocabulary: Vocabulary, words: int, repeat: int) -> None:
    engine: list[float] = []
    ours: list[float] = []
    for case in CASES:
        contract = lt.Contract.from_schema(case.schema)
        if words:
            contract = contract.excluding(_words(words))
        tokens = vocabulary.tokenize(json.dumps(_answer(contract), ensure_ascii=False).encode())
        for turn in range(repeat + 1):
            alone, mine = _engine_steps(contract, vocabulary, tokens), _our_steps(contract, vocabulary, tokens)
            if turn:
                engine += alone
                ours += mine
    e50, e99 = np.percentile(engine, [50, 99])
    o50, o99 = np.percentile(ours, [50, 99])
    print(
        f"{name} {vocabulary.size:<10}{words:>9}{len(ours):>7}{e50:>12.1f}{e99:>8.1f}{o50:>11.1f}{o99:>8.1f}"
        f"   p50 +{o50 - e50:.1f}, p99 +{o99 - e99:.1f}"
    )


def _memory(vocabulary: Vocabulary) -> float:
    """Megabytes that a thousand sequences take, two thirds through an answer, under 20,000 words."""
    contract = lt.Contract.from_schema(CASES[1].schema).excluding(_words(20_000))
    compiled = compile_contract(contract, vocabulary)
    tokens = vocabulary.tokenize(json.dumps(_answer(contract), ensure_ascii=False).encode())
    before = _resident()
    kept = []
    for _ in range(1000):
        sequence = Sequence(compiled, len(tokens) + 64)
        for token in tokens[: len(tokens) * 2 // 3]:
            sequence.allowed()
            sequence.accept(token)
        kept.append(sequence)
    return _resident() - before


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def _words(number: int) -> list[str]:
    """Words that look like words, so that values often begin one and seldom complete it."""
    draw = random.Random(7)  # noqa: S311
    found: set[str] = set()
    while len(found) < number // 2:
        found.add("".join(draw.choice(_SYLLABLES) for _ in range(draw.randint(3, 5))))
    while len(found) < number:
        found.add("".join(chr(draw.randint(0x4E00, 0x9FA5)) for _ in range(draw.randint(2, 4))))
    return sorted(found)


def _answer(contract: lt.Contract) -> dict[str, Any]:
    """A valid answer with values of some length."""
    shape = contract.shape
    assert isinstance(shape, JsonShape)
    assert isinstance(shape.schema, dict)
    out: dict[str, Any] = {}
    for key, schema in shape.schema["properties"].items():
        if "enum" in schema:
            out[key] = schema["enum"][0]
        elif schema["type"] == "string":
            out[key] = {"date": "2024-03-18", "email": "someone@example.org"}.get(
                schema.get("format", ""), "Kalo Miner of the Northern Harbour, 第三季度 report (rev. 2)"
            )
        else:
            out[key] = {"integer": 42, "number": 412.6, "boolean": True}[schema["type"]]
    return out


def _engine_steps(contract: lt.Contract, vocabulary: Vocabulary, tokens: list[int]) -> list[float]:
    matcher = vocabulary.remember(
        f"bench:{contract.shape_fingerprint}:{len(contract.block_rules)}",
        lambda: LLMatcher(vocabulary.ll, LLMatcher.grammar_from_lark(lower(contract)), log_level=0),
    ).deep_copy()
    mask = np.zeros(vocabulary.words, dtype=np.int32)
    out = []
    for token in tokens:
        start = time.perf_counter()
        matcher.unsafe_compute_mask_ptr(mask.ctypes.data, mask.nbytes)
        matcher.consume_token(token)
        out.append((time.perf_counter() - start) * 1e6)
    return out


def _our_steps(contract: lt.Contract, vocabulary: Vocabulary, tokens: list[int]) -> list[float]:
    sequence = Sequence(compile_contract(contract, vocabulary), len(tokens) + 64)
    out = []
    for token in tokens:
        start = time.perf_counter()
        sequence.allowed()
        sequence.accept(token)
        out.append((time.perf_counter() - start) * 1e6)
    return out


if __name__ == "__main__":
    main()
