import { distance } from 'fastest-levenshtein';
import type { GameFindings } from './findings.ts';

/** The commands that are checked, and StateLens's own. */
const CHECKED = ['clk', 'emt', 'egt', 'eval', 'csl', 'cal', 'pfen'] as const;

/** Other commands that programs write; they are free-form. */
const OTHERS: ReadonlySet<string> = new Set(
  [
    'mct mdl tqu evp depth wdl nodes nps pv time timestamp tsp alt pre c_arrow c_highlight c_effect draw',
    'mark arrow label square val opp book ct tc wp lmt med vid img url key sqf sqc sqv ccl cl bt wt bclk',
    'wclk',
  ].flatMap((names) => names.split(' ')),
);

/** Names in whole words, as no tool writes them. */
const WORDS: Readonly<Record<string, string>> = {
  clock: 'clk',
  evaluation: 'eval',
  score: 'eval',
  arrows: 'cal',
  arow: 'cal',
  squares: 'csl',
  elapsed: 'emt',
};

const COMMAND = /\[(%?)([ \t]{0,4})([A-Za-z][A-Za-z_]{1,15})(?=[ \t])/g;

/** The command that is probably meant by an unknown one; undefined if none is close. */
export function intendedCommand(name: string): string | undefined {
  const small = name.toLowerCase();
  if (OTHERS.has(name)) return undefined;
  if (Object.hasOwn(WORDS, small)) return WORDS[small];
  const same = CHECKED.find((known) => known === small);
  if (same !== undefined) return same;
  const close = CHECKED.filter((known) => distance(known, small) === 1);
  return close.length === 1 && !OTHERS.has(small) ? close[0] : undefined;
}

/** Reports commands of a comment that are misspelled (`[%clck …]`), or lack their % (`[clk …]`). */
export function checkCommandNames(comment: string, offset: number, ply: number, findings: GameFindings): void {
  for (const match of comment.matchAll(COMMAND)) {
    const [opening, percent, gap, name = ''] = match;
    const isRight = percent === '%' && gap === '';
    if (isRight && (CHECKED as readonly string[]).includes(name)) continue;
    // without a % only the exact name is a command, and not a word in brackets
    const intended = percent === '%' ? intendedCommand(name) : CHECKED.find((known) => known === name);
    if (intended === undefined || (percent === '' && !/^\s+[-+#\d]/.test(comment.slice(match.index + opening.length))))
      continue;
    const start = offset + match.index;
    const range = { start, end: start + opening.length };
    const message = `${opening} is not a command that other tools know; did you mean [%${intended} …]?`;
    findings.add('PGN_UNKNOWN_COMMAND', range, message, {
      ply,
      fixes: [{ title: `Write [%${intended}`, edits: [{ range, newText: `[%${intended}` }], safe: false }],
    });
  }
}
