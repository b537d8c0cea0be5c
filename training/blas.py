"""Imported before torch: tells OpenBLAS which kernels fit. Debian's does not know newer processors, and then takes its slowest ones."""

import os


def kernels():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            flags = next((line.split() for line in file if line.startswith("flags")), [])
    except OSError:
        return None
    if {"avx512f", "avx512dq", "avx512bw", "avx512vl"} <= set(flags):
        return "SKYLAKEX"
    return "HASWELL" if {"avx2", "fma"} <= set(flags) else None


if kernels() is not None:
    os.environ.setdefault("OPENBLAS_CORETYPE", kernels())
