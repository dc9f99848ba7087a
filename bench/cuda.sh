#!/usr/bin/env bash
# Installs the CUDA 13.0 compiler, assembler and disassembler and the CuTe headers
# from the Python package index into .venv, and prints where the programs are.
set -euo pipefail
cd "$(dirname "$0")/.."
if [[ ! -x .venv/bin/pip ]]; then
  python3 -m venv .venv || { echo "this needs Python's venv module (Debian: python3-venv)" >&2; exit 1; }
fi
.venv/bin/pip install -q nvidia-cuda-nvcc==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88 \
  nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85 nvidia-cuda-nvdisasm nvidia-cutlass==4.2.0.0 >&2
packages=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
echo "$packages/nvidia/cu13/bin"
