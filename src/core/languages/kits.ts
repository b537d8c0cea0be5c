import type { Language } from '../notation/language.ts';
import { DIALECT } from './dialect/kit.ts';
import { EPD, FEN } from './fen/kit.ts';
import type { LanguageKit } from './kit.ts';
import { detectLanguage, firstLine, kitInTable, LANGUAGES, nameInEditor } from './languages.ts';
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

/**
 * Returns the kit of an open document.
 *
 * @param uri of the document; the extension in its path distinguishes languages that share an identifier in editors, as
 * FEN and EPD do
 * @param languageId identifier in the editor; for an unknown one (`plaintext`, or an editor without such a language),
 * the name and the first line decide
 * @returns undefined for a document that the server does not read
 */
export function documentKit(uri: string, languageId: string, text: string): LanguageKit | undefined {
  const path = uri.replace(/[?#].*$/s, '');
  const line = firstLine(text);
  const claimed = LANGUAGES.some(({ claims }) => claims?.(line) === true);
  const language = (claimed ? undefined : nameInEditor(languageId, path)?.id) ?? detectLanguage(path, line);
  return language === undefined ? undefined : languageKit(language);
}
