import { err, ok, type Result } from '../base/result.ts';
import type { GameFacts } from './game-facts.ts';
import { type FieldValue, fieldNamed } from './query/fields.ts';

/** Stratum of the games that lack a field. */
const UNKNOWN = 'unknown';

/** The name of the stratum of a game. */
export type StratumOf = (facts: GameFacts) => string;

/**
 * Reads a list of fields that divide games into strata, such as `elo.mean:200,eco:1`: numbers by steps of the width behind the colon,
 * texts by that many first letters, both whole without a width.
 */
export function readStrata(text: string): Result<StratumOf, string> {
  const parts: StratumOf[] = [];
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
