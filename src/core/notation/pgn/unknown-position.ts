import { FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { VARIANT_TITLES } from '../../games/variants/rules.ts';
import { FAILED, failureReason, moveText, PLAYED, type Replay, stateAfter } from './replay.ts';
import type { GameStart } from './tags.ts';

/** `12.` or `12...` before a move: by the position, or by the ply where the position is unknown. */
export function numberBefore(game: Replay, move: number): string {
  const { tree } = game;
  const words = stateAfter(game, tree.movePrevious[move]!)?.words;
  const black = words === undefined ? tree.movePly[move]! % 2 === 0 : words[TURN] === 1;
  const number = words === undefined ? Math.ceil(tree.movePly[move]! / 2) : words[FULLMOVES];
  return `${number}${black ? '...' : '.'}`;
}

/**
 * Why the position after a move (-1: the start) is not known, as text behind "not scored: ": `7.Nf9 above is illegal`. Undefined
 * where it is known.
 */
export function whyUnknown(text: string, game: Replay, move: number): string | undefined {
  const { start, status, tree } = game;
  if (start.state === undefined) return whyNoStart(start);
  let first = -1;
  for (let m = move; m >= 0 && status[m] !== PLAYED; m = tree.movePrevious[m]!) first = m;
  if (first < 0) return undefined;
  const name = `${numberBefore(game, first)}${moveText(text, tree, first)}`;
  if (status[first] !== FAILED) return `what stands before ${name} cannot be read`;
  return `${name} above is ${failureReason(text, game, first).kind === 'ambiguous' ? 'ambiguous' : 'illegal'}`;
}

/**
 * Why a game has no start.
 *
 * @param known what knows chess alone, with its verb
 */
export function whyNoStart({ unknownVariant, variantGame, fen }: GameStart, known = 'metrics know'): string {
  if (unknownVariant !== undefined) return `the variant ${JSON.stringify(unknownVariant.value)} is not known`;
  if (variantGame !== undefined) return `${known} chess and Chess960, not ${VARIANT_TITLES[variantGame.rules]}`;
  return fen === undefined ? 'the game has no start' : 'the FEN tag holds no position';
}
