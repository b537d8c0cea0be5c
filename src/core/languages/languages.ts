import { looksLikeMav } from '../mav/lexer.ts';
import type { MavDialect } from '../mav/syntax.ts';
import type { Language } from '../notation/language.ts';
import { looksLikeTrace } from '../traces/dialect.ts';
import type { LanguageKit, LanguageName } from './kit.ts';

/** A line with placement, side, castling and en passant; the group is the rest. */
const FEN_LINE = /^[1-8pnbrqkPNBRQK]+(?:\/[1-8pnbrqkPNBRQK]+){7} [wb] [A-Ha-hKQkq-]+ (?:-|[a-h][36])(.*)$/;
const COUNTERS = /^(?: \d+ \d+)?$/;

/**
 * The languages. A row that is a whole `LanguageKit` needs nothing else; the kits of the large languages are in
 * `kits.ts`, so that a command loads only the parts that it uses.
 */
export const LANGUAGES: LanguageName[] = [
  {
    id: 'pgn',
    encodingCode: 'PGN_ENCODING',
    endings: ['pgn'],
    starts: (line) => /^(?:\[\s*[A-Za-z]|%|1\s*\.)/.test(line),
    hasGames: true,
    hasPositions: true,
    isAnnotated: true,
  },
  {
    id: 'fen',
    encodingCode: 'FEN_ENCODING',
    endings: ['fen'],
    starts: (line) => COUNTERS.test(FEN_LINE.exec(line)?.[1] ?? '?'),
    hasPositions: true,
    isAnnotated: true,
  },
  // FEN lines with operations instead of counters
  {
    id: 'epd',
    encodingCode: 'FEN_ENCODING',
    editorId: 'fen',
    endings: ['epd'],
    starts: (line) => !COUNTERS.test(FEN_LINE.exec(line)?.[1] ?? ''),
    hasPositions: true,
    isAnnotated: true,
  },
  {
    id: 'walk',
    encodingCode: 'WALK_ENCODING',
    endings: ['walk'],
    starts: (line) => /^world[ \t]+\S/.test(line),
    hasWalks: true,
    isAnnotated: true,
  },
  {
    id: 'mav',
    encodingCode: 'MAV_ENCODING',
    endings: ['mav'],
    claims: looksLikeMav,
    hasPositions: true,
    isAnswer: true,
  },
  {
    id: 'pddl',
    encodingCode: 'PDDL_ENCODING',
    endings: ['pddl'],
    starts: (line) => /^\(\s*define\b/i.test(line),
    hasDomain: true,
    isWorld: true,
    wholeText: 'a world in PDDL',
  },
  {
    id: 'trace',
    encodingCode: 'TRACE_ENCODING',
    endings: ['trace'],
    starts: looksLikeTrace,
    isTrace: true,
  },
  {
    id: 'dialect',
    encodingCode: 'DIALECT_ENCODING',
    endings: ['dialect.json'],
    shownAs: 'json',
    isDialect: true,
    wholeText: 'a dialect of traces',
  },
  {
    id: 'table',
    encodingCode: 'TABLE_ENCODING',
    endings: [],
    // an editor that does not know such a language may give a table any identifier
    claims: (line) => /^"?state"?\s*,\s*"?action"?\s*,\s*"?next\b/.test(line),
    isWorld: true,
    wholeText: 'a table of a world',
  },
];

/** Returns the language of files in a dialect that is a format by itself; undefined for other dialects. */
export const dialectLanguage = (dialect: Pick<MavDialect, 'format'> | undefined): Language | undefined =>
  dialect?.format === 'rookworld' ? 'mav' : undefined;

/**
 * Returns a language, or the format of its files in a dialect that is one by itself: RookWorld writes lines in files of
 * MAV.
 */
export const formatIn = (language: Language, dialect: Pick<MavDialect, 'format'> | undefined): string =>
  dialect !== undefined && dialectLanguage(dialect) === language ? dialect.format : language;

/** The language of standard input whose first line does not decide. */
export const DEFAULT_LANGUAGE: Language = 'pgn';

/** Returns the row of a language. */
export const languageName = (language: Language): LanguageName | undefined =>
  LANGUAGES.find(({ id }) => id === language);

/** Returns the row of a language that must be in the table. */
export function languageRow(language: Language): LanguageName {
  const row = languageName(language);
  if (row === undefined) throw new Error(`no language ${language} in the table`);
  return row;
}

const isKit = (name: LanguageName): name is LanguageKit => 'sections' in name;

/**
 * Returns the kit of a language whose row is a whole one; undefined for languages whose kits are apart from the table.
 */
export function kitInTable(language: Language): LanguageKit | undefined {
  const row = languageName(language);
  return row !== undefined && isKit(row) ? row : undefined;
}

/** Returns the identifiers of the languages for which a condition is true, in the order of the table. */
export const languagesWhere = (holds: (name: LanguageName) => boolean = () => true): readonly Language[] =>
  LANGUAGES.filter(holds).map(({ id }) => id);

/** Returns the languages whose files hold predictions as annotations. */
export const annotatedLanguages = (): readonly Language[] => languagesWhere(({ isAnnotated }) => isAnnotated === true);

/** Returns true for a language of games, positions or walks, as its row states. */
export const holdsGames = ({
  hasGames,
  hasWalks,
  hasPositions,
}: Pick<LanguageName, 'hasGames' | 'hasWalks' | 'hasPositions'>): boolean =>
  hasGames === true || hasWalks === true || hasPositions === true;

/** Returns the languages of games, positions and walks. */
export const gameLanguages = (): readonly Language[] => languagesWhere(holdsGames);

/** Returns the file name extensions of some languages, with a dot. */
export const languageEndings = (languages: readonly Language[]): readonly string[] =>
  languages.flatMap((language) => languageName(language)?.endings ?? []).map((ending) => `.${ending}`);

/**
 * Returns the row of a document in an editor.
 *
 * @param languageId identifier in the editor
 * @param path its extension distinguishes languages that share one identifier, as FEN and EPD do
 * @returns undefined for an identifier of no known language
 */
export function nameInEditor(languageId: string, path: string): LanguageName | undefined {
  const named = LANGUAGES.filter(({ id, editorId }) => id === languageId || editorId === languageId);
  const byEnding = named.length > 1 ? detectLanguage(path) : undefined;
  return named.find(({ id }) => id === byEnding) ?? named[0];
}

/** Number of characters in which the first line is searched. */
const HEAD = 10_000;

/**
 * Returns the first line of a text that is neither empty nor a comment (`# …`), as far as it identifies the language.
 */
export const firstLine = (text: string): string =>
  /^(?:\s*#[^\r\n]*)*\s*([^\r\n]*)/.exec(text.slice(0, HEAD))?.[1] ?? '';

/**
 * Returns the language of a document by its file name's extension, otherwise by its `firstLine` (standard input and
 * untitled documents have no extension); undefined if neither decides. A text that starts as MAV is MAV whatever its
 * extension.
 *
 * @param dialect requested one; a text of RookWorld has no extension
 */
export function detectLanguage(
  fileName: string,
  firstLine = '',
  dialect?: Pick<MavDialect, 'format'>,
): Language | undefined {
  const claimed = LANGUAGES.find(({ claims }) => claims?.(firstLine) === true);
  if (claimed !== undefined) return claimed.id;
  const lower = fileName.toLowerCase();
  const named = LANGUAGES.find(({ endings }) => endings.some((ending) => lower.endsWith(`.${ending}`)));
  if (named !== undefined) return named.id;
  // its lines begin as records do
  const asked = dialectLanguage(dialect);
  if (asked !== undefined) return asked;
  const line = firstLine
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trim();
  return LANGUAGES.find(({ starts }) => starts?.(line) === true)?.id;
}
