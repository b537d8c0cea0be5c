import { letterName } from '../../../base/text/letter-name.ts';
import { MOVE } from '../tokens.ts';
import { classifyWord } from '../words.ts';

/** Letters, digits and hyphens that look like those of moves. */
const STRANGE = 'аЬсԁеѓɡһхоОзЗ‐‑−КВΚΒΝΟοχ';
const PLAIN = 'abcdefghxOO33---KBKBNOOx';
const LATIN: ReadonlyMap<string, string> = new Map(
  Array.from(STRANGE, (letter, i): [string, string] => [letter, PLAIN.charAt(i)]),
);

/** A word that is a move but for letters of another alphabet that look alike. */
export interface Homoglyph {
  readonly message: string;
  /** The word with English letters. */
  readonly text: string;
}

/** The longest word that is looked at. */
const MAX_LENGTH = 16;

export function homoglyphFix(word: string): Homoglyph | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const strange = Array.from(word).filter((letter) => letter > '\x7f');
  const [first] = strange;
  if (first === undefined || !strange.every((letter) => LATIN.has(letter) || isWide(letter))) return undefined;
  const text = Array.from(word, (letter) => LATIN.get(letter) ?? narrow(letter)).join('');
  if (classifyWord(text, 0, text.length) !== MOVE) return undefined;
  const name = letterName(first);
  const right = LATIN.get(first) ?? narrow(first);
  return { text, message: `${JSON.stringify(word)} has ${name}, which only looks like ${right}: write ${text}` };
}

/** True for a letter or digit of full width, as East Asian input methods write them. */
const isWide = (letter: string): boolean => letter >= '！' && letter <= '～';

const narrow = (letter: string): string =>
  isWide(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0xfee0) : letter;
