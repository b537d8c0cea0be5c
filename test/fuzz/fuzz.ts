import { LANGUAGES, type Language } from '../../src/core/notation/language.ts';
import { mutated } from './bytes.ts';
import { caseSeed, Dice } from './dice.ts';
import { grammarText } from './grammar.ts';
import { PROPERTIES, type Property } from './properties.ts';

export interface FuzzCase {
  readonly index: number;
  readonly language: Language;
  readonly text: string;
}

/** Where a property does not hold. */
export interface Failure extends FuzzCase {
  readonly property: string;
  readonly error: unknown;
}

/** Two of three cases are PGN; every second is damaged after the grammar made it. */
export function caseOf(seed: number, index: number): FuzzCase {
  const dice = new Dice(caseSeed(seed, index));
  const language = dice.once(3) ? dice.pick(LANGUAGES) : 'pgn';
  const text = grammarText(dice, language);
  return { index, language, text: index % 2 === 0 ? text : mutated(dice, text) };
}

/** Whether a property holds; its dice are those of the case, so that edits are the same again. */
function faultOf(
  property: Property,
  { language, text }: FuzzCase,
  seed: number,
): { readonly error: unknown } | undefined {
  try {
    property.holds(text, language, new Dice(seed));
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** The first property that a case breaks, with the smallest text that was found to break it; undefined: none. */
export function failureOf(seed: number, index: number): Failure | undefined {
  const made = caseOf(seed, index);
  const own = caseSeed(~seed, index);
  for (const property of PROPERTIES) {
    if (faultOf(property, made, own) === undefined) continue;
    const text = shrunk(made.text, (smaller) => faultOf(property, { ...made, text: smaller }, own) !== undefined);
    const { error } = faultOf(property, { ...made, text }, own) ?? { error: undefined };
    return { ...made, text, property: property.name, error };
  }
  return undefined;
}

/** Cuts pieces out of a text, large ones first, as long as it still fails. */
function shrunk(text: string, fails: (text: string) => boolean): string {
  let small = text;
  for (let size = Math.ceil(small.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < small.length; ) {
      const without = small.slice(0, at) + small.slice(at + size);
      if (without !== small && fails(without)) small = without;
      else at += size;
    }
  }
  return small;
}
