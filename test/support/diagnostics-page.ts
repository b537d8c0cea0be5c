import { auditText } from '../../src/core/audit/audit.ts';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { checkText } from '../../src/core/languages/check.ts';
import type { Diagnostic, Fix } from '../../src/core/notation/diagnostic.ts';
import { CODES, type Code } from '../../src/core/notation/diagnostic-codes.ts';
import type { CodeExample, Explanation } from '../../src/core/notation/explanations/explanation.ts';
import { EXPLANATIONS } from '../../src/core/notation/explanations/explanations.ts';
import { SEARCH, SEARCHES_EXPLANATIONS } from '../../src/core/notation/explanations/searches.ts';
import { TRACE, TRACES_EXPLANATIONS } from '../../src/core/notation/explanations/traces.ts';
import { readProse } from '../../src/core/traces/prose/read-prose.ts';
import { findWorld } from '../../src/core/worlds/worlds.ts';
import { codeSpan, wrapped } from './page-text.ts';

/** Width of a line of an example that is shown whole. */
const WIDTH = 72;
/** Characters of the lines of an example that are shown. */
const EXCERPT = 84;
/** The first four fields of the starting position, for which examples show `START`. */
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
/** Sign for a part of a line that is left out. */
const ELLIPSIS = '…';
/** A correct example of MAV; examples close to it are shown as changes of it. */
const MAV = [
  '<mav game=chess> %FEN %top_2 %best_action </mav>',
  `[%FEN ${START} 0 1]`,
  '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
  '[%best_action e2e4]',
];
const BASES: readonly (readonly string[])[] = [TRACE, MAV, SEARCH];

interface Section {
  readonly title: string;
  readonly prefix: RegExp;
  /** Codes of the section, if the prefix is that of others, too. */
  readonly codes?: object;
  readonly text?: string;
  /** A correct text that the section shows first. */
  readonly base?: readonly string[];
}

/** Codes of all languages with one explanation, that of the first. */
const ENCODING = /_ENCODING$/;
/** The sections of the page: the codes that start with one of the prefixes, in the order of the table. */
const SECTIONS: readonly Section[] = [
  { title: 'Encodings', prefix: ENCODING },
  { title: 'PGN', prefix: /^PGN_/ },
  { title: 'FEN', prefix: /^FEN_/ },
  { title: 'EPD operations', prefix: /^EPD_/ },
  { title: 'Walks', prefix: /^WALK_/, text: 'Files of [walks](worlds.md#walk-files).' },
  { title: 'PDDL', prefix: /^PDDL_/, text: 'A [domain, or a problem with its domain](worlds.md#pddl).' },
  {
    title: 'Tables',
    prefix: /^TABLE_/,
    text: 'A [table of a world](worlds.md#tables) in CSV or JSON, found by its first line or with `--language table`.',
  },
  {
    title: 'MAV',
    prefix: /^MAV_(?!ROOK)/,
    text: 'Some examples change or add a line of this correct one ([MAV](mav.md)):',
    base: MAV,
  },
  {
    title: 'RookWorld',
    prefix: /^MAV_ROOK_/,
    text:
      'Lines in the [dialect of RookWorld](mav.md#rookworld). What they share with MAV has its codes. ' +
      '`MAV_BEST_NOT_HIGHEST` is a warning here, but an info if Black’s best has the lowest value, as in published data.',
  },
  {
    title: 'Traces of internal search',
    prefix: /^TRACE_/,
    codes: TRACES_EXPLANATIONS,
    text:
      'The examples change lines of a correct trace: the first one of `samples/traces.mav`, with its mistake (`g3g5`) ' +
      'corrected.',
  },
  {
    title: 'Searches as text',
    prefix: /^TRACE_/,
    codes: SEARCHES_EXPLANATIONS,
    text: 'Searches in any dialect, by the rules of their world. Some examples change lines of this correct search:',
    base: SEARCH,
  },
  {
    title: 'Dialects of searches',
    prefix: /^DIALECT_/,
    text:
      'Files `NAME.dialect.json` describe [how searches are written](traces.md#a-dialect-for-a-new-format), by ' +
      '[events and fields](traces.md#events-and-their-fields).',
  },
  {
    title: 'Transcripts',
    prefix: /^AUDIT_/,
    text: '`statelens audit` and _Audit Transcript_ report these in transcripts of models: [audits](audit.md).',
  },
];

