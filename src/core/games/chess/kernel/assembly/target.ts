import { pop } from './bits';
import { HASH, PAWNS, RIGHTS, TARGET, TURN, WHITE } from './memory';

const WHITE_HOME: u64 = 0xff00;
const BLACK_HOME: u64 = 0xff000000000000;

// The pawns of the position at TARGET that have not moved, and the number of its pieces.
let whiteHome: u64 = 0;
let blackHome: u64 = 0;
let pieces: i32 = 0;

export function aim(): void {
  whiteHome = homes(TARGET, WHITE, WHITE_HOME);
  blackHome = homes(TARGET, WHITE + 8, BLACK_HOME);
  pieces = count(TARGET);
}

function homes(at: usize, color: usize, home: u64): u64 {
  return load<u64>(at, PAWNS) & load<u64>(at + color) & home;
}

function count(at: usize): i32 {
  return pop(load<u64>(at, WHITE) | load<u64>(at + 8, WHITE));
}

/** Returns true if a frame is the position at TARGET: equal but for the counters. */
export function isTarget(at: usize): bool {
  if (load<u64>(at, HASH) != load<u64>(TARGET, HASH)) return false;
  for (let i: usize = 0; i < TURN; i += 8) if (load<u64>(at + i) != load<u64>(TARGET + i)) return false;
  for (let i: usize = TURN; i < HASH; i += 4) if (load<i32>(at + i) != load<i32>(TARGET + i)) return false;
  return true;
}

/**
 * Returns false if the position at TARGET cannot come after a frame: moved pawns, lost rights and lost pieces never
 * come back.
 */
export function canCome(at: usize): bool {
  return (
    (whiteHome & ~homes(at, WHITE, WHITE_HOME)) == 0 &&
    (blackHome & ~homes(at, WHITE + 8, BLACK_HOME)) == 0 &&
    (load<i32>(TARGET, RIGHTS) & ~load<i32>(at, RIGHTS)) == 0 &&
    count(at) >= pieces
  );
}
