import { FRAME, HALFMOVES, HASH } from '../../../games/chess/frame.ts';
import { PLAYED, type Replay } from '../replay.ts';
import { MOVETEXT, tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';

/** Halfmove clock at which a game is drawn without a claim (FIDE Laws of Chess, 9.6.2), and repetitions (9.6.1). */
const MOST_HALFMOVES = 150;
const MOST_REPETITIONS = 5;
/** Fewest plies in which a position can occur that often. */
const FEWEST = 4 * (MOST_REPETITIONS - 1);
/** Bits of the second word of a hash that fit into a number besides the first. */
const LOW = (1 << 20) - 1;
const HIGH = 1 << 20;

/**
 * Reports a main line that continues after the first draw by the rules: neither side can mate with its material (FIDE
 * Laws of Chess, 5.2.2), the position occurred five times, or 75 moves passed without a capture or pawn move.
 */
export function checkPlayedOn(replayed: Replay, findings: GameFindings): void {
  const { tree, status, frames, start } = replayed;
  if (start.state === undefined) return;
  let most = 0;
  let last = -1;
  for (let m = 0; m < status.length; m++) {
    if (status[m] !== PLAYED || tree.nodeKind[tree.moveNode[m]!] !== MOVETEXT) continue;
    last = m;
    most = Math.max(most, frames[(m + 1) * FRAME + HALFMOVES]!);
  }
  // Nearly all games end here.
  if (last < 0 || (most < FEWEST && !isDead(frames, (last + 1) * FRAME))) return;
  const line: number[] = [];
  for (let m = 0; m <= last; m++)
    if (status[m] === PLAYED && tree.nodeKind[tree.moveNode[m]!] === MOVETEXT) line.push(m);
  const draw = firstDraw(frames, line, most);
  if (draw === undefined || draw.index >= line.length) return;
  const next = line[draw.index]!;
  const message = `the game continues although it is drawn here: ${draw.reason}`;
  findings.add('PGN_PLAYED_ON', tokenRange(tree, tree.moveToken[next]!), message, { ply: tree.movePly[next]! });
}

interface Draw {
  /** Index in the line of the first move after the draw. */
  readonly index: number;
  readonly reason: string;
}

/** Returns the first draw of a line; `index` is its length if no move follows. `most`: the highest halfmove clock. */
function firstDraw(frames: Int32Array, line: readonly number[], most: number): Draw | undefined {
  const draws: Draw[] = [];
  let dead = line.length;
  // Material never returns.
  while (dead > 0 && isDead(frames, (line[dead - 1]! + 1) * FRAME)) dead--;
  if (dead < line.length) draws.push({ index: dead + 1, reason: 'neither side has the material to mate' });
  if (most >= MOST_HALFMOVES) {
    const index = line.findIndex((m) => frames[(m + 1) * FRAME + HALFMOVES]! >= MOST_HALFMOVES) + 1;
    draws.push({ index, reason: '75 moves without a capture or pawn move' });
  }
  const repeated = most < FEWEST ? -1 : firstRepetition(frames, line);
  if (repeated >= 0) draws.push({ index: repeated + 1, reason: 'the position occurred for the fifth time' });
  return draws.reduce<Draw | undefined>((a, b) => (a === undefined || b.index < a.index ? b : a), undefined);
}

/**
 * Returns true if no sequence of moves can mate: kings with at most one knight or bishop, or bishops of one color of
 * squares.
 */
export function isDead(words: Int32Array, at: number): boolean {
  const count = (role: number): number => bits(words[at + 2 * role]!) + bits(words[at + 2 * role + 1]!);
  if (count(0) + count(3) + count(4) > 0) return false;
  const knights = count(1);
  const bishops = count(2);
  if (knights + bishops <= 1) return true;
  if (knights > 0) return false;
  const DARK = 0xaa55aa55;
  const dark = bits(words[at + 4]! & DARK) + bits(words[at + 5]! & DARK);
  return dark === 0 || dark === bishops;
}

function bits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Returns the index in a line of the move that led to the fifth occurrence of a position; -1 if none did. */
function firstRepetition(frames: Int32Array, line: readonly number[]): number {
  const frameOf = (i: number): number => (i < 0 ? 0 : (line[i]! + 1) * FRAME);
  const counts = new Map<number, number>();
  // the moves from one capture or pawn move to the next
  for (let first = -1, i = 0; i <= line.length; i++) {
    if (i < line.length && frames[frameOf(i) + HALFMOVES]! > 0) continue;
    if (i - first > FEWEST) {
      counts.clear();
      for (let k = first; k < i; k++) {
        const key = frames[frameOf(k) + HASH]! * HIGH + (frames[frameOf(k) + HASH + 1]! & LOW);
        const count = (counts.get(key) ?? 0) + 1;
        if (count === MOST_REPETITIONS) return k;
        counts.set(key, count);
      }
    }
    first = i;
  }
  return -1;
}
