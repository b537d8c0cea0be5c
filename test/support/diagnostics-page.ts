import { auditText } from '../../src/core/audit/audit.ts';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { checkText } from '../../src/core/languages/check.ts';
import type { Diagnostic } from '../../src/core/notation/diagnostic.ts';
import { CODES, type Code } from '../../src/core/notation/diagnostic-codes.ts';
import type { CodeExample, Explanation, SharedExplanation } from '../../src/core/notation/explanations/explanation.ts';
import { EXPLANATIONS, SHARED_EXPLANATIONS } from '../../src/core/notation/explanations/explanations.ts';
import { SEARCH, SEARCHES_EXPLANATIONS } from '../../src/core/notation/explanations/searches.ts';
import { TRACE, TRACES_EXPLANATIONS } from '../../src/core/notation/explanations/traces.ts';
import { readProse } from '../../src/core/traces/prose/read-prose.ts';
import { findWorld } from '../../src/core/worlds/worlds.ts';
import { codeSpan, wrapped } from './page-text.ts';

/** Width of a line of an example that is shown whole. */
const WIDTH = 72;
/** Width of the part that is shown of a longer line. */
const PART = 50;
/** Characters of the lines of an example that are shown, and of one in which no finding is marked. */
const EXCERPT = 70;
const UNMARKED_EXCERPT = 84;
/** The board of the starting position, for which examples show `BOARD`. */
const BOARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
/** The first four fields of the starting position, for which examples show `START`. */
const START = `${BOARD} w KQkq -`;
/** The line before a FEN tag, which examples leave out if the finding is in neither. */
const SETUP = '[SetUp "1"]';
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

