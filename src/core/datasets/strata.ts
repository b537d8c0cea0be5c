import { err, ok, type Result } from '../base/result.ts';
import type { GameFacts } from './game-facts.ts';
import { type FieldValue, fieldNamed } from './query/fields.ts';

/** Stratum of the games that lack a field. */
const UNKNOWN = 'unknown';

/** Returns the name of the stratum of a game. */
export type StratumRule = (facts: GameFacts) => string;

/**
 * Reads a list of fields that divide games into strata, such as `elo.mean:200,eco:1`: numbers by steps of the width
 * after the colon, texts by that many first letters, both whole without a width.
 */
export function readStrata(text: string): Result<StratumRule, string> {
  const parts: StratumRule[] = [];
  for (const part of text.split(',')) {
    const [, name = '', digits] = /^\s*([^:\s]+)(?::(\d{1,6}))?\s*$/.exec(part) ?? [];
    const field = fieldNamed(name);
    const width = digits === undefined ? undefined : Number(digits);
    if (field === undefined || width === 0)
      return err(`expected fields with widths, such as elo.mean:200,eco:1, in place of ${JSON.stringify(part)}`);
    const { is, read, kind } = field;
    parts.push((facts) =>
      kind === 'flag'
        ? String(is?.(facts))
        : read(facts)
            .map((value) => stepOf(value, width))
            .join('/'),
    );
  }
  return ok((facts) => parts.map((part) => part(facts)).join(' '));
}

/**
 * Reads the name of a field with a number for weights. A game that lacks the number, or has one that is not positive, weighs
 * nothing.
 */
export function readWeight(name: string): Result<(facts: GameFacts) => number, string> {
  const field = fieldNamed(name.trim());
  if (field?.kind !== 'number' && field?.kind !== 'tag')
    return err(`${JSON.stringify(name)} is none, such as elo.mean or plies`);
  return ok((facts) => {
    const values = field.read(facts).map((value) => (value === undefined ? 0 : Number(value)));
    const least = Math.min(...values);
    return least > 0 && Number.isFinite(least) ? least : 0;
  });
}

function stepOf(value: FieldValue | undefined, width: number | undefined): string {
  if (value === undefined) return UNKNOWN;
  if (width === undefined) return String(value);
  return typeof value === 'number' ? String(Math.floor(value / width) * width) : value.slice(0, width);
}

/** Returns the names of the parts that a game belongs to; `index` is its number among the games, from 0 on. */
export type PartRule = (facts: GameFacts, index: number) => readonly string[];

const MAX_NAME = 80;

/**
 * Reads a criterion that divides games into files: a number of games, or a field, whose every value is a part (`player`
 * gives a game two).
 */
export function readSplitBy(text: string): Result<PartRule, string> {
  if (/^[1-9]\d{0,8}$/.test(text)) {
    const size = Number(text);
    return ok((_, index) => [String(Math.floor(index / size) + 1)]);
  }
  const field = fieldNamed(text.trim());
  if (field === undefined)
    return err(`expected a number of games or a field, such as 10000 or eco, in place of ${text}`);
  const names = new PartNames();
  const { is, read, kind, name } = field;
  if (kind === 'flag') return ok((facts) => [is?.(facts) === true ? name : `not ${name}`].map((one) => names.of(one)));
  return ok((facts) => {
    const values = read(facts).filter((value) => value !== undefined);
    return values.length === 0 ? [names.of('unknown')] : [...new Set(values.map((value) => names.of(String(value))))];
  });
}

/**
 * Names of parts for file names: letters, digits, `_`, `.` and `-`; values that differ in more than letter case have
 * different names.
 */
class PartNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  of(value: string): string {
    const key = value.toLowerCase();
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const plain = value.replace(/[^\p{L}\p{N}_.-]+/gu, '_').slice(0, MAX_NAME);
    let name = plain;
    for (let i = 2; this.#taken.has(name.toLowerCase()); i++) name = `${plain}-${i}`;
    this.#taken.add(name.toLowerCase());
    this.#names.set(key, name);
    return name;
  }
}
