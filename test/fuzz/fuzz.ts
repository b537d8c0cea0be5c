import type { Language } from '../../src/core/notation/language.ts';
import { mutated } from './bytes.ts';
import { caseSeed, Dice } from './dice.ts';
import { GRAMMAR_LANGUAGES, grammarText } from './grammar.ts';
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
  const language = dice.once(3) ? dice.pick(GRAMMAR_LANGUAGES) : 'pgn';
  const text = grammarText(dice, language);
  return { index, language, text: index % 2 === 0 ? text : mutated(dice, text) };
}

/** True if a property holds; its dice are those of the case, so that edits are the same again. */
async function faultOf(
  property: Property,
  { language, text }: FuzzCase,
  seed: number,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await property.holds(text, language, new Dice(seed));
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** The first property that a text breaks with the dice of a case; undefined: none. */
export async function brokenBy(made: FuzzCase, seed: number): Promise<Failure | undefined> {
  const own = caseSeed(~seed, made.index);
  for (const property of PROPERTIES) {
    const fault = await faultOf(property, made, own);
    if (fault !== undefined) return { ...made, property: property.name, error: fault.error };
  }
  return undefined;
}

/** The first property that a case breaks, with the smallest text that was found to break it; undefined: none. */
export async function failureOf(seed: number, index: number): Promise<Failure | undefined> {
  const made = caseOf(seed, index);
  const failure = await brokenBy(made, seed);
  const property = PROPERTIES.find(({ name }) => name === failure?.property);
  if (failure === undefined || property === undefined) return undefined;
  const own = caseSeed(~seed, index);
  const text = await shrunk(
    made.text,
    async (smaller) => (await faultOf(property, { ...made, text: smaller }, own)) !== undefined,
  );
  const fault = await faultOf(property, { ...made, text }, own);
  return fault === undefined ? failure : { ...failure, text, error: fault.error };
}

/** Cuts pieces out of a text, large ones first, as long as it still fails. */
async function shrunk(text: string, fails: (text: string) => Promise<boolean>): Promise<string> {
  let small = text;
  for (let size = Math.ceil(small.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < small.length; ) {
      const without = small.slice(0, at) + small.slice(at + size);
      if (without !== small && (await fails(without))) small = without;
      else at += size;
    }
  }
  return small;
}