function chessWorld() {
  const world = findWorld('chess');
  if (!world.ok) throw new Error(world.error);
  return world.value;
}

/** The part of a diagnostic that the page shows. */
export type Finding = Pick<Diagnostic, 'code' | 'range' | 'fixes'>;

/** The findings in an example, by the audit or the check of its language. */
export function findingsIn({ language, text, isStrict }: CodeExample): readonly Finding[] {
  if (language === 'prose') return readProse(text, { world: chessWorld() }).trace.placing?.findings ?? [];
  return language === 'transcript' || language === 'log'
    ? auditText(text)
    : checkText(text, language, { strictExport: isStrict === true });
}

/** Everything below the first section of the page of diagnostics. */
export const diagnosticsText = (): string =>
  SECTIONS.map(({ title, prefix, codes: own, text, base }) => {
    const codes = (Object.keys(CODES) as Code[]).filter(
      (code) =>
        prefix.test(code) &&
        (own === undefined || Object.hasOwn(own, code)) &&
        (prefix === ENCODING || !ENCODING.test(code)),
    );
    const intro = [
      ...(text === undefined ? [] : [wrapped(text)]),
      ...(base === undefined ? [] : [fenced(base === SEARCH ? 'text' : 'mav', base.join('\n'))]),
    ];
    const entries =
      prefix === ENCODING
        ? [[...codes.map(headingOf), ...codes.slice(0, 1).map(bodyText)].join('\n')]
        : codes.map(entryText);
    return [`## ${title}`, ...intro, ...entries].join('\n\n');
  }).join('\n\n');

const headingOf = (code: Code): string => `### \`${code}\``;
const entryText = (code: Code): string => `${headingOf(code)}\n${bodyText(code)}`;

/** The text of one code: severity, title, explanation, example, finding and fix. */
function bodyText(code: Code): string {
  const { severity, title, fixable } = CODES[code];
  const { text, example, untested }: Explanation = EXPLANATIONS[code];
  const finding = example === undefined ? undefined : findingsIn(example).find((found) => found.code === code);
  const hasFix = finding === undefined || (finding.fixes ?? []).length > 0;
  const fix = fixable ? (hasFix ? ', fix' : ', fix in some cases') : '';
  const sentences = [
    `_${severity}${fix}._ ${markdown(title)}.`,
    ...(text === undefined ? [] : [text]),
    ...(example === undefined ? [] : [exampleText(example, untested === undefined ? finding : undefined)]),
  ];
  return wrapped(sentences.join(' '));
}

/** An example as a sentence: the change of a correct text that is close to it, or its own lines, with the finding marked. */
function exampleText(example: CodeExample, finding: Finding | undefined): string {
  const { language, text, isStrict } = example;
  const lines = text.split('\n');
  const base = ['mav', 'trace'].includes(language) ? BASES.find((correct) => isNear(lines, correct)) : undefined;
  const place = placeOf(text, finding);
  const shown =
    base === undefined
      ? excerpt(
          lines.map((line, i) => short(line, i, place)),
          place.line,
        )
      : changeText(base, lines, place);
  const strict = isStrict === true ? ' (strict)' : '';
  const fix = finding?.fixes?.[0] === undefined ? '' : fixText(finding.fixes[0], finding.fixes.length);
  return `E.g.${strict} ${shown}${fix}.`;
}

