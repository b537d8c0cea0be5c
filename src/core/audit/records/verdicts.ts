import { isVerdict, verdictStem } from '../reading/keys.ts';
import type { Part } from '../source/part.ts';

/** More verdicts of one record are not looked at. */
const MAX_VERDICTS = 20;

/** What a record itself says of the legality of its moves. */
export class Verdicts {
  readonly #found: { readonly stem: string; readonly isLegal: boolean }[] = [];

  constructor(fields: readonly Part[]) {
    for (const { key, text } of fields) {
      if (this.#found.length >= MAX_VERDICTS) return;
      if (/^(?:true|false)$/.test(text) && isVerdict(key))
        this.#found.push({ stem: verdictStem(key), isLegal: text === 'true' });
    }
  }

  /** True or false where the record says so of the move of a field. */
  of(key: string): boolean | undefined {
    const name = key.replace(/^.*\./, '').toLowerCase();
    const own = this.#found.find(({ stem }) => stem !== '' && name.startsWith(stem));
    return (own ?? this.#found.find(({ stem }) => stem === ''))?.isLegal;
  }
}
