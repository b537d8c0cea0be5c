import { err, ok, type Result } from '../base/result.ts';
import type { TemperatureSchedule, VirtualCounts } from './settings.ts';

/** The numbers of a search that people choose. */
export type SearchNumber = 'simulations' | 'batch' | 'timeout' | 'exploration' | 'k' | 'epsilon' | 'seed';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** What the numbers of a search may be; `timeout` in seconds. */
export const SEARCH_BOUNDS: Readonly<Record<SearchNumber | 'rollouts', Bounds>> = {
  simulations: { least: 1, most: 10_000_000, isWhole: true },
  batch: { least: 1, most: 4096, isWhole: true },
  timeout: { least: 0, most: 86_400, isWhole: false },
  exploration: { least: 0, most: 1000, isWhole: false },
  k: { least: 1, most: 1000, isWhole: true },
  epsilon: { least: 0, most: 1, isWhole: false },
  seed: { least: 0, most: 0xffffffff, isWhole: true },
  rollouts: { least: 1, most: 1_000_000, isWhole: true },
};

/** A number of a search; the error says what it may be. */
export function readSearchNumber(name: keyof typeof SEARCH_BOUNDS, text: string): Result<number, string> {
  const { least, most, isWhole } = SEARCH_BOUNDS[name];
  const value = Number(text.trim());
  const isFine = text.trim() !== '' && value >= least && value <= most && (!isWhole || Number.isInteger(value));
  const range = `from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`;
  return isFine ? ok(value) : err(`${isWhole ? 'a whole number' : 'a number'} ${range}`);
}

/** `3`, or `8..2` for counts that halve from the leaf on. */
export function readVirtualCounts(text: string): Result<VirtualCounts, string> {
  const found = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text.trim());
  if (found === null) return err('a number such as 3, or two such as 8..2');
  const [, most, least] = found;
  return ok(
    least === undefined
      ? { kind: 'fixed', count: Number(most) }
      : { kind: 'dynamic', most: Number(most), least: Number(least) },
  );
}

export const printVirtualCounts = (virtual: VirtualCounts): string =>
  virtual.kind === 'fixed' ? String(virtual.count) : `${virtual.most}..${virtual.least}`;

/** `0.1`, or `0.1..0.05 by 40` for one that falls until a ply. */
export function readTemperature(text: string): Result<TemperatureSchedule, string> {
  const number = String.raw`(\d{1,3}(?:\.\d{1,9})?)`;
  const found = new RegExp(String.raw`^${number}(?:\s*\.\.\s*${number}\s+by\s+(\d{1,5}))?$`).exec(text.trim());
  const [from, to, plies] = (found ?? []).slice(1).map(Number);
  if (found === null || from > 100 || to > 100)
    return err('a number from 0 to 100, such as 0.1, or one that falls until a ply, such as 0.1..0.05 by 40');
  return ok(found[2] === undefined ? { from, to: from, plies: 0 } : { from, to, plies });
}

export const printTemperature = ({ from, to, plies }: TemperatureSchedule): string =>
  plies <= 0 ? String(to) : `${from}..${to} by ${plies}`;
