import { seeded, shuffled } from '../../base/random.ts';
import { partSeed } from '../../base/text/fingerprint.ts';

/** A code for the texts of states: other letters for letters and other digits for digits, one for one. */
export interface StateCode {
  readonly encode: (text: string) => string;
  /** Undoes `encode`, of any text. */
  readonly decode: (text: string) => string;
  /** The signs that are exchanged, and what is written for each, in the same order. Upper case follows lower case. */
  readonly known: string;
  readonly written: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/** The code of a seed. All other signs stay, so that the form of a state does, and its edit distance to another one. */
export function stateCode(seed: number): StateCode {
  const random = seeded(partSeed(seed, 'states'));
  const [letters, digits] = [LETTERS, DIGITS].map((signs) => shuffled(signs.split(''), random).join(''));
  const [known, written] = [`${LETTERS} ${DIGITS}`, `${letters} ${digits}`];
  return { encode: exchanged(known, written), decode: exchanged(written, known), known, written };
}

function exchanged(from: string, to: string): (text: string) => string {
  const other = new Map<string, string>();
  for (let i = 0; i < from.length; i++) {
    const [sign, one] = [from.charAt(i), to.charAt(i)];
    other.set(sign, one).set(sign.toUpperCase(), one.toUpperCase());
  }
  return (text) => text.replace(/[A-Za-z0-9]/g, (sign) => other.get(sign) ?? sign);
}
