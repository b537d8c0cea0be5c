import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns a digest of the weights of all bundled networks. */
function weightsDigest(): string {
  const hash = createHash('sha256');
  for (const folder of ['mav-small', 'mav-small-connect_four', 'mav-small-hex'])
    hash.update(readFileSync(path.join('media', folder, 'model.onnx')));
  return hash.digest('hex').slice(0, 8);
}

/** Folder of what the commands write: a run that is repeated goes on there, with other weights it begins anew. */
export const FOLDER = path.join('out/results', weightsDigest());
/** The model that the results are of. */
export const MODEL = 'builtin:mav-small';

/** Runs a command of the command line as a user does, and returns its output. */
export function statelens(args: readonly string[], allowed: readonly number[] = [0]): string {
  mkdirSync(FOLDER, { recursive: true });
  try {
    return execFileSync(process.execPath, ['dist/cli.mjs', ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    const { status, stdout } = error as { readonly status?: number; readonly stdout?: string };
    if (status !== undefined && allowed.includes(status)) return stdout ?? '';
    throw new Error(`statelens ${args.join(' ')} ended with ${status}`, { cause: error });
  }
}

export const json = (args: readonly string[], allowed?: readonly number[]): unknown =>
  JSON.parse(statelens(args, allowed));

/** Words of a command. */
export const words = (text: string): readonly string[] => text.split(' ');

export const fileOf = (name: string): string => path.join(FOLDER, name);

/** A mean or a rate with its interval. */
export interface Figure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** `0.94 (0.91–0.96)`; without the interval where there is none, `–` where there is no value. */
export function inWords(figure: Figure | null | undefined, digits = 2): string {
  const { value = null, low = null, high = null } = figure ?? {};
  if (value === null) return '–';
  const number = (x: number): string => x.toFixed(digits);
  return low === null || high === null ? number(value) : `${number(value)} (${number(low)}–${number(high)})`;
}
