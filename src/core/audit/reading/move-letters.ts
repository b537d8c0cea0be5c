import { englishForms, type Letters, lettersFor, pieceLetter } from '../../games/chess/san-letters.ts';

/** Letters of pieces in other languages than English, as the source of a regular expression. */
export const FOREIGN_LETTER = '(?:[ACDFGHJLOPSTVW]|[\u00c0-\u017f\u0370-\u04ff]{1,2})';
/** A move of a piece behind its number, White's or Black's. */
const NUMBERED = new RegExp(
  String.raw`\b\d{1,3}\.{1,3} ?(?:\S{2,8} )?((?:[A-Z]|[\u00c0-\u017f\u0370-\u04ff]{1,2})[a-h]?[1-8]?[-x:]?[a-h][1-8])`,
  'g',
);
const ENGLISH = /^[KQRBN]$/;
/** English, too, where it stands for a pawn. */
const ALSO_ENGLISH = 'P';

/** A move with English letters. */
export interface ReadLetters {
  readonly san: string;
  /** What it means in other languages that the conversation may be in. */
  readonly others: readonly string[];
}

/** The language of the letters of pieces in a conversation, by its moves with numbers. */
export class MoveLetters {
  readonly #used = new Set<string>();
  /** Languages that have all letters seen; none while all are English. */
  #languages: readonly Letters[] = [];

  /** Notes the letters of a text. */
  note(text: string): void {
    const before = this.#used.size;
    for (const [, move = ''] of text.matchAll(NUMBERED)) {
      const letter = pieceLetter(move);
      if (letter !== undefined) this.#used.add(letter);
    }
    if (this.#used.size === before) return;
    const isForeign = [...this.#used].some((letter) => !ENGLISH.test(letter) && letter !== ALSO_ENGLISH);
    const all = isForeign ? lettersFor(this.#used) : [];
    const named = all.filter(({ name }) => name !== '');
    // letters of several languages: each means what any of them means by it, and English ones are English
    this.#languages = named.length > 0 ? named : all;
  }

  /** What a move means by its letters; undefined where no language has them. */
  read(san: string): ReadLetters | undefined {
    const letter = pieceLetter(san);
    if (this.#languages.length === 0)
      return letter === undefined || ENGLISH.test(letter) ? { san, others: [] } : undefined;
    const forms = new Set(this.#languages.flatMap((letters) => englishForms(san, letters)));
    const [form, ...others] = [...forms].filter(isEnglish);
    return form === undefined ? undefined : { san: form, others };
  }
}

/** Every letter of a piece is one of English. */
const isEnglish = (san: string): boolean => !/[^a-hnqrkKQRBNOx\d=+#:\-♔-♟]/.test(san);
