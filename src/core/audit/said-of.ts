import { claimFault } from './game/claim-truth.ts';
import type { GameNode } from './game/node.ts';
import { readMove } from './game/read-move.ts';
import type { ClaimMention, Mention } from './mentions/mention.ts';
import type { Tie } from './mentions/words.ts';

/** A field and a state with more than this between them are apart. */
const MAX_BETWEEN = 160;
/** Fields whose states are no statements about the moment. */
const OTHER_KEY = /before|prev|start|initial|init|(?<!g)old|puzzle|expected|target|reference|id$/i;
/** Fields whose states are those behind the moves of their record. */
const NOW_KEY = /after|new|result|final|current/i;
/** Characters at the end of a message in which its question is looked for. */
const MAX_QUESTION = 400;
/** A question about another position than that of its moves. */
const ASKS_ELSEWHERE =
  /\b(?:before|earlier|previous\w*|prior|start(?:ing)? position|initial|ago|at move|after (?:move )?\d+\b(?!\.))/i;

/** True if the last question of a text, or its last line, asks for another position than that of its moves. */
export function asksElsewhere(text: string): boolean {
  const end = text.slice(-MAX_QUESTION).trim();
  const questions = end.includes('?') ? end.match(/[^.?!\n]*\?/g) : null;
  return ASKS_ELSEWHERE.test(questions?.at(-1) ?? end.split('\n').at(-1) ?? '');
}

export const tieOfField = (key: string): Tie => (OTHER_KEY.test(key) ? 'other' : NOW_KEY.test(key) ? 'now' : 'none');

/** True if a move that is given as the last one was not made before, and may be now. */
export function isPlayable(san: string, focus: readonly GameNode[]): boolean {
  const loose = readMove(san);
  if (loose === undefined || focus.some((node) => claimFault({ kind: 'last', san }, node) === undefined)) return false;
  return focus.some((node) => node.parent === undefined || node.play(loose) !== undefined);
}

/** True if a state follows a field in its record: the field is one of it. */
export function isOfNext({ range }: ClaimMention, mentions: readonly Mention[], index: number): boolean {
  for (let i = index + 1; i < mentions.length; i++) {
    const next = mentions[i];
    if (next === undefined || next.range.start - range.end > MAX_BETWEEN || next.kind === 'run') return false;
    if (next.kind === 'state') return true;
  }
  return false;
}

/** The position that a finding is about. */
export const of = (node: GameNode): { readonly ply: number; readonly node: GameNode } => ({ ply: node.ply, node });

/** The positions and those up to so many plies before them. */
export function withRecent(focus: readonly GameNode[], plies: number): GameNode[] {
  const found = new Set(focus);
  for (const node of focus) {
    let at = node.parent;
    for (let back = 0; at !== undefined && back < plies; back++, at = at.parent) found.add(at);
  }
  return [...found];
}
