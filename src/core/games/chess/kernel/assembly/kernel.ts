// The chess kernel in AssemblyScript: move maps, playing and comparing on 64-bit sets. It computes exactly what
// ../../movegen.ts, ../../frame.ts and ../../moves.ts compute in 32-bit halves, on the same frames and with the same
// order of moves; a property test compares the two. It also reads and plays PGN games that are so plainly written that
// no check of ../../../../notation/pgn/check has a finding. `npm run kernel` compiles it into ../kernel-bytes.ts.

export { common, commonList, count, legal } from './moves';
export { playGame, seekTarget } from './game';
export { readGames } from './games';
export { play } from './play';
export { skipGame } from './skip';
export { addName } from './tags';
