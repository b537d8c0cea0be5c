import { type Cancellation, NEVER } from '../base/cancellation.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import type { Language } from '../notation/language.ts';
import { checkDialectFile } from './dialect/kit.ts';
import { checkEpd, checkFen } from './fen/check.ts';
import type { Check, CheckedText } from './kit.ts';
import { formatIn, kitInTable } from './languages.ts';
import { checkMavFile, checkRookFile } from './mav/check.ts';
import { checkPddlFile } from './pddl/check.ts';
import { checkPgn } from './pgn/check.ts';
import type { CheckOptions } from './sections.ts';
import { checkTableFile } from './tables/kit.ts';
import { checkTraceFile } from './trace/trace-sections.ts';
import { checkWalkFile } from './walk/check.ts';

/** The checks of languages whose kit is not in the table of languages: threads that only check load nothing else. */
const APART: ReadonlyMap<Language, Check> = new Map([
  ['pgn', checkPgn],
  ['fen', checkFen],
  ['epd', checkEpd],
  ['walk', checkWalkFile],
  ['mav', checkMavFile],
  ['rookworld', checkRookFile],
  ['pddl', checkPddlFile],
  ['table', checkTableFile],
  ['trace', checkTraceFile],
  ['dialect', checkDialectFile],
]);

/**
 * Returns all diagnostics of a document, sorted by position.
 *
 * @param cancel once canceled, the findings so far are returned
 */
export const checkText = (
  text: string,
  language: Language,
  options: CheckOptions = {},
  cancel: Cancellation = NEVER,
): readonly Diagnostic[] => checkCounted(text, language, options, cancel).found;

/** Returns the same, with the number of games or records. */
export function checkCounted(
  text: string,
  language: Language,
  options: CheckOptions = {},
  cancel: Cancellation = NEVER,
): CheckedText {
  const kit = kitInTable(language);
  const check = kit === undefined ? APART.get(formatIn(language, options.mavDialect)) : kit.check;
  if (check === undefined) throw new Error(`no check of ${language}`);
  return check(text, options, cancel);
}
