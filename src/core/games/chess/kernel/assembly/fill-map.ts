import { between, bishopAttacks, isAttacked, rookAttacks } from './attacks';
import { bit, low, pop } from './bits';
import { castlingTargets } from './castling';
import { BISHOPS, BISHOP_RAYS, COUNT, DOUBLE, EAST, EP, FILE_A, FILE_H, KING, KINGS, KNIGHT, KNIGHTS, LAST_RANKS, LINE, MOVERS, PAWN, PAWNS, PUSH, QUEENS, RIGHTS, ROOKS, ROOK_RAYS, TARGETS, TURN, WEST, WHITE } from './memory';
import { addEnPassant, addPinnedPawns } from './pawns';

/** Fills the move map of a frame; returns the number of legal moves. */
export function fillMap(at: usize, map: usize): i32 {
  const us = <usize>load<i32>(at, TURN);
  const own = load<u64>(at + (us << 3), WHITE);
  const theirs = load<u64>(at + ((us ^ 1) << 3), WHITE);
  const occupied = own | theirs;
  const kings = load<u64>(at, KINGS) & own;
  const king = low(kings);
  const k = <usize>king << 3;
  const pawns = load<u64>(at, PAWNS);
  const knights = load<u64>(at, KNIGHTS);
  const queens = load<u64>(at, QUEENS);
  const diagonal = load<u64>(at, BISHOPS) | queens;
  const straight = load<u64>(at, ROOKS) | queens;

  let checkers = ((load<u64>(KNIGHT + k) & knights) | (load<u64>(PAWN + (us << 9) + k) & pawns)) & theirs;
  let pinned: u64 = 0;
  let snipers = ((load<u64>(ROOK_RAYS + k) & straight) | (load<u64>(BISHOP_RAYS + k) & diagonal)) & theirs;
  while (snipers) {
    const sniper = low(snipers);
    snipers &= snipers - 1;
    const block = between(king, sniper) & occupied;
    if (!block) checkers |= bit(sniper);
    else if (!(block & (block - 1))) pinned |= block & own;
  }

  let answer: u64 = ~0;
  if (checkers) answer = checkers & (checkers - 1) ? 0 : checkers | between(king, low(checkers));

  let to = load<u64>(KING + k) & ~own;
  const away = occupied & ~kings;
  for (let rest = to; rest; rest &= rest - 1) {
    const s = low(rest);
    if (isAttacked(at, s, us ^ 1, theirs, away)) to ^= bit(s);
  }
  if (!checkers && load<i32>(at, RIGHTS)) to |= castlingTargets(at, us, king, theirs, occupied);
  let n = pop(to);
  store<u64>(map + k, to, TARGETS);
  if (!answer) {
    store<i32>(map, n, COUNT);
    store<u64>(map, kings, MOVERS);
    store<u64>(map, 0, PUSH);
    store<u64>(map, 0, DOUBLE);
    store<u64>(map, 0, WEST);
    store<u64>(map, 0, EAST);
    return n;
  }
  const go = answer & ~own;

  let from = knights & own & ~pinned;
  let movers = kings | from;
  for (; from; from &= from - 1) {
    const s = <usize>low(from) << 3;
    const targets = load<u64>(KNIGHT + s) & go;
    store<u64>(map + s, targets, TARGETS);
    n += pop(targets);
  }
  from = (straight | diagonal) & own;
  movers |= from;
  for (; from; from &= from - 1) {
    const s = low(from);
    const one = from & -from;
    let targets: u64 = 0;
    if (one & straight) targets = rookAttacks(s, occupied);
    if (one & diagonal) targets |= bishopAttacks(s, occupied);
    targets &= go;
    if (one & pinned) targets &= load<u64>(LINE + (((<usize>king << 6) | <usize>s) << 3));
    store<u64>(map + (<usize>s << 3), targets, TARGETS);
    n += pop(targets);
  }
  store<u64>(map, movers, MOVERS);

  const free = ~occupied;
  const mine = pawns & own;
  const p = mine & ~pinned;
  let push: u64;
  let second: u64;
  let west: u64;
  let east: u64;
  if (us == 0) {
    push = (p << 8) & free;
    second = ((push & 0xff0000) << 8) & free & answer;
    west = ((p & ~FILE_A) << 7) & theirs & answer;
    east = ((p & ~FILE_H) << 9) & theirs & answer;
  } else {
    push = (p >> 8) & free;
    second = ((push & 0xff0000000000) >> 8) & free & answer;
    west = ((p & ~FILE_A) >> 9) & theirs & answer;
    east = ((p & ~FILE_H) >> 7) & theirs & answer;
  }
  push &= answer;
  store<u64>(map, push, PUSH);
  store<u64>(map, second, DOUBLE);
  store<u64>(map, west, WEST);
  store<u64>(map, east, EAST);
  n += pop(push | second) + pop(west) + pop(east);
  if ((push | west | east) & LAST_RANKS) {
    n += 3 * (pop(push & LAST_RANKS) + pop(west & LAST_RANKS) + pop(east & LAST_RANKS));
  }
  if (!checkers && mine & pinned) n += addPinnedPawns(at, map, us, king, mine & pinned, theirs, free);
  if (load<i32>(at, EP) >= 0) n += addEnPassant(at, map, us, king, checkers, own, theirs);
  store<i32>(map, n, COUNT);
  return n;
}
