"""Linear layers on the CPU with their weights laid out for the matrix kernels.

Forced runs and drafts are passes of a few tokens. With plain weights such a pass costs nearly twice a pass of one
token; with packed weights far less, which is what makes appending several tokens at once pay. The module, its
parameters and its state stay what they were; a layer whose weight was changed since falls back to the plain product.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType

import torch
from torch import nn

#: Packing keeps a second copy of the weights; beyond this size memory is worth more than time.
_LARGEST = 4 * 2**30


def pack_linear_layers(model: nn.Module) -> bool:
    """Packs the linear layers of a float32 model on the CPU, in place.

    Returns:
        Whether it was done: not for other devices and types, models above 4 GiB, or builds of torch without oneDNN.
    """
    layers = [module for module in model.modules() if type(module) is nn.Linear]
    size = sum(layer.weight.numel() * layer.weight.element_size() for layer in layers)
    plain = all(layer.weight.device.type == "cpu" and layer.weight.dtype == torch.float32 for layer in layers)
    if not layers or not plain or size > _LARGEST or not _available():
        return False
    for layer in layers:
        layer.forward = MethodType(_packed_forward(layer), layer)  # type: ignore[method-assign]
    return True


def _available() -> bool:
    if not torch.backends.mkldnn.is_available():  # type: ignore[no-untyped-call]
        return False
    try:
        x, weight = torch.ones(2, 8), torch.ones(4, 8)
        packed = torch.ops.mkldnn._reorder_linear_weight(weight, 1)
        out = torch.ops.mkldnn._linear_pointwise(x, packed, None, "none", [], "")
    except (AttributeError, RuntimeError):  # not part of this build
        return False
    return bool(torch.equal(out, torch.full((2, 4), 8.0)))


def _packed_forward(layer: nn.Linear) -> Callable[[nn.Linear, torch.Tensor], torch.Tensor]:
    weight = layer.weight
    with torch.no_grad():
        packed = torch.ops.mkldnn._reorder_linear_weight(weight.detach(), 1)
    version, address = weight._version, weight.data_ptr()
    linear = torch.ops.mkldnn._linear_pointwise

    def forward(self: nn.Linear, x: torch.Tensor) -> torch.Tensor:
        now = self.weight
        if (
            torch.is_grad_enabled()
            or x.dtype != torch.float32
            or x.device.type != "cpu"
            or now._version != version
            or now.data_ptr() != address
        ):
            return nn.functional.linear(x, now, self.bias)
        return linear(x, packed, self.bias, "none", [], "")  # type: ignore[no-any-return]

    return forward
