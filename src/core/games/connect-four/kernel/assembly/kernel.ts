// The search of Connect Four in AssemblyScript, on 64-bit boards. It enters exactly the positions that
// ../../null-window-search.ts enters, in the same order; a property test compares the two. `npm run kernel` compiles it
// into ../kernel-bytes.ts.
import { BOARD, BOTTOM, COLUMN, lineEnds } from './bits';
import { find, put, setTable } from './table';

export { setTable };

// Memory, in bytes: by depth the position, its moves, their number and the number of moves tried. The table follows.
const OWN: usize = 0;
const ALL: usize = 512;
const MOVES: usize = 1024;
const THREATS: usize = 3584;
const COUNT: usize = 3648;
const TRIED: usize = 3840;

const CELLS: i32 = 42;
const COLUMNS: i32 = 7;
const REMEMBERED: i32 = 32;
const OPEN: i32 = -1;
const NO: i32 = 0;
const YES: i32 = 1;

let entered: f64 = 0;
let stonesAtRoot: i32 = 0;
let targetAtRoot: i32 = 0;
let depthNow: i32 = 0;
let answerNow: i32 = OPEN;

/** Returns the number of positions entered since the instance was made. */
export function nodes(): f64 {
  return entered;
}

/** Begins a search; returns -1, or the answer if it needs no search. Boards come in words of 28 and 21 bits. */
export function begin(ownLow: i32, ownHigh: i32, allLow: i32, allHigh: i32, stones: i32, target: i32): i32 {
  store<u64>(OWN, <u64>ownLow | (<u64>ownHigh << 28));
  store<u64>(ALL, <u64>allLow | (<u64>allHigh << 28));
  stonesAtRoot = stones;
  targetAtRoot = target;
  depthNow = 0;
  answerNow = enter(0, target);
  return answerNow;
}

/** Continues the search until it has the answer or has entered about `budget` more positions. */
export function run(budget: i32): i32 {
  const end = entered + <f64>budget;
  while (answerNow == OPEN && entered < end) next();
  return answerNow;
}

// @ts-ignore: decorator
@inline
function targetAt(depth: i32): i32 {
  return (depth & 1) == 0 ? targetAtRoot : 1 - targetAtRoot;
}

// @ts-ignore: decorator
@inline
function next(): void {
  let depth = depthNow;
  const tried = (<usize>depth << 2) + TRIED;
  const index = load<i32>(tried);
  store<i32>(tried, index + 1);
  const move = load<u64>(MOVES + (<usize>(COLUMNS * depth + index) << 3));
  const at = <usize>depth << 3;
  const child = depth + 1;
  store<u64>(OWN + at, load<u64>(ALL + at) ^ load<u64>(OWN + at), 8);
  store<u64>(ALL + at, load<u64>(ALL + at) | move, 8);
  let answer = enter(child, targetAt(child));
  if (answer == OPEN) {
    depthNow = child;
    return;
  }
  for (; depth >= 0; depth--) {
    if (answer == YES && load<i32>(TRIED + (<usize>depth << 2)) < load<i32>(COUNT + (<usize>depth << 2))) {
      depthNow = depth;
      return;
    }
    answer = answer == NO ? YES : NO;
    const target = targetAt(depth);
    const here = <usize>depth << 3;
    if (stonesAtRoot + depth < REMEMBERED)
      put(load<u64>(OWN + here) + load<u64>(ALL + here), answer == YES ? target : target - 1, answer == YES);
  }
  answerNow = answer;
}

function enter(depth: i32, target: i32): i32 {
  entered += 1;
  const stones = stonesAtRoot + depth;
  const own = load<u64>(OWN + (<usize>depth << 3));
  const all = load<u64>(ALL + (<usize>depth << 3));
  const free = BOARD ^ all;
  const loss = lineEnds(own ^ all) & free;
  let moves = (all + BOTTOM) & BOARD;
  const forced = moves & loss;
  if (forced != 0) moves = (forced & (forced - 1)) != 0 ? 0 : forced;
  moves &= ~(loss >> 1);
  if (moves == 0 && stones < CELLS) return -((CELLS - stones) >> 1) >= target ? YES : NO;
  if (stones >= CELLS - 2) return target <= 0 ? YES : NO;
  if (target <= -((CELLS - 2 - stones) >> 1)) return YES;
  if (target > (CELLS - 1 - stones) >> 1) return NO;
  if (stones < REMEMBERED) {
    const known = find(own + all, target);
    if (known != OPEN) return known;
  }
  const at = MOVES + (<usize>(COLUMNS * depth) << 3);
  let count = 0;
  // columns from the center outwards
  count = insert(moves & (COLUMN << 21), own, free, at, count);
  count = insert(moves & (COLUMN << 14), own, free, at, count);
  count = insert(moves & (COLUMN << 28), own, free, at, count);
  count = insert(moves & (COLUMN << 7), own, free, at, count);
  count = insert(moves & (COLUMN << 35), own, free, at, count);
  count = insert(moves & COLUMN, own, free, at, count);
  count = insert(moves & (COLUMN << 42), own, free, at, count);
  store<i32>(COUNT + (<usize>depth << 2), count);
  store<i32>(TRIED + (<usize>depth << 2), 0);
  return OPEN;
}

/** Inserts a move after those with as many threats, and returns the number of moves. */
// @ts-ignore: decorator
@inline
function insert(move: u64, own: u64, free: u64, at: usize, count: i32): i32 {
  if (move == 0) return count;
  const threats = <i32>popcnt<u64>(lineEnds(own | move) & free);
  let place = count;
  for (; place > 0; place--) {
    const before = load<i32>(THREATS + (<usize>(place - 1) << 2));
    if (before >= threats) break;
    store<i32>(THREATS + (<usize>place << 2), before);
    store<u64>(at + (<usize>place << 3), load<u64>(at + (<usize>(place - 1) << 3)));
  }
  store<i32>(THREATS + (<usize>place << 2), threats);
  store<u64>(at + (<usize>place << 3), move);
  return count + 1;
}
