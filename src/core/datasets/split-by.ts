import { err, ok, type Result } from '../base/result.ts';
import type { GameFacts } from './game-facts.ts';
import { fieldNamed } from './query/fields.ts';

/** The parts that a game belongs to, by their names; `index` is its number among the games, from 0 on. */
export type PartsOf = (facts: GameFacts, index: number) => readonly string[];

const MAX_NAME = 80;

/** Reads what divides games into files: a number of games, or a field, whose every value is a part (`player` gives a game two). */
export function readSplitBy(text: string): Result<PartsOf, string> {
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

/** Names of parts that can be parts of file names: letters, digits, `_`, `.` and `-`; values that differ in more than letter case differ. */
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
