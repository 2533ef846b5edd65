"""Picking among what was found, or quoting: ``python -m bench.grounded``.

The same small models, the same paragraphs and slots (``bench/paragraphs.py``), greedy, two examples shown before each.
For each way: slots that were filled right (a slot that the text does not fill is right when it is left null), filled
wrong, and left null although the text fills them; and the tokens that it took. "bound" leaves out what the source says
of something else (``Contract.grounded(…, bound=True)``).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any, Literal

import logitrail as lt
from bench.paragraphs import PARAGRAPHS, SHOWN, Paragraph
from logitrail.contract import Contract
from logitrail.decoding.model import Model
from logitrail.grounding import read
from logitrail.grounding.candidates import candidates
from logitrail.grounding.quotes import stretches
from logitrail.grounding.slots import read_slots
from logitrail.grounding.sources import indexed
from logitrail.types import Source

Way = Literal["quote", "choose", "quote, bound", "choose, bound"]
WAYS: tuple[Way, ...] = ("quote", "choose", "quote, bound", "choose, bound")
#: Which model reads which language.
MODELS = {"en": "smollm2", "zh": "gemma3-270m"}


@dataclass
class Tally:
    """What became of the slots of some paragraphs."""

    right: int = 0
    wrong: int = 0
    abstained: int = 0
    tokens: int = 0

    def add(self, got: str | None, wanted: str | None) -> None:
        """Counts one slot."""
        if got == wanted:
            self.right += 1
        elif got is None:
            self.abstained += 1
        else:
            self.wrong += 1

    @property
    def slots(self) -> int:
        """All of them."""
        return self.right + self.wrong + self.abstained


def main() -> None:
    """Runs and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", nargs="+", default=list(MODELS), choices=list(MODELS))
    parser.add_argument("--show", action="store_true", help="print the outputs, too")
    arguments = parser.parse_args()
    print(f"{'':<30}{'right':>8}{'wrong':>8}{'abstained':>11}{'of':>6}{'tokens':>9}")
    for language in arguments.languages:
        model = lt.load(MODELS[language])
        tallies = {way: _run(model, language, way, show=arguments.show) for way in WAYS}
        for way, tally in tallies.items():
            print(
                f"{MODELS[language] + ' ' + language + ', ' + way:<30}{tally.right:>8}{tally.wrong:>8}"
                f"{tally.abstained:>11}{tally.slots:>6}{tally.tokens:>9}"
            )
        for first, other in (("quote", "choose"), ("quote, bound", "choose, bound")):
            ratio = tallies[other].right / max(tallies[first].right, 1)
            print(f"  {other} is right {ratio:.2f} times as often as {first}")


def _run(model: Model, language: str, way: Way, *, show: bool) -> Tally:
    tally = Tally()
    strategy, _, bound = way.partition(", ")
    for paragraph in PARAGRAPHS[language]:
        specs = {name: {**spec, "about": name} for name, (spec, _) in paragraph.slots.items()}
        contract = Contract.grounded(specs, paragraph.text, strategy, bound=bool(bound))  # type: ignore[arg-type]
        result = model.generate(_prompt(language, strategy, paragraph), contract, max_tokens=400)
        found = read(contract, result)
        for name, (_, wanted) in paragraph.slots.items():
            tally.add(found[name].text, wanted)
        tally.tokens += result.usage.completion_tokens
        if show:
            print(f"  {way}: {result.text}")
    return tally


def _prompt(language: str, strategy: str, paragraph: Paragraph) -> str:
    """Examples, then the paragraph."""
    text, answer = ("原文：", "答案：") if language == "zh" else ("Text: ", "Answer: ")
    shown = "".join(
        f"{text}{one.text}\n{answer}{json.dumps(_answer(one, strategy), ensure_ascii=False)}\n\n"
        for one in SHOWN[language]
    )
    return f"{shown}{text}{paragraph.text}\n{answer.rstrip()}"


def _answer(paragraph: Paragraph, strategy: str) -> dict[str, Any]:
    """What the model is shown as the right answer: made from the paragraph as the contract would have it."""
    source = Source(paragraph.text)
    out: dict[str, Any] = {}
    for name, (spec, wanted) in paragraph.slots.items():
        slot = read_slots({name: spec})[0]
        found = next((one for one in candidates(slot, [source]) if one.span.text == wanted), None)
        assert (found is None) == (wanted is None), (name, wanted, [one.key for one in candidates(slot, [source])])
        if found is None or strategy == "choose":
            out[name] = None if found is None else found.key
            continue
        around = next(
            source.text[start:end]
            for start, end in stretches(indexed(source), "clause")
            if start <= found.span.start and found.span.end <= end
        )
        out[name] = {"quote": around, "value": found.span.text}
    return out


if __name__ == "__main__":
    main()
