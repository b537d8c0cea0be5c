import { err, ok, type Result } from '../base/result.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './syntax.ts';

/** What each word of a list sets; those of the published form stand first. */
const WORDS: Readonly<Record<string, Partial<MavDialect>>> = {
  base1: { base: 1 },
  base0: { base: 0 },
  ctrl: { token: 'ctrl' },
  val: { token: 'val' },
  ceil: { rounding: 'ceil' },
  round: { rounding: 'round' },
  mav: { header: 'mav' },
  header: { header: 'token' },
  player: { discs: 'player' },
  digit0: { discs: 'digit0' },
  digit1: { discs: 'digit1' },
  'strict-meta': { strictMeta: true },
  rookworld: { format: 'rookworld' },
};

export const DIALECT_WORDS = Object.keys(WORDS);

/**
 * The dialect that words name, separated by commas or blanks: `base0,val`. What they leave open is as in `before`.
 *
 * @returns an error that names the first word that is none
 */
export function dialectOf(words: string, before: MavDialect = PUBLISHED_DIALECT): Result<MavDialect, string> {
  let dialect = before;
  for (const word of words.split(/[\s,]+/)) {
    if (word === '') continue;
    const name = word.toLowerCase();
    if (!Object.hasOwn(WORDS, name))
      return err(`unknown dialect word ${word}; expected one of ${DIALECT_WORDS.join(', ')}`);
    dialect = { ...dialect, ...WORDS[name] };
  }
  return ok(dialect);
}
