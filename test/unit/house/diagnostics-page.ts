import { auditText } from '../../../src/core/audit/audit.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { type Diagnostic, isCode } from '../../../src/core/notation/diagnostic.ts';
import { CODES } from '../../../src/core/notation/diagnostic-codes.ts';

const HEADING = /^### `([A-Z0-9_]+)`$/;
const FACTS = /^\*(\w+)\* · (\w+) · (quick fix|quick fix in some cases|no quick fix)$/;
const FENCE = /^```(pgn|fen|epd|walk|pddl|table|mav|md|jsonl)((?: strict| escaped| rookworld)*)$/;

/** Found in bytes, not in text; those that take 250,001 moves or a large world; one that is asked for; and those that take an engine or a solver. */
const WITHOUT_EXAMPLE: ReadonlySet<string> = new Set([
  'PGN_ENCODING',
  'FEN_ENCODING',
  'MAV_ENCODING',
  'WALK_ENCODING',
  'WALK_BAD_STATE',
  'PDDL_ENCODING',
  'PDDL_BUDGET',
  'TABLE_ENCODING',
  'TABLE_BUDGET',
  'PGN_TOO_MANY_MOVES',
  'MAV_VALUE_APART',
  'MAV_VALUE_HABIT',
  'MAV_NOT_BEST',
  'MAV_NOT_VALUED',
]);

/** What is wrong with the page of diagnostics, one line each: codes in the order of the table, facts as there, examples that hold. */
export function faultsOfPage(page: string, wanted: readonly string[] = Object.keys(CODES)): string[] {
  const faults: string[] = [];
  const lines = page.replaceAll('\r\n', '\n').split('\n');
  const starts = lines.flatMap((line, i) => (HEADING.test(line) ? [i] : []));
  const names = starts.map((i) => HEADING.exec(lines[i])?.[1] ?? '');
  for (const name of wanted) {
    const count = names.filter((other) => other === name).length;
    if (count !== 1) faults.push(`${name}: ${count} sections instead of 1`);
  }
  const known = names.filter((name) => wanted.includes(name));
  const ordered = wanted.filter((name) => known.includes(name));
  const first = known.findIndex((name, i) => name !== ordered[i]);
  if (first >= 0 && known.length === ordered.length)
    faults.push(`${known[first]}: stands where the table has ${ordered[first]}`);
  names.forEach((name, i) => {
    const body = lines.slice(starts[i] + 1, starts[i + 1]);
    for (const fault of faultsOfSection(name, body)) faults.push(`${name}: ${fault}`);
  });
  return faults;
}

function faultsOfSection(name: string, body: readonly string[]): string[] {
  if (!isCode(name)) return ['no code of the table'];
  const { severity, category, fixable } = CODES[name];
  const example = exampleIn(body);
  const found = example === undefined ? [] : foundIn(example);
  const own = found.filter(({ code }) => code === name);
  if (!WITHOUT_EXAMPLE.has(name)) {
    if (example === undefined) return ['no example'];
    if (own.length === 0)
      return [`the example gives ${[...new Set(found.map(({ code }) => code))].join(', ') || 'nothing'}`];
  }
  // what is said of fixes holds for the example
  const hasFix = own.length === 0 || own.some(({ fixes = [] }) => fixes.length > 0);
  const fix = fixable ? (hasFix ? 'quick fix' : 'quick fix in some cases') : 'no quick fix';
  const facts = `*${severity}* · ${category} · ${fix}`;
  const written = body.find((line) => FACTS.test(line));
  return written === facts ? [] : [`the facts are "${facts}", not "${written ?? ''}"`];
}

/** The findings in an example. */
function foundIn({ text, language, flags }: Omit<Example, 'code'>): readonly Pick<Diagnostic, 'code' | 'fixes'>[] {
  if (language === 'md' || language === 'jsonl') return auditText(text);
  return checkText(text, language, {
    strictExport: flags.includes('strict'),
    ...(flags.includes('rookworld') && { mavDialect: { ...PUBLISHED_DIALECT, format: 'rookworld' } }),
  });
}

/** An example of the page. */
export interface Example {
  readonly code: string;
  /** `md` and `jsonl` are transcripts; all else is a language of files. */
  readonly language: string;
  /** `strict`: checked with `strictExport`; `rookworld`: read in that form of MAV. */
  readonly flags: string;
  readonly text: string;
}

/** The example of each section that has one. */
export function examplesOf(page: string): Example[] {
  return page
    .replaceAll('\r\n', '\n')
    .split(/^(?=### )/m)
    .flatMap((section) => {
      const [heading, ...body] = section.split('\n');
      const code = HEADING.exec(heading)?.[1];
      const example = exampleIn(body);
      return code === undefined || example === undefined ? [] : [{ code, ...example }];
    });
}

function exampleIn(body: readonly string[]): Omit<Example, 'code'> | undefined {
  const open = body.findIndex((line) => FENCE.test(line));
  const close = body.indexOf('```', open + 1);
  if (open < 0 || close < 0) return undefined;
  const [, language, flags] = FENCE.exec(body[open]) ?? [];
  const block = body.slice(open + 1, close).join('\n');
  return { language, flags, text: flags.includes('escaped') ? unescaped(block) : block };
}

/** `\u` with four hexadecimal digits, `\r`, `\n`, `\t` and `\\` in an example as the characters that they name. */
function unescaped(block: string): string {
  const plain: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', '\\': '\\' };
  return block.replace(/\\(?:u([0-9A-Fa-f]{4})|([rnt\\]))/g, (_all, hex: string | undefined, letter: string) =>
    hex === undefined ? plain[letter] : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
