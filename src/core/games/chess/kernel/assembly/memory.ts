// Memory, in bytes; ../chess-kernel.ts fills in the tables. Keep both in step.
export const KNIGHT: usize = 0;
export const KING: usize = 512;
export const PAWN: usize = 1024;
export const ROOK_RAYS: usize = 2048;
export const BISHOP_RAYS: usize = 2560;
export const DIAGONALS: usize = 3072;
export const ALONG_RANK: usize = 4096;
export const ALONG_FILE: usize = 8192;
export const BETWEEN: usize = 12288;
export const LINE: usize = 45056;
export const PIECE_KEYS: usize = 77824;
export const RIGHT_KEYS: usize = 83968;
export const EP_KEYS: usize = 84096;
export const TURN_KEY: usize = 84160;
export const LEGAL_A: usize = 84168;
export const LEGAL_B: usize = 84172;
export const MAP_A: usize = 84224;
export const MAP_B: usize = 84800;

// A frame's parts, in bytes from its start (../../frame.ts counts words).
export const PAWNS: usize = 0;
export const KNIGHTS: usize = 8;
export const BISHOPS: usize = 16;
export const ROOKS: usize = 24;
export const QUEENS: usize = 32;
export const KINGS: usize = 40;
export const WHITE: usize = 48;
export const TURN: usize = 64;
export const RIGHTS: usize = 68;
export const EP: usize = 72;
export const HASH: usize = 76;
export const HALFMOVES: usize = 84;
export const FULLMOVES: usize = 88;
export const CHESS960: usize = 92;

// A move map's parts, in bytes (../../frame.ts counts words).
export const COUNT: usize = 0;
export const MOVERS: usize = 8;
export const PUSH: usize = 16;
export const DOUBLE: usize = 24;
export const WEST: usize = 32;
export const EAST: usize = 40;
export const TARGETS: usize = 48;

export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;
export const LAST_RANKS: u64 = 0xff000000000000ff;

// Further memory of the reader of games, which has a separate instance (../game-reader.ts has the same numbers).
export const GAMES: usize = 131072;
export const MOVETEXT: usize = 131076;
export const PLIES: usize = 131080;
export const MOVE_COUNT: usize = 131084;
// comments, variations, glyphs, clocks, evaluations
export const NOTES: usize = 131088;
export const START: usize = 131200;
export const LINES: usize = 131328;
export const CHECKS: usize = 131840;
export const TARGET: usize = 132992;
// names of tags: 16 bytes, a rule, a bit
export const NAMES: usize = 135168;
export const NAME_SLOTS: usize = 512;
export const MAX_MOVES: i32 = 1024;
// by moves of the game: the move, and its offsets in the text; by plies of the main line: the number of the move, and
// the hash of the position
export const MOVES: usize = 147456;
export const PLACES: usize = 151552;
export const MAIN: usize = 155648;
export const MAIN_HASHES: usize = 159744;
export const GAME_FRAMES: usize = 167968;
