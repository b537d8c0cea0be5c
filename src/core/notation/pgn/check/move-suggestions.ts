import { distance } from 'fastest-levenshtein';
import { FRAME, MAP, play, roleAt } from '../../../games/chess/frame.ts';
import { fillMap } from '../../../games/chess/movegen.ts';
import { listMoves, MAX_LEGAL } from '../../../games/chess/moves.ts';
import { playNull } from '../../../games/chess/san.ts';
import { englishForms, type LooseSan, readLoose } from '../../../games/chess/san-loose.ts';
import { printSan } from '../../../games/chess/san-print.ts';
import type { MoveReason } from '../../../games/chess/san-reason.ts';
import { lostMoves } from '../lost-moves.ts';
import { moveText, playText, type Replay } from '../replay.ts';
import { NULL_MOVE } from '../tokens.ts';
import { MOVETEXT } from '../tree.ts';
import { isDead } from './automatic-draws.ts';

const map = new Int32Array(MAP);
const list = new Int32Array(MAX_LEGAL);

/** Most moves after a repair that are played to compare candidates. */
const MOST_BEHIND = 500;

const trial = new Int32Array(3 * FRAME);

interface Legal {
  readonly move: number;
  readonly san: string;
  readonly role: number;
  readonly source: number;
  readonly target: number;
  readonly promotion: number;
}

/**
 * Returns the likely intended moves of a failed move, in export format: the candidates of an ambiguous move or one
 * without its promotion piece, those first with which more of the line can be played, and only those with which all of
 * it can, if there are any; otherwise the single legal move that is clearly close to it, if any.
 */
export function repairs(text: string, replayed: Replay, move: number, kind: MoveReason['kind']): readonly string[] {
  const written = moveText(text, replayed.tree, move);
  const { letters } = replayed;
  const loose = readLoose(letters === undefined ? written : (englishForms(written, letters)[0] ?? written));
  if (loose === undefined || kind === 'over') return [];
  const legal = legalMoves(replayed.frames, (replayed.tree.movePrevious[move]! + 1) * FRAME);
  const isNamed = (candidate: Legal): boolean =>
    candidate.target === loose.target &&
    (loose.file < 0 || (candidate.source & 7) === loose.file) &&
    (loose.rank < 0 || candidate.source >> 3 === loose.rank);
  if (kind === 'illegal') return closest(written, loose, legal);
  const candidates = legal.filter((candidate) => candidate.role === loose.role && isNamed(candidate));
  return byWhatFollows(text, replayed, move, candidates).map(({ san }) => san);
}

function byWhatFollows(text: string, replayed: Replay, move: number, candidates: readonly Legal[]): readonly Legal[] {
  const { tree } = replayed;
  const node = tree.moveNode[move]!;
  const following: number[] = [];
  const end = Math.min(tree.moveToken.length, move + MOST_BEHIND);
  for (let m = move + 1; m < end && tree.moveToken[m]! < tree.nodeEnd[node]!; m++)
    if (tree.moveNode[m] === node) following.push(m);
  if (candidates.length < 2 || following.length === 0 || lostMoves(text, tree).moves.size > 0) return candidates;
  const reached = new Map(
    candidates.map((candidate) => [candidate, played(text, replayed, move, candidate, following)]),
  );
  const isWhole = (candidate: Legal): boolean => reached.get(candidate) === following.length;
  const whole = candidates.filter(isWhole);
  return whole.length > 0 ? whole : [...candidates].sort((a, b) => reached.get(b)! - reached.get(a)!);
}

/**
 * Returns the number of moves of a line that can be played after a move in place of a failed one; 0 if the move leads
 * to a drawn position.
 */
function played(text: string, replayed: Replay, failed: number, { move }: Legal, following: readonly number[]): number {
  const { tree, frames, letters } = replayed;
  const at = (tree.movePrevious[failed]! + 1) * FRAME;
  trial.set(frames.subarray(at, at + FRAME));
  play(trial, 0, FRAME, move);
  if (tree.nodeKind[tree.moveNode[failed]!] === MOVETEXT && isDead(trial, FRAME)) return 0;
  let from = FRAME;
  for (const [i, m] of following.entries()) {
    const to = 3 * FRAME - from;
    const isNull = tree.chunk.kinds[tree.moveToken[m]!] === NULL_MOVE;
    if (isNull ? !playNull(trial, from, to) : playText(trial, from, to, moveText(text, tree, m), letters) < 0) return i;
    from = to;
  }
  return following.length;
}

function legalMoves(words: Int32Array, at: number): Legal[] {
  if (fillMap(words, at, map, 0) === 0) return [];
  const count = listMoves(words, at, map, 0, list, 0);
  return Array.from(list.subarray(0, count), (move) => ({
    move,
    san: printSan(words, at, move),
    role: roleAt(words, at, move & 63),
    source: move & 63,
    target: (move >>> 6) & 63,
    promotion: move >>> 12,
  }));
}

/** Returns the only legal move found by the first similarity test that finds any. */
function closest(written: string, loose: LooseSan, legal: readonly Legal[]): readonly string[] {
  const body = withoutSigns(written);
  const isThere = (candidate: Legal): boolean =>
    loose.castling === 0 && candidate.target === loose.target && candidate.promotion === loose.promotion;
  const ways: readonly ((candidate: Legal) => boolean)[] = [
    // the same piece with wrong disambiguation
    (candidate) => isThere(candidate) && candidate.role === loose.role && loose.unknownPiece === undefined,
    // b for the bishop, B for the pawn
    (candidate) =>
      isThere(candidate) &&
      /^[bB]/.test(written) &&
      (candidate.role === 2 || (candidate.role === 0 && (candidate.source & 7) === 1)),
    isThere,
    (candidate) => distance(body, withoutSigns(candidate.san)) === 1,
  ];
  for (const way of ways) {
    const [only, ...others] = legal.filter(way);
    if (only !== undefined) return others.length === 0 ? [only.san] : [];
  }
  return [];
}

const withoutSigns = (san: string): string => san.replace(/[+#]+$/, '');
