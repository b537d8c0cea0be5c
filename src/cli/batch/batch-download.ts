import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Result } from '../../core/base/result.ts';
import type { ModelFault } from '../../models/model.ts';
import type { BatchServer } from '../../models/runs/batch-server.ts';
import { attempt } from '../command.ts';

/** Downloads a file of the server; it is renamed to its name only when complete. Returns the fault of the server. */
export async function download(
  server: BatchServer,
  id: string,
  target: string,
  signal: AbortSignal,
): Promise<Result<undefined, ModelFault>> {
  const part = `${target}.part`;
  const doing = `cannot write ${target}`;
  const disk = new AbortController();
  let handle: number | undefined;
  const close = (): void => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  let failure: unknown;
  const onDisk = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      failure = error;
      disk.abort();
      throw error;
    }
  };
  try {
    const sink = {
      start: () =>
        onDisk(() => {
          close();
          handle = openSync(part, 'w');
        }),
      write: (piece: Uint8Array) => onDisk(() => writeAll(handle ?? -1, piece)),
    };
    const answer = await server.download(id, sink, AbortSignal.any([signal, disk.signal]));
    if (failure !== undefined) attempt(doing, () => fail(failure));
    close();
    if (answer.ok) attempt(doing, () => renameSync(part, target));
    return answer;
  } finally {
    close();
    rmSync(part, { force: true });
  }
}

function writeAll(handle: number, piece: Uint8Array): void {
  for (let at = 0; at < piece.byteLength; ) at += writeSync(handle, piece, at);
}

function fail(error: unknown): never {
  throw error;
}
