import { type Draft, exclude, WEIGHT } from './draft.ts';
import { lastPlyIn } from './step-plies.ts';

/** Characters before a state in which its move is looked for. */
const REACH = 120;

/**
 * Of several steps the last is the one after all moves: where all are numbered the one after the most half-moves, wherever it stands, and none
 * after those that were asked about. Work is the answer only where nothing else is.
 */
export function markSteps(text: string, drafts: readonly Draft[], asked: number | undefined): void {
  let steps = drafts.flatMap((draft, i) =>
    draft.says === 'step' && draft.weight > 0 ? [{ draft, ply: lastPlyIn(wordsOfStep(text, drafts, i)) }] : [],
  );
  if (asked !== undefined) {
    const within = steps.filter(({ ply = 0 }) => ply <= asked);
    const hasOther = within.length > 0 || drafts.some(({ says, weight }) => says !== 'step' && weight > 0);
    if (hasOther) {
      for (const { draft, ply = 0 } of steps) if (ply > asked) exclude(draft, 'later');
      steps = within;
    }
  }
  const isNumbered = steps.every(({ ply }) => ply !== undefined);
  const most = steps.reduce((highest, { ply = 0 }) => Math.max(highest, ply), 0);
  steps.forEach(({ draft, ply }, i) => {
    if (isNumbered ? ply !== most : i < steps.length - 1) exclude(draft, 'earlier');
  });
  const isOther = drafts.some(({ weight }) => weight > WEIGHT.working);
  const last = drafts.filter(({ weight }) => weight === WEIGHT.working);
  for (const draft of isOther ? last : last.slice(0, -1)) exclude(draft, 'earlier');
}

/** The words of a step: from its cue, or the beginning of its line, to its state. */
function wordsOfStep(text: string, drafts: readonly Draft[], i: number): string {
  const start = drafts[i]?.state.range.start ?? 0;
  const floor = Math.max(drafts[i - 1]?.state.range.end ?? 0, start - REACH);
  const line = floor + text.slice(floor, start).lastIndexOf('\n') + 1;
  return text.slice(Math.min(line, Math.max(floor, drafts[i]?.cue?.start ?? start)), start);
}
