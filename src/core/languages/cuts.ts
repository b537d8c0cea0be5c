import { lastMavStart } from '../mav/read-mav.ts';
import type { MavDialect } from '../mav/syntax.ts';
import { lastRecordStart } from '../notation/fen/fen-file.ts';
import type { Language } from '../notation/language.ts';
import { lastGameStart } from '../notation/pgn/document.ts';
import { lastWalkStart } from '../notation/walk/read-walk.ts';
import type { LanguageKit } from './kit.ts';
import { formatIn, kitInTable } from './languages.ts';
import { type DialectSource, traceReader } from './trace/section-trace.ts';
import { lastTraceStart } from './trace/trace-sections.ts';

type LastStart = NonNullable<LanguageKit['lastStart']>;

const UNCUT: LastStart = () => 0;

/**
 * The cuts of languages whose kit is not in the table of languages: commands that need only these load nothing else.
 */
const APART: ReadonlyMap<Language, LastStart> = new Map([
  ['pgn', lastGameStart],
  ['fen', lastRecordStart],
  ['epd', lastRecordStart],
  ['walk', lastWalkStart],
  ['mav', lastMavStart],
  ['rookworld', lastRecordStart],
  ['trace', lastTraceStart],
]);

/**
 * Returns `LanguageKit.lastStart` of a language; without it a text stays in one piece.
 *
 * @param sources dialect files that traces may be written in
 */
export function sectionCut(
  language: Language,
  dialect?: Pick<MavDialect, 'format'>,
  sources: readonly DialectSource[] = [],
): LastStart {
  if (sources.length > 0) return (text) => lastTraceStart(text, traceReader(sources));
  const kit = kitInTable(language);
  const own = kit === undefined ? APART.get(formatIn(language, dialect)) : kit.lastStart;
  return own ?? UNCUT;
}
