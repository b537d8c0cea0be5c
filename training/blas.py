"""Imported before torch: tells OpenBLAS which kernels fit. Debian's does not know newer processors, and then takes its slowest ones."""

import os


def flags():
    """What the processor can do, in Linux's words."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return set(next((line.split() for line in file if line.startswith("flags")), []))
    except OSError:
        return set()


def has_bfloat16():
    """True where products of bfloat16 matrices are quicker than of float32."""
    return not {"amx_bf16", "avx512_bf16"}.isdisjoint(flags())


def kernels():
    if {"avx512f", "avx512dq", "avx512bw", "avx512vl"} <= flags():
        return "SKYLAKEX"
    return "HASWELL" if {"avx2", "fma"} <= flags() else None


if kernels() is not None:
    os.environ.setdefault("OPENBLAS_CORETYPE", kernels())
