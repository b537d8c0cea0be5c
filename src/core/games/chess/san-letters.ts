import { looseParts } from './san-loose.ts';

/** Piece letters of a language (PGN standard 8.2.3.2 lists most); SAN in a PGN file has the English ones. */
export interface Letters {
  /** For people: `German`. */
  readonly name: string;
  /** The roles that a letter can mean, the likelier first; no entry: none. */
  readonly roles: ReadonlyMap<string, readonly number[]>;
}

const ENGLISH = 'PNBRQK';

/** Letters of knight, bishop, rook, queen and king, in the order in which they are tried. */
const LANGUAGES: readonly (readonly [string, string])[] = [
  ['German', 'S L T D K'],
  ['French', 'C F T D R'],
  ['Spanish or Italian', 'C A T D R'],
  ['Dutch', 'P L T D K'],
  ['Russian', 'К С Л Ф Кр'],
  ['Polish', 'S G W H K'],
  ['Portuguese', 'C B T D R'],
  ['Czech', 'J S V D K'],
  ['Hungarian', 'H F B V K'],
  ['Finnish', 'R L T D K'],
  ['Romanian', 'C N T D R'],
  ['Estonian', 'R O V L K'],
  ['Croatian', 'S L T D K'],
  ['Icelandic', 'R B H D K'],
  ['Turkish', 'A F K V Ş'],
  ['Greek', 'Ι Α Π Β Ρ'],
];

const languages: readonly Letters[] = LANGUAGES.map(([name, letters]) => ({
  name,
  roles: new Map(letters.split(' ').map((letter, i) => [letter, [i + 1]])),
}));

/** English, and for letters that are none of its own whatever a language means by them. */
const MIXED: Letters = { name: '', roles: mixedRoles() };

function mixedRoles(): ReadonlyMap<string, readonly number[]> {
  // Cyrillic and Greek letters that look like English ones
  const roles = new Map<string, number[]>([
    ['В', [2]],
    ['К', [1, 5]],
    ['Ν', [1]],
    ['Κ', [5]],
  ]);
  for (const { roles: own } of languages) {
    for (const [letter, [role]] of own) {
      if (ENGLISH.includes(letter)) continue;
      const known = roles.get(letter) ?? [];
      if (!known.includes(role)) roles.set(letter, [...known, role]);
    }
  }
  return roles;
}

/**
 * The languages whose letters fit all piece letters of a game, and the mixture of all. It stands before those that give
 * a letter of the game another meaning than English does, as French does with R: they must explain more to be believed.
 */
export function lettersFor(used: ReadonlySet<string>): readonly Letters[] {
  const fitting = languages.filter(({ roles }) => [...used].every((letter) => roles.has(letter)));
  const isEnglish = ({ roles }: Letters): boolean =>
    [...used].every((letter) => !ENGLISH.includes(letter) || roles.get(letter)?.[0] === ENGLISH.indexOf(letter));
  return [...fitting.filter(isEnglish), MIXED, ...fitting.filter((letters) => !isEnglish(letters))];
}

/** The piece letter that a move's text begins with: `K`, `С`, `Кр`; undefined when it begins otherwise. */
export function pieceLetter(text: string): string | undefined {
  const c = text.charCodeAt(0);
  if (c >= 0x41 && c <= 0x5a) return text.charAt(0) === 'O' && !/^Ox?[a-h]/.test(text) ? undefined : text.charAt(0);
  // Latin letters with marks, and Greek ones
  if (c >= 0xc0 && c < 0x400) return text.charAt(0);
  if (c < 0x400 || c > 0x4ff) return undefined;
  const second = text.charCodeAt(1);
  return text.slice(0, second >= 0x400 && second <= 0x4ff ? 2 : 1);
}

/** The texts with English letters that a move can mean, the likelier first; the text itself when it has none to change. */
export function englishForms(text: string, letters: Letters): readonly string[] {
  const parts = looseParts(text);
  if (parts === undefined || parts.castling !== '') return [text];
  const rest = text.slice(parts.letter.length);
  const promoted = letters.roles.get(parts.promoted.toUpperCase())?.[0];
  const tail =
    promoted === undefined
      ? rest
      : rest.slice(0, rest.length - parts.signs.length - parts.enPassant.length - parts.promoted.length) +
        ENGLISH.charAt(promoted) +
        parts.enPassant +
        parts.signs;
  const roles = letters.roles.get(parts.letter);
  return roles === undefined ? [parts.letter + tail] : roles.map((role) => ENGLISH.charAt(role) + tail);
}
