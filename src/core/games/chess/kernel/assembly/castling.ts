import { isAttacked } from './attacks';
import { bit } from './bits';
import { CHESS960, RIGHTS } from './memory';

function span(a: i32, b: i32): i32 {
  return a < b ? (2 << b) - (1 << a) : (2 << a) - (1 << b);
}

export function castlingTargets(at: usize, us: usize, king: i32, theirs: u64, occupied: u64): u64 {
  const home = us == 0 ? 0 : 56;
  const allRights = load<i32>(at, RIGHTS);
  let rights = us == 0 ? allRights & 0xff : allRights >>> 8;
  const rank = <i32>(occupied >> <u64>home) & 0xff;
  const kingFile = king - home;
  let targets: u64 = 0;
  for (; rights; rights &= rights - 1) {
    const rookFile = ctz(rights);
    const kingside = rookFile > kingFile;
    const kingTo = kingside ? 6 : 2;
    const rookTo = kingside ? 5 : 3;
    const pieces = (1 << kingFile) | (1 << rookFile);
    if (rank & (span(kingFile, kingTo) | span(rookFile, rookTo)) & ~pieces) continue;
    const way = occupied & ~bit(king);
    let safe = true;
    for (let file = kingFile; safe && file != kingTo; ) {
      file += kingTo > kingFile ? 1 : -1;
      if (file != kingTo) safe = !isAttacked(at, home + file, us ^ 1, theirs, way);
    }
    if (!safe) continue;
    const end = (occupied & ~(<u64>pieces << <u64>home)) | bit(home + rookTo);
    if (isAttacked(at, home + kingTo, us ^ 1, theirs, end)) continue;
    targets |= bit(home + (load<i32>(at, CHESS960) ? rookFile : kingTo));
  }
  return targets;
}