/** Language of a code. */
const languageOf = (code: string): string => code.slice(0, code.indexOf('_'));
/** Returns the explanation of a code. @throws for a new code without one: the page is written before the compiler has asked */
function explanationOf(code: Code): Explanation {
  const found: Partial<Readonly<Record<Code, Explanation>>> = EXPLANATIONS;
  const explanation = found[code];
  if (explanation === undefined)
    throw new Error(`${code} has no explanation: add it to a file of src/core/notation/explanations`);
  return explanation;
}
/** Shared explanations of codes of several languages, which have the first section. */
const ACROSS = SHARED_EXPLANATIONS.filter(({ codes }) => new Set(codes.map(languageOf)).size > 1);
/** The other sections of the page: the codes that start with one of the prefixes, in the order of the table. */
const SECTIONS: readonly Section[] = [
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
    text: 'The examples change a correct trace: the first of `samples/traces.mav`, with its mistake (`g3g5`) corrected.',
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
  [
    `## Several languages\n${ACROSS.map(sharedText).join('\n\n')}`,
    ...SECTIONS.map(({ title, prefix, codes: own, text, base }) => {
      const codes = (Object.keys(CODES) as Code[]).filter(
        (code) =>
          prefix.test(code) &&
          (own === undefined || Object.hasOwn(own, code)) &&
          !ACROSS.some((shared) => shared.codes.includes(code)),
      );
      const intro = [
        ...(text === undefined ? [] : [wrapped(text)]),
        ...(base === undefined ? [] : [fenced(base === SEARCH ? 'text' : 'mav', base.join('\n'))]),
      ];
      return `## ${title}\n${[...intro, ...codes.flatMap(entryText)].join('\n\n')}`;
    }),
  ].join('\n\n');

/** The entry of a code; of those that share an explanation, the first has that of all. */
function entryText(code: Code): string[] {
  const shared = SHARED_EXPLANATIONS.find(({ codes }) => codes.includes(code));
  if (shared === undefined) return [sharedText({ title: CODES[code].title, codes: [code] })];
  return shared.codes[0] === code ? [sharedText(shared)] : [];
}

/** The finding in the example of a code. */
function findingOf(code: Code): Finding | undefined {
  const { example } = explanationOf(code);
  return example === undefined ? undefined : findingsIn(example).find((found) => found.code === code);
}

/** Headings and text of codes with one explanation: severity, title, explanation of the first, examples of all. */
function sharedText({ title, codes }: SharedExplanation): string {
  const examples = codes.flatMap((code) => {
    const { example, untested } = explanationOf(code);
    return example === undefined ? [] : [exampleText(example, untested === undefined ? findingOf(code) : undefined)];
  });
  const [first] = codes;
  const { text } = first === undefined ? {} : explanationOf(first);
  const sentences = [
    `_${severityOf(codes)}${fixOf(codes)}._ ${markdown(title)}.`,
    ...(text === undefined ? [] : [text]),
    ...(examples.length === 0 ? [] : [`E.g. ${examples.join('; ')}.`]),
  ];
  return [...codes.map((code) => `### \`${code}\``), wrapped(sentences.join(' '))].join('\n');
}

/** The severity of codes with one explanation. */
function severityOf(codes: readonly Code[]): string {
  const severities = new Set(codes.map((code) => CODES[code].severity));
  if (severities.size !== 1) throw new Error(`${codes.join(', ')} share an explanation, but no severity`);
  return [...severities].join('');
}

/** Note on fixes of codes with one explanation: in all examples, in some, or none. */
function fixOf(codes: readonly Code[]): string {
  const fixable = codes.filter((code) => CODES[code].fixable);
  if (fixable.length === 0) return '';
  const isFixed = (code: Code): boolean => {
    const finding = findingOf(code);
    return finding === undefined || (finding.fixes ?? []).length > 0;
  };
  return fixable.length === codes.length && fixable.every(isFixed) ? ', fix' : ', fix in some cases';
}

/** An example: the change of a correct text that is close to it, or its own lines, with the finding marked and its fix. */
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
          finding === undefined ? UNMARKED_EXCERPT : EXCERPT,
        )
      : changeText(base, lines, place);
  const strict = isStrict === true ? '(strict) ' : '';
  const fix = finding?.fixes?.[0] === undefined ? '' : ` → “${markdown(finding.fixes[0].title)}”`;
  return `${strict}${shown}${fix}`;
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
  const named = marked.replace(START, 'START').replace(BOARD, 'BOARD');
  if (named.length <= WIDTH) return named;
  const mark = named.indexOf('«');
  const first = isMarked ? Math.max(0, Math.min(mark - PART / 2, named.length - PART)) : 0;
  const word = first === 0 ? 0 : named.lastIndexOf(' ', Math.min(first + PART / 4, mark)) + 1;
  const start = word > first ? word : first;
  const end = named.length > start + PART ? ELLIPSIS : '';
  return `${start > 0 ? ELLIPSIS : ''}${named.slice(start, start + PART)}${end}`;
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

/**
 * The lines of an example, or those around the finding if all are too many, none of them in part; without the end `*`
 * of a game of tags alone, and without the tag SetUp before a FEN.
 */
function excerpt(lines: readonly string[], at: number, limit: number): string {
  let [from, end, size] = [at, at + 1, lines[at]?.length ?? 0];
  for (let grows = true; grows; ) {
    grows = false;
    for (const next of [from - 1, end]) {
      const line = lines[next];
      if (line === undefined || size + line.length > limit || line.endsWith(ELLIPSIS)) continue;
      [from, end, size, grows] = [Math.min(from, next), Math.max(end, next + 1), size + line.length, true];
    }
  }
  while (end - 1 > at && /^\*?$/.test(lines[end - 1] ?? '')) end--;
  if (lines[from] === SETUP && at > from + 1) from++;
  return joined(lines.slice(from, end));
}

/** Lines as code spans with a sign for each line end between them. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => (line === '' ? line : codeSpan(escaped(line))))
    .join(' ⏎ ')
    .replace(/⏎ {2}(?=⏎)/g, '⏎');

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Characters that cannot be seen as escapes. */
const escaped = (line: string): string =>
  line.replace(/[\p{Cc}\p{Cf}\u00A0\u2000-\u200A\uFFFD]/gu, (c) =>
    c === '\r' ? '\\r' : `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

/** A title with what Markdown would read as a sign escaped. */
const markdown = (title: string): string => escaped(title).replace(/[*<`\\]/g, (c) => `\\${c}`);
