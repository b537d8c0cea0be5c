import { INITIAL_FEN } from '../../../core/games/chess/state.ts';
import { readLoggedLine } from '../logged-line.ts';
import { fensWithin, isSamePosition, wholeFen } from './fen-text.ts';
import { labelledMove, movetextOf, type Run, runsWithin } from './moves-text.ts';

/** Lines of moves in a prompt that are tried. */
const MAX_RUNS = 6;

/** The positions and moves of a prompt that the question is about. */
export interface PromptFacts {
  readonly fens: readonly string[];
  /** The likeliest first. */
  readonly lines: readonly string[];
  /** True if the only line is a move that is named as one, not a run of moves. */
  readonly isSingle: boolean;
}

/**
 * What a prompt shows. A position to which moves before it lead, with more moves after it, is an example that was solved: the question is
 * what comes after the last one.
 */
export function promptFacts(prompt: string): PromptFacts {
  const text = movetextOf(prompt);
  const tag = wholeFen(/^[ \t]*\[FEN "([^"\n]{1,120})"\]/m.exec(prompt)?.[1] ?? '');
  const runs = runsWithin(text);
  const fens = fensWithin(text);
  const from = endOfExamples(runs, fens);
  const asked = runs.filter(({ at }) => at >= from);
  const lines = asked
    .map(({ line }) => line)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_RUNS);
  const move = lines.length === 0 ? labelledMove(text) : undefined;
  const shown = fens.filter(({ at }) => at >= from).map(({ fen }) => fen);
  return {
    fens: [...new Set(tag === undefined ? shown : [tag, ...shown])],
    lines: move === undefined ? lines : [move],
    isSingle: move !== undefined,
  };
}

/** Where the last solved example of a prompt ends; 0 where it has none. */
function endOfExamples(runs: readonly Run[], fens: readonly { readonly fen: string; readonly at: number }[]): number {
  const last = runs.at(-1)?.at ?? 0;
  let end = 0;
  for (const { fen, at } of fens) {
    if (at > last) break;
    const before = runs.filter((run) => run.at < at && run.at >= end).at(-1);
    const reached = before && readLoggedLine(INITIAL_FEN, before.line, 'chess');
    if (reached?.ok === true && isSamePosition(reached.value.finalFen, fen)) end = at + 1;
  }
  return end;
}
