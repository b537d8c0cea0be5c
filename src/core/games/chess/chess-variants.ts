/** Rules of chess that are known here, by their names in settings and files. Positions of both are FENs. */
export const CHESS_VARIANTS = ['chess', 'chess960'] as const;
export type ChessVariant = (typeof CHESS_VARIANTS)[number];

/** Returns true for the name of chess or Chess960: a game of SAN, FENs and PGN whose positions can repeat. */
export const isChessVariant = (name: unknown): name is ChessVariant =>
  (CHESS_VARIANTS as readonly unknown[]).includes(name);

const wordsOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Names of standard chess as in `plainVariantName`. The sets are marked as pure, so that bundles can leave them out. */
const CHESS = /* @__PURE__ */ wordsOf(
  'chess standard normal classical orthodox fromposition regular wild0 wild1 wild2 wild3',
);
const CHESS960 = /* @__PURE__ */ wordsOf(
  'chess960 960 fischerandom fischerrandom fischerrandomchess fischerandomchess frc freestyle',
  'freestylechess wildfr standardchess960',
  // its starts differ from those of Chess960, its rules do not
  'dfrc doublefrc doublechess960 doublefischerandom doublefischerrandom',
);

/** Names of variants whose rules are not known here. */
const FOREIGN = /* @__PURE__ */ wordsOf(
  'bughouse bug suicide losers giveaway xiangqi shogi janggi makruk sittuyin duck duckchess fogofwar',
  'darkchess dark capablanca gothic janus grand grandchess seirawan schess placement shatranj',
  'chaturanga fourplayer 4player teams spell setup torpedo extinction kinglet nocastle nocastling',
  'knightmate berolina cylinder alice courier kriegspiel hordechess960 wild4 wild5 wild7 wild8 wild8a',
  'twokings falcon superchess threekings andernach circe monster marseillais progressive minichess',
  'losalamos crazylosers',
);

/** Returns the name of a variant in lower case, without spaces and signs. */
export const plainVariantName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the rules of chess that the value of a Variant tag means; undefined for other games. */
export function chessNamed(value: string): ChessVariant | undefined {
  const name = plainVariantName(value);
  return name === '' || CHESS.has(name) ? 'chess' : CHESS960.has(name) ? 'chess960' : undefined;
}

/**
 * Returns true if a value of a Variant tag names no rules: an empty one, or the name that sites write for a game from
 * any position.
 */
export const leavesRules = (value: string): boolean => ['', 'fromposition'].includes(plainVariantName(value));

/** Returns true for the name of a variant that exists, but whose rules are not known here. */
export const isForeignVariant = (value: string): boolean => FOREIGN.has(plainVariantName(value).replace(/960$/, ''));
