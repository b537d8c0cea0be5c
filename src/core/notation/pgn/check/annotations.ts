import type { Code } from '../../diagnostics/codes.ts';
import { OPEN_COMMENT } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { checkCommandNames } from './command-names.ts';
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

const COMMAND = /\[%(clk|emt|egt|eval|csl|cal)(?![A-Za-z0-9_])([^\]}[]*)(\]?)/g;

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
    COMMAND.lastIndex = 0;
    for (let match = COMMAND.exec(comment); match !== null; match = COMMAND.exec(comment)) {
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
        COMMAND.lastIndex === comment.length &&
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
