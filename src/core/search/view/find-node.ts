import type { SearchNode } from '../tree.ts';
import type { GameStates } from './game-states.ts';

/** Shorter texts are moves alone: every state has a `b` in it. */
const MIN_STATE_LENGTH = 5;

/** Removes the signs of a move that do not identify it. */
const plain = (text: string): string => text.replace(/[+#!?x=]/g, '');

/** Letters in any case, but for b, which is a file or a bishop. */
const folded = (text: string): string => (/^b/i.test(text) ? text : text.toLowerCase());

/**
 * A test of nodes for a text that is looked for: the move that leads to them, in SAN (`Nf3`, with or without its signs) or as it is
 * listed (`g1f3`, `x3`), or a part of their state or text.
 *
 * @returns undefined for a text that looks for nothing
 */
export function finder(
  query: string,
  states: Pick<GameStates, 'game' | 'nameTo'>,
): ((node: SearchNode) => boolean) | undefined {
  const wanted = query.trim();
  if (wanted === '') return undefined;
  const action = wanted.toLowerCase();
  const san = folded(plain(wanted));
  // Names are dear in chess: only moves to the square that is looked for are named.
  const target = /[a-h][1-8](?![a-h1-8])/i.exec(wanted)?.[0].toLowerCase();
  const isCastling = /^[o0](?:-[o0]){1,2}[+#]?$/i.test(wanted);
  const castling = folded(wanted.replaceAll('0', 'O').replace(/[+#]/, ''));
  const isSan = (node: SearchNode, played: string): boolean => {
    if (!states.game.hasFen) return false;
    if (isCastling) return /^[a-h]([18])[a-h]\1$/.test(played) && folded(plain(states.nameTo(node))) === castling;
    return target !== undefined && played.slice(2, 4) === target && folded(plain(states.nameTo(node))) === san;
  };
  return (node) => {
    const { parent, edge, state, truth, text } = node;
    const played = parent?.actions[edge] ?? '';
    if (played === action || isSan(node, played)) return true;
    if (wanted.length < MIN_STATE_LENGTH) return false;
    return state.includes(wanted) || truth?.includes(wanted) === true || text?.includes(wanted) === true;
  };
}
