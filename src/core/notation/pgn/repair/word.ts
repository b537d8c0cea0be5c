import { readSan, sanRank, sanRole } from '../../../games/chess/san-code.ts';
import { englishForms, type Letters } from '../../../games/chess/san-letters.ts';
import { type LooseSan, readLoose } from '../../../games/chess/san-loose.ts';

const KING = 5;

/** A word of a line with everything that it can mean, read once: a search plays it thousands of times. */
export interface Word {
  readonly text: string;
  readonly isNull: boolean;
  /** The code of a move in export format (`san-code.ts`); else -1. */
  readonly code: number;
  /** Its other readings, the likelier first. */
  readonly loose: readonly LooseSan[];
}

/** Reads a word as `replay.ts` does. */
export function readWord(text: string, letters: Letters | undefined, isNull = false): Word {
  if (isNull) return { text, isNull, code: -1, loose: [] };
  const code = letters === undefined ? readSan(text, 0, text.length) : -1;
  // Ke1g1 has the form of SAN
  if (code >= 0 && !(sanRole(code) === KING && sanRank(code) >= 0)) return { text, isNull, code, loose: [] };
  const forms = letters === undefined ? [text] : englishForms(text, letters);
  const loose = forms.map(readLoose).filter((one) => one !== undefined);
  return { text, isNull, code, loose };
}

const ENGLISH = 'PNBRQK';

/** A move in export format with the piece letters of a game. */
export function withLetters(san: string, letters: Letters | undefined): string {
  if (letters === undefined || letters.name === '') return san;
  return san.replace(/[KQRBN]/g, (letter) => {
    const role = ENGLISH.indexOf(letter);
    for (const [own, roles] of letters.roles) if (roles[0] === role) return own;
    return letter;
  });
}
