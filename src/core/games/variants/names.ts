import { distance } from 'fastest-levenshtein';
import { VARIANT_TITLES } from './rules.ts';

const CHESS: ReadonlySet<string> = new Set(
  ['chess standard normal classical orthodox fromposition regular wild0 wild1 wild2 wild3'].flatMap((names) =>
    names.split(' '),
  ),
);
const CHESS960: ReadonlySet<string> = new Set(
  [
    'chess960 960 fischerandom fischerrandom fischerrandomchess fischerandomchess frc freestyle',
    'freestylechess wildfr standardchess960',
    // its starts differ from those of Chess960, its rules do not
    'dfrc doublefrc doublechess960 doublefischerandom doublefischerrandom',
  ].flatMap((names) => names.split(' ')),
);

/** Names of variants whose rules are not known here. */
const FOREIGN: ReadonlySet<string> = new Set(
  [
    'bughouse bug suicide losers giveaway xiangqi shogi janggi makruk sittuyin duck duckchess fogofwar',
    'darkchess dark capablanca gothic janus grand grandchess seirawan schess placement shatranj',
    'chaturanga fourplayer 4player teams spell setup torpedo extinction kinglet nocastle nocastling',
    'knightmate berolina cylinder alice courier kriegspiel hordechess960 wild4 wild5 wild7 wild8 wild8a',
    'twokings falcon superchess threekings andernach circe monster marseillais progressive minichess',
    'losalamos crazylosers',
  ].flatMap((names) => names.split(' ')),
);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The rules of chess that the value of a Variant tag means; undefined for other games. */
export function chessNamed(value: string): 'chess' | 'chess960' | undefined {
  const name = plain(value);
  return name === '' || CHESS.has(name) ? 'chess' : CHESS960.has(name) ? 'chess960' : undefined;
}

/** True if a value of a Variant tag names no rules: none, and what sites write of a game from any position. */
export const leavesRules = (value: string): boolean => ['', 'fromposition'].includes(plain(value));

/** True for the name of a variant that exists, but whose rules are not known here. */
export const isForeignVariant = (value: string): boolean => FOREIGN.has(plain(value).replace(/960$/, ''));

const TITLES: readonly string[] = ['Standard', 'Chess960', 'From Position', ...Object.values(VARIANT_TITLES)];

/** The title of the variant that a misspelled name probably means; undefined if none is close. */
export function closestVariant(value: string): string | undefined {
  const name = plain(value);
  if (name.length < 4 || name.length > 30 || isForeignVariant(value)) return undefined;
  const near = TITLES.filter((title) => distance(plain(title), name) <= (name.length < 6 ? 1 : 2));
  return near.length === 1 ? near[0] : undefined;
}
