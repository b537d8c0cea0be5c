import type { Language } from '../notation/language.ts';
import { DIALECT } from './dialect/kit.ts';
import { EPD, FEN } from './fen/kit.ts';
import type { LanguageKit } from './kit.ts';
import { kitInTable } from './languages.ts';
import { MAV } from './mav/kit.ts';
import { PDDL } from './pddl/kit.ts';
import { PGN } from './pgn/kit.ts';
import { TABLE } from './tables/kit.ts';
import { TRACES } from './trace/kit.ts';
import { WALK } from './walk/kit.ts';

/** The kits of languages that have only their name in the table of languages. */
const APART: ReadonlyMap<Language, LanguageKit> = new Map(
  [PGN, FEN, EPD, WALK, MAV, PDDL, TABLE, TRACES, DIALECT].map((kit) => [kit.id, kit]),
);

/** Returns the kit of a language of the table. */
export function languageKit(language: Language): LanguageKit {
  const kit = kitInTable(language) ?? APART.get(language);
  if (kit === undefined) throw new Error(`no language ${language}`);
  return kit;
}
