import { distance } from 'fastest-levenshtein';
import type { Range } from '../../../base/text/range.ts';
import type { ChessVariant } from '../../../games/chess/chess-variants.ts';
import type { Code } from '../../diagnostic-codes.ts';
import { readFen } from '../../fen/read-fen.ts';
import { readCommandValue } from '../../predictions/prediction-syntax.ts';
import { commandsIn } from '../comment-commands.ts';
import { OPEN_COMMENT } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { type GameFindings, quoted } from './findings.ts';

interface Rule {
  readonly code: Code;
  readonly accepted: RegExp;
  readonly expected: string;
}

// DGT's and engines' tools write plain seconds; chess.com tenths; some a comma for the point.
const TIME: Rule = {
  code: 'PGN_BAD_CLOCK',
  accepted: /^-?\d+(?::[0-5]?\d){0,2}(?:[.,]\d+)?$/,
  expected: 'a time such as 1:02:03, with minutes and seconds below 60',
};

const RULES: Readonly<Record<string, Rule>> = {
  clk: TIME,
  emt: TIME,
  egt: TIME,
  eval: {
    code: 'PGN_BAD_EVAL',
    accepted: /^(?:[+-]?#[+-]?\d+|[+-]?[Mm][+-]?\d+|[+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:[,/]\d+)?$/,
    expected: 'an evaluation in pawns such as 0.17, or #-3',
  },
  csl: {
    code: 'PGN_BAD_MARKS',
    accepted: /^(?:[RGYBOCMPKW][a-h][1-8](?:\s*[,\s]\s*|$))*$/,
    expected: 'squares with the letter of a color (R, G, Y, B), such as Ra1,Gb2',
  },
  cal: {
    code: 'PGN_BAD_MARKS',
    accepted: /^(?:[RGYBOCMPKW](?:[a-h][1-8]){2}(?:\s*[,\s]\s*|$))*$/,
    expected: 'arrows with the letter of a color (R, G, Y, B), such as Ge2e4',
  },
};

/** Maximum length of a checked value: no tool writes longer ones, and patterns are matched against them. */
const MAX_LENGTH = 2000;

const ANNOTATION_COMMAND = /\[%(clk|emt|egt|eval|csl|cal)(?![A-Za-z0-9_])([^\]}[]*)(\]?)/g;

/**
 * Checks clocks, evaluations, squares and arrows in comments, as chess sites write them. Other commands are free-form.
 * `close`: the comments to check.
 */
export function checkAnnotations(text: string, tree: GameTree, close: readonly number[], findings: GameFindings): void {
  for (const i of close) {
    const { start, end } = tokenRange(tree, tree.commentToken[i]!);
    const comment = text.slice(start, end);
    if (!comment.includes('[')) continue;
    const move = tree.commentMove[i]!;
    const ply = move < 0 ? 0 : tree.movePly[move]!;
    checkCommandNames(comment, start, ply, findings);
    ANNOTATION_COMMAND.lastIndex = 0;
    for (let match = ANNOTATION_COMMAND.exec(comment); match !== null; match = ANNOTATION_COMMAND.exec(comment)) {
      const [written, name = '', raw = '', bracket] = match;
      const rule = RULES[name];
      if (rule === undefined) continue;
      const { code, accepted, expected } = rule;
      const value = raw.trim();
      const isGood = value.length > MAX_LENGTH || accepted.test(value);
      if (isGood && bracket !== '') continue;
      // the file is truncated here, or the comment is unclosed, which has a finding
      if (
        bracket === '' &&
        ANNOTATION_COMMAND.lastIndex === comment.length &&
        tree.chunk.kinds[tree.commentToken[i]!] === OPEN_COMMENT
      )
        continue;
      const at = start + match.index;
      const shown = written.trimEnd();
      const reason = bracket === '' ? `${quoted(shown)} has no closing ]` : `${quoted(shown)} needs ${expected}`;
      findings.add(code, { start: at, end: at + shown.length }, reason, { ply });
    }
  }
}

/**
 * Checks commands in comments. Problems inside a predicted FEN are data: they are reported, as info, only if
 * `predictions` is set. `close`: the comments to check.
 */
export function checkCommands(
  text: string,
  tree: GameTree,
  variant: ChessVariant,
  predictions: boolean,
  close: readonly number[],
  findings: GameFindings,
): void {
  for (const i of close) {
    const { start, end } = tokenRange(tree, tree.commentToken[i]!);
    const move = tree.commentMove[i]!;
    const ply = move < 0 ? 0 : tree.movePly[move]!;
    for (const command of commandsIn(text, 'pfen', start, end)) {
      const range = { start: command.start, end: command.end };
      if (!command.closed) {
        findings.add('PGN_BAD_PFEN', range, 'this [%pfen command has no closing ]', { ply });
        continue;
      }
      const value = readCommandValue(text, command.valueStart, command.valueEnd);
      if (typeof value === 'string')
        findings.add('PGN_BAD_PFEN', range, missingPart('[%pfen LABEL FEN]', value), { ply });
      else if (predictions && value.fen !== undefined) {
        addPredictionFaults(text, { start: value.fenStart, end: value.fenEnd }, variant, ply, findings);
      }
    }
  }
}

/** Returns the message for a prediction with a missing part. */
export const missingPart = (form: string, part: 'label' | 'fen'): string =>
  part === 'label'
    ? `the label and the FEN are missing; write a prediction as ${form}`
    : `the FEN is missing; write a prediction as ${form} (? for an answer without a state)`;

function addPredictionFaults(
  text: string,
  at: Range,
  variant: ChessVariant,
  ply: number,
  findings: GameFindings,
): void {
  const options = variant === 'chess' ? { variant } : {};
  for (const { code, range, message } of readFen(text, at.start, at.end, options).problems) {
    findings.add(code, range, `in the prediction: ${message}`, { ply, severity: 'info' });
  }
}

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

const COMMAND_LIKE = /\[(%?)([ \t]{0,4})([A-Za-z][A-Za-z_]{1,15})(?=[ \t])/g;

/** Returns the command that is probably meant by an unknown one; undefined if none is close. */
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
function checkCommandNames(comment: string, offset: number, ply: number, findings: GameFindings): void {
  for (const match of comment.matchAll(COMMAND_LIKE)) {
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
