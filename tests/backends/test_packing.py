from __future__ import annotations

import pytest
import torch
from torch import nn

from logitrail.backends import packing
from logitrail.backends.packing import pack_linear_layers


def layers() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 8, bias=False))


needs_packing = pytest.mark.skipif(not packing._available(), reason="this build of torch has no packed matrix product")


@needs_packing
@pytest.mark.parametrize("shape", [(16,), (1, 16), (3, 5, 16), (2, 1, 16)])
def test_packed_layers_give_what_plain_ones_give(shape: tuple[int, ...]) -> None:
    model, x = layers(), torch.randn(shape)
    with torch.inference_mode():
        plain = model(x)
        assert pack_linear_layers(model)
        packed = model(x)
    assert packed.shape == plain.shape
    assert torch.allclose(packed, plain, atol=1e-6)


@needs_packing
def test_weights_that_change_are_noticed() -> None:
    model, x = layers(), torch.randn(2, 16)
    pack_linear_layers(model)
    with torch.inference_mode():
        model(x)
    with torch.no_grad():
        model[0].weight.mul_(2)
    model[2].weight = nn.Parameter(torch.ones(8, 32))
    with torch.inference_mode():
        wanted = torch.relu(nn.functional.linear(x, model[0].weight, model[0].bias)) @ torch.ones(32, 8)
        assert torch.allclose(model(x), wanted, atol=1e-5)


@needs_packing
def test_gradients_flow() -> None:
    model = layers()
    pack_linear_layers(model)
    model(torch.randn(2, 16)).sum().backward()
    assert model[0].weight.grad is not None
    assert model[0].weight.grad.abs().sum() > 0


@needs_packing
def test_the_parameters_stay_what_they_were() -> None:
    model, twin = layers(), layers()
    pack_linear_layers(model)
    assert {name: p.tolist() for name, p in model.state_dict().items()} == {
        n: p.tolist() for n, p in twin.state_dict().items()
    }
    twin.load_state_dict(model.state_dict())


def test_other_types_are_left_alone() -> None:
    assert not pack_linear_layers(layers().to(torch.bfloat16))
    assert not pack_linear_layers(nn.Sequential(nn.ReLU()))


def test_large_models_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_LARGEST", 100)
    assert not pack_linear_layers(layers())
