import { distance } from 'fastest-levenshtein';
import { FRAME, MAP, roleAt } from '../../../games/chess/frame.ts';
import { fillMap } from '../../../games/chess/movegen.ts';
import { listMoves, MAX_LEGAL } from '../../../games/chess/moves.ts';
import { englishForms } from '../../../games/chess/san-letters.ts';
import { type LooseSan, readLoose } from '../../../games/chess/san-loose.ts';
import { sanOf } from '../../../games/chess/san-print.ts';
import type { MoveReason } from '../../../games/chess/san-reason.ts';
import { moveText, type Replay } from '../replay.ts';

const map = new Int32Array(MAP);
const list = new Int32Array(MAX_LEGAL);

interface Legal {
  readonly san: string;
  readonly role: number;
  readonly source: number;
  readonly target: number;
  readonly promotion: number;
}

/**
 * The likely intended moves of a failed move, in export format: the candidates of an ambiguous move or one without its
 * promotion piece; otherwise the single legal move that is clearly close to it, if any.
 */
export function repairs(text: string, replayed: Replay, move: number, kind: MoveReason['kind']): readonly string[] {
  const written = moveText(text, replayed.tree, move);
  const { letters } = replayed;
  const loose = readLoose(letters === undefined ? written : (englishForms(written, letters)[0] ?? written));
  if (loose === undefined || kind === 'over') return [];
  const legal = legalMoves(replayed.frames, (replayed.tree.movePrevious[move]! + 1) * FRAME);
  const isNamed = (one: Legal): boolean =>
    one.target === loose.target &&
    (loose.file < 0 || (one.source & 7) === loose.file) &&
    (loose.rank < 0 || one.source >> 3 === loose.rank);
  if (kind === 'illegal') return closest(written, loose, legal);
  return legal.filter((one) => one.role === loose.role && isNamed(one)).map(({ san }) => san);
}

function legalMoves(words: Int32Array, at: number): Legal[] {
  if (fillMap(words, at, map, 0) === 0) return [];
  const count = listMoves(words, at, map, 0, list, 0);
  return Array.from(list.subarray(0, count), (move) => ({
    san: sanOf(words, at, move),
    role: roleAt(words, at, move & 63),
    source: move & 63,
    target: (move >>> 6) & 63,
    promotion: move >>> 12,
  }));
}

/** The only legal move found by the first similarity test that finds any. */
function closest(written: string, loose: LooseSan, legal: readonly Legal[]): readonly string[] {
  const body = withoutSigns(written);
  const isThere = (one: Legal): boolean =>
    loose.castling === 0 && one.target === loose.target && one.promotion === loose.promotion;
  const ways: readonly ((one: Legal) => boolean)[] = [
    // the same piece with wrong disambiguation
    (one) => isThere(one) && one.role === loose.role && loose.unknownPiece === undefined,
    // b for the bishop, B for the pawn
    (one) => isThere(one) && /^[bB]/.test(written) && (one.role === 2 || (one.role === 0 && (one.source & 7) === 1)),
    isThere,
    (one) => distance(body, withoutSigns(one.san)) === 1,
  ];
  for (const way of ways) {
    const [only, ...others] = legal.filter(way);
    if (only !== undefined) return others.length === 0 ? [only.san] : [];
  }
  return [];
}

const withoutSigns = (san: string): string => san.replace(/[+#]+$/, '');