/** The place of a finding in one line, 0-based; of one over several lines its part in the first. */
interface Place {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** The place of a finding in a text; without one, an empty place in the last line, which is not marked. */
function placeOf(text: string, finding: Finding | undefined): Place {
  const lines = text.split('\n');
  if (finding === undefined) return { line: lines.length - 1, from: -1, to: -1 };
  const index = new LineIndex(text);
  const [start, end] = [index.positionAt(finding.range.start), index.positionAt(finding.range.end)];
  const to = end.line === start.line ? end.character : (lines[start.line] ?? '').length;
  return { line: start.line, from: start.character, to };
}

/** A line of an example with its finding between « and », unless that is all of it; of a long line the part around it. */
function short(line: string, number: number, { line: at, from, to }: Place): string {
  const isMarked = number === at && from >= 0 && (to - from < line.trim().length || line === '');
  const marked = isMarked ? `${line.slice(0, from)}«${line.slice(from, to)}»${line.slice(to)}` : line;
  const named = marked.replace(START, 'START');
  if (named.length <= WIDTH) return named;
  const mark = named.indexOf('«');
  const first = isMarked ? Math.max(0, Math.min(mark - WIDTH / 2, named.length - WIDTH)) : 0;
  const word = first === 0 ? 0 : named.lastIndexOf(' ', Math.min(first + WIDTH / 4, mark)) + 1;
  const start = word > first ? word : first;
  const end = named.length > start + WIDTH ? ELLIPSIS : '';
  return `${start > 0 ? ELLIPSIS : ''}${named.slice(start, start + WIDTH)}${end}`;
}

/** Number of equal lines at the start and, after those, at the end of two texts. */
function equalEnds(a: readonly string[], b: readonly string[]): { readonly from: number; readonly end: number } {
  let [from, end] = [0, 0];
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from++;
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++;
  return { from, end };
}

function isNear(lines: readonly string[], base: readonly string[]): boolean {
  const { from, end } = equalEnds(lines, base);
  return from + end > base.length / 3 && lines.length <= base.length + 1;
}

/** The change that makes a text of a correct one, by its lines; and the place of the finding if it is in another line. */
function changeText(base: readonly string[], lines: readonly string[], place: Place): string {
  const { from, end } = equalEnds(lines, base);
  const removed = base.length - end - from;
  const added = lines.slice(from, lines.length - end);
  const changed = `line${removed > 1 ? 's' : ''} ${from + 1}${removed > 1 ? `–${from + removed}` : ''}`;
  const part = added.length > 4 ? 2 : added.length;
  const isShown = place.line >= from && place.line < from + part;
  const shown = added.slice(0, part).map((line, i) => short(line, from + i, place));
  const text = joined(shown);
  const change =
    added.length === 0 ? `without ${changed}` : removed === 0 ? `after line ${from}, ${text}` : `${changed} ${text}`;
  const found = codeSpan(escaped(short(lines[place.line] ?? '', place.line, place)));
  return isShown ? change : added.length + removed === 0 ? found : `${change}, at ${found}`;
}

/** The lines of an example, or those around the finding if all are too many; without the end `*` of a game of tags alone. */
function excerpt(lines: readonly string[], at: number): string {
  let [from, end, size] = [at, at + 1, lines[at]?.length ?? 0];
  for (let grows = true; grows; ) {
    grows = false;
    for (const next of [from - 1, end]) {
      const length = lines[next]?.length;
      if (length === undefined || size + length > EXCERPT) continue;
      [from, end, size, grows] = [Math.min(from, next), Math.max(end, next + 1), size + length, true];
    }
  }
  while (end - 1 > at && /^\*?$/.test(lines[end - 1] ?? '')) end--;
  return joined(lines.slice(from, end));
}

/** Lines as code spans with a sign for each line end between them. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => (line === '' ? line : codeSpan(escaped(line))))
    .join(' ⏎ ')
    .replace(/⏎ {2}(?=⏎)/g, '⏎');

/** Title of the first fix, and the number of others. */
const fixText = ({ title }: Fix, count: number): string =>
  ` → “${markdown(title)}”${count > 1 ? `, or ${count - 1} more` : ''}`;

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Characters that cannot be seen as escapes. */
const escaped = (line: string): string =>
  line.replace(/[\p{Cc}\p{Cf}\u00A0\u2000-\u200A\uFFFD]/gu, (c) =>
    c === '\r' ? '\\r' : `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

/** A title with what Markdown would read as a sign escaped. */
const markdown = (title: string): string => escaped(title).replace(/[*<`\\]/g, (c) => `\\${c}`);
