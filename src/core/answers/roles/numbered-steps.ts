import { excludeDraft, type RoleDraft, SAN, WEIGHT } from './cue-table.ts';

/** Characters before a state in which its move is looked for. */
const REACH = 120;

/**
 * Judges steps. The one after the last ply of the question is as good as a labeled one before it. The last of several is
 * the state after all moves: if all are numbered, the one after the most plies, wherever it stands, and none after the
 * plies of the question. Work is the answer only if nothing else is.
 */
export function markSteps(text: string, drafts: readonly RoleDraft[], asked: number | undefined): void {
  let steps = drafts.flatMap((draft, i) =>
    draft.meaning === 'step' && draft.weight > 0 ? [{ draft, ply: findLastPly(findStepWords(text, drafts, i)) }] : [],
  );
  if (asked !== undefined) {
    const within = steps.filter(({ ply = 0 }) => ply <= asked);
    const lastLabel = drafts.reduce((last, { weight }, i) => (weight >= WEIGHT.label ? i : last), -1);
    for (const { draft, ply } of within)
      if (ply === asked && drafts.indexOf(draft) > lastLabel) draft.weight = Math.max(draft.weight, WEIGHT.label);
    const hasOther = within.length > 0 || drafts.some(({ meaning, weight }) => meaning !== 'step' && weight > 0);
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

/** Returns the words of a step: from its cue, or the beginning of its line, to its state. */
function findStepWords(text: string, drafts: readonly RoleDraft[], i: number): string {
  const start = drafts[i]?.state.range.start ?? 0;
  const floor = Math.max(drafts[i - 1]?.state.range.end ?? 0, start - REACH);
  const line = floor + text.slice(floor, start).lastIndexOf('\n') + 1;
  return text.slice(Math.min(line, Math.max(floor, drafts[i]?.cue?.start ?? start)), start);
}

/** A numbered move, perhaps followed by Black's reply. */
const NUMBERED = new RegExp(String.raw`(?<![\d.])(\d{1,3})(\.{3}|…|\.)\s?${SAN}(\s{1,2}${SAN}(?![\w.]))?`, 'g');
/** The first move of a game. */
const FIRST = /(?<![\d.])1\.\s?[a-hNO0]/g;

/** Returns the ply after the last numbered move of some words (`5... Nb6` is 10); undefined if none is numbered. */
function findLastPly(words: string): number | undefined {
  let ply: number | undefined;
  for (const [, number, dots, answer] of words.matchAll(NUMBERED))
    ply = 2 * Number(number) - (dots === '.' && answer === undefined ? 1 : 0);
  return ply;
}

/** Characters at the end of a prompt that are read. */
const MAX_PROMPT = 20_000;

/** Returns the ply after the last game of a prompt; undefined without numbered moves from the first on. */
export function findPromptPly(prompt: string): number | undefined {
  const end = prompt.slice(-MAX_PROMPT);
  const start = [...end.matchAll(FIRST)].at(-1)?.index;
  return start === undefined ? undefined : findLastPly(end.slice(start));
}
