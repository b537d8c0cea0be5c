import { excludeDraft, type RoleDraft, SAN, WEIGHT } from './cue-table.ts';

/** Characters before a state in which its move is looked for. */
const REACH = 120;

/**
 * Of several steps the last is the one after all moves: where all are numbered the one after the most half-moves, wherever it stands, and none
 * after those that were asked about. Work is the answer only where nothing else is.
 */
export function markSteps(text: string, drafts: readonly RoleDraft[], asked: number | undefined): void {
  let steps = drafts.flatMap((draft, i) =>
    draft.says === 'step' && draft.weight > 0 ? [{ draft, ply: findLastPly(wordsOfStep(text, drafts, i)) }] : [],
  );
  if (asked !== undefined) {
    const within = steps.filter(({ ply = 0 }) => ply <= asked);
    const hasOther = within.length > 0 || drafts.some(({ says, weight }) => says !== 'step' && weight > 0);
    if (hasOther) {
      for (const { draft, ply = 0 } of steps) if (ply > asked) excludeDraft(draft, 'later');
      steps = within;
    }
  }
  const isNumbered = steps.every(({ ply }) => ply !== undefined);
  const most = steps.reduce((highest, { ply = 0 }) => Math.max(highest, ply), 0);
  steps.forEach(({ draft, ply }, i) => {
    if (isNumbered ? ply !== most : i < steps.length - 1) excludeDraft(draft, 'earlier');
  });
  const isOther = drafts.some(({ weight }) => weight > WEIGHT.working);
  const last = drafts.filter(({ weight }) => weight === WEIGHT.working);
  for (const draft of isOther ? last : last.slice(0, -1)) excludeDraft(draft, 'earlier');
}

/** The words of a step: from its cue, or the beginning of its line, to its state. */
function wordsOfStep(text: string, drafts: readonly RoleDraft[], i: number): string {
  const start = drafts[i]?.state.range.start ?? 0;
  const floor = Math.max(drafts[i - 1]?.state.range.end ?? 0, start - REACH);
  const line = floor + text.slice(floor, start).lastIndexOf('\n') + 1;
  return text.slice(Math.min(line, Math.max(floor, drafts[i]?.cue?.start ?? start)), start);
}

/** A numbered move, perhaps with Black's answer behind it. */
const NUMBERED = new RegExp(String.raw`(?<![\d.])(\d{1,3})(\.{3}|…|\.)\s?${SAN}(\s{1,2}${SAN}(?![\w.]))?`, 'g');
/** A game begins with its first move. */
const FIRST = /(?<![\d.])1\.\s?[a-hNO0]/g;

/** The ply after the last numbered move of some words (`5... Nb6` is 10); undefined where none is numbered. */
function findLastPly(words: string): number | undefined {
  let ply: number | undefined;
  for (const [, number, dots, answer] of words.matchAll(NUMBERED))
    ply = 2 * Number(number) - (dots === '.' && answer === undefined ? 1 : 0);
  return ply;
}

/** Characters at the end of a prompt that are looked at. */
const MAX_PROMPT = 20_000;

/** The ply after the last game of a prompt; undefined of one without numbered moves from the first on. */
export function findPromptPly(prompt: string): number | undefined {
  const end = prompt.slice(-MAX_PROMPT);
  const start = [...end.matchAll(FIRST)].at(-1)?.index;
  return start === undefined ? undefined : findLastPly(end.slice(start));
}
