import { auditText } from '../../src/core/audit/audit.ts';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { applyEdits } from '../../src/core/base/text/range.ts';
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
const WIDTH = 118;
/** A correct example of MAV; examples close to it are shown as changes of it. */
const MAV = [
  '<mav game=chess> %FEN %top_2 %best_action </mav>',
  '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
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

/** The sections of the page: the codes that start with one of the prefixes, in the order of the table. */
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
    text: 'Examples in the [notation of MAV](mav.md). Those shown as a diff change lines of this correct one:',
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
    text: 'The examples change lines of this correct trace:',
    base: TRACE,
  },
  {
    title: 'Searches as text',
    prefix: /^TRACE_/,
    codes: { ...SEARCHES_EXPLANATIONS, TRACE_ENCODING: true },
    text: 'Searches in any dialect, by the rules of their world. Those shown as a diff change lines of this correct one:',
    base: SEARCH,
  },
  {
    title: 'Dialects of searches',
    prefix: /^DIALECT_/,
    text: 'Files that describe [how searches are written](traces.md#a-dialect-for-a-new-format), `NAME.dialect.json`.',
  },
  {
    title: 'Transcripts',
    prefix: /^AUDIT_/,
    text: '`statelens audit` and _Audit Transcript_ report these in transcripts of models: [audits](audit.md).',
  },
];

const FENCES: Partial<Record<CodeExample['language'], string>> = {
  rookworld: 'mav',
  prose: 'text',
  trace: 'text',
  transcript: 'md',
  log: 'jsonl',
};

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
      (code) => prefix.test(code) && (own === undefined || Object.hasOwn(own, code)),
    );
    const intro = [
      ...(text === undefined ? [] : [wrapped(text)]),
      ...(base === undefined ? [] : [fenced(base === SEARCH ? 'text' : 'mav', base.join('\n'))]),
    ];
    return [`## ${title}`, ...intro, ...codes.map(entryText)].join('\n\n');
  }).join('\n\n');

/** The section of one code: severity, category, explanation, example, finding and fix. */
function entryText(code: Code): string {
  const { severity, category, fixable } = CODES[code];
  const { text, example, untested }: Explanation = EXPLANATIONS[code];
  const finding = example === undefined ? undefined : findingsIn(example).find((found) => found.code === code);
  const hasFix = finding === undefined || (finding.fixes ?? []).length > 0;
  const fix = fixable ? (hasFix ? ' · quick fix' : ' · quick fix in some cases') : '';
  const explanation = `_${severity}_ · ${category}${fix}. ${text}`;
  const shown = example === undefined ? [] : exampleText(example, untested === undefined ? finding : undefined);
  const parts = shown.length === 1 ? [wrapped(`${explanation} ${shown[0] ?? ''}`)] : [wrapped(explanation), ...shown];
  return [`### \`${code}\``, ...parts].join('\n');
}

/** An example with its finding: a short line in the sentence, a text close to a correct one as a diff, other text whole. */
function exampleText(example: CodeExample, finding: Finding | undefined): string[] {
  const { language, text, isStrict } = example;
  const lines = text.split('\n').map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line));
  const found = finding === undefined ? undefined : findingText(example, finding);
  const [line = ''] = lines;
  if (lines.length === 1 && line.length < 90) return [`Example: ${codeSpan(escaped(line))}, at ${found ?? ''}`];
  const base = ['mav', 'trace'].includes(language) ? BASES.find((correct) => isNear(lines, correct)) : undefined;
  const shown =
    base === undefined
      ? fenced(`${FENCES[language] ?? language}${isStrict === true ? ' strict' : ''}`, lines.map(escaped).join('\n'))
      : changedLines(base, lines);
  return [shown, found === undefined ? 'It needs an engine, so no test checks it.' : wrapped(`At ${found}`)];
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

/** The lines in which a text differs from a correct one, as a diff; long parts are cut. */
function changedLines(base: readonly string[], lines: readonly string[]): string {
  const { from, end } = equalEnds(lines, base);
  const removed = base.slice(from, base.length - end);
  const added = lines.slice(from, lines.length - end);
  if (removed.length + added.length === 0) return 'The correct trace itself has this finding.';
  const part = (sign: string, all: readonly string[]): string[] =>
    (all.length > 4 ? [...all.slice(0, 2), '…'] : all).map((line) => `${sign}${line}`);
  return fenced('diff', [...part('-', removed), ...part('+', added)].join('\n'));
}

/** The place of a finding, and the result of its first fix. */
function findingText({ text }: CodeExample, { range, fixes = [] }: Finding): string {
  const index = new LineIndex(text);
  const [start, end] = [index.positionAt(range.start), index.positionAt(range.end)].map(({ line, character }) =>
    index.lineCount === 1 ? `${character + 1}` : `${line + 1}:${character + 1}`,
  );
  const at = start === end ? start : `${start}–${end}`;
  const [first] = fixes;
  return first === undefined ? `${at}.` : `${at}. ${fixText(text, first, fixes.length)}`;
}

function fixText(text: string, { title, edits }: Fix, count: number): string {
  const before = text.split('\n');
  const after = applyEdits(text, edits).split('\n');
  const { from, end } = equalEnds(after, before);
  const changed = after.slice(from, after.length - end).map(escaped);
  const given = changed.slice(0, 3).map((line) => codeSpan(line.length > WIDTH ? `${line.slice(0, 60)}…` : line));
  const shown = changed.length === 0 ? 'deletes the line' : `gives ${given.join(', ')}`;
  const more = changed.length > 3 ? ' …' : '';
  const others = count > 1 ? ` (and ${count - 1} more ${count === 2 ? 'fix' : 'fixes'})` : '';
  return `Fix “${markdown(title)}” ${shown}${more}${others}.`;
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Characters that cannot be seen as escapes. */
const escaped = (line: string): string =>
  line.replace(/[\p{Cc}\p{Cf}\u00A0\u2000-\u200A\uFFFD]/gu, (c) =>
    c === '\r' ? '\\r' : `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

/** A title with what Markdown would read as a sign escaped. */
const markdown = (title: string): string => escaped(title).replace(/[*<`\\]/g, (c) => `\\${c}`);
