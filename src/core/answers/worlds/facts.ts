/** A predicate with its arguments in parentheses after its name. */
const CALL = /^([a-z][\w-]{0,30})\s{0,4}\(\s*([\w-]{1,30}(?:\s*,\s*[\w-]{1,30}){0,5})?\s*\)$/i;
/** An atom in parentheses as a whole. */
const LISP = /^\([a-z][\w-]{0,30}(?:[ ,]+[\w-]{1,30}){0,5}\)$/i;
/** A predicate without arguments. */
const NAME = /^[a-z][a-z_-]{2,24}$/i;
/** Words that connect sentences or name a part of an answer, and are no predicates. */
const CONNECTIVE =
  /^(?:[a-z]+ly|after|before|then|thus|therefore|hence|first|second|third|next|now|also|here|again|afterwards?|done|okay|yes|well|meanwhile|note|otherwise|overall|answer|state|result|facts?|goal|step)$/i;

const BLOCK = String.raw`(?:the |block )*([a-z][\w-]{0,15})(?: block)?`;
const HAND = String.raw`(?:the |my |robot(?:'s)? |robotic )*(?:hand|arm|gripper)`;
const STILL = '(?: (?:now|still|currently|directly|back|also|again))*';
/** A verb of position; some answers leave it out (`the red block on the table`). */
const LIES = `(?: (?:is|sits|rests|stands|lies|remains)(?: (?:sitting|resting|standing|stacked|placed|located))?)?${STILL}`;
const BARE = String.raw`([a-z][\w-]{0,15})`;

/**
 * Facts of Blocksworld in words, and of Mystery Blocksworld, as planning benchmarks and models write them; what is not the case has no atom. The first that fits counts.
 */
const FACTS: readonly (readonly [words: string, atom: (names: readonly string[]) => string])[] = [
  [`${HAND}(?: is| remains)?${STILL} (?:empty|free)`, () => '(handempty)'],
  [`(?:${HAND} (?:is )?${STILL}(?:holding|holds)|holding) nothing|nothing is held`, () => '(handempty)'],
  [`(?:${HAND} (?:is(?: now| still| currently)? )?(?:holding|holds)|holding) ${BLOCK}`, ([a]) => `(holding ${a})`],
  [`${BLOCK}(?: is)?${STILL} (?:held(?: by ${HAND})?|in ${HAND})`, ([a]) => `(holding ${a})`],
  [`(?:there is )?nothing(?: is)? on (?:top of )?${BLOCK}`, ([a]) => `(clear ${a})`],
  [`${BLOCK} has nothing on (?:it|top(?: of it)?)`, ([a]) => `(clear ${a})`],
  [`${BLOCK} (?:is|remains)${STILL} clear`, ([a]) => `(clear ${a})`],
  [`${BLOCK}${LIES} on(?:to)?[ -]?(?:the )?table`, ([a]) => `(ontable ${a})`],
  [`${BLOCK}${LIES} on(?:to)? (?:top of )?${BLOCK}`, ([a, b]) => `(on ${a} ${b})`],
  [`${BLOCK} is (?:not|no longer) (?:clear|held|on (?:the )?table|on (?:top of )?${BLOCK})`, () => ''],
  [`${HAND} is (?:not|no longer) (?:empty|free)`, () => ''],
  [`object ${BARE} craves object ${BARE}`, ([a, b]) => `(craves ${a} ${b})`],
  [`(planet|province|pain) object ${BARE}`, ([what, a]) => `(${what} ${a})`],
  [`on ${BARE} ${BARE}`, ([a, b]) => `(on ${a} ${b})`],
  [`on-?table ${BARE}`, ([a]) => `(ontable ${a})`],
  [`clear ${BARE}`, ([a]) => `(clear ${a})`],
];
const PATTERNS = FACTS.map(([words, atom]) => [new RegExp(`^(?:${words})$`, 'i'), atom] as const);

/** Returns true for an atom that says what the hand holds, in Mystery Blocksworld, too. */
export const isHandFact = (atom: string): boolean => /^\((?:handempty|harmony|holding .*|pain .*)\)$/.test(atom);

/** Maximum number of facts that are compared with each other. */
const MAX_ATOMS = 200;

/**
 * Returns true for facts of Blocksworld that leave nothing open: each block has one place, and is clear, held or below one other, and the hand
 * is empty or holds a block.
 */
export function isConfiguration(atoms: readonly string[]): boolean {
  if (atoms.length > MAX_ATOMS) return false;
  const facts = [...new Set(atoms)].map((atom) => atom.slice(1, -1).split(' '));
  const blocks = new Set(facts.flatMap(([, ...names]) => names));
  const count = (isOf: (fact: readonly string[]) => boolean): number => facts.filter(isOf).length;
  const isPlace = ([predicate = '']: readonly string[]): boolean => /^(?:on|ontable|holding)$/.test(predicate);
  return (
    facts.every(([predicate = '']) => /^(?:on|ontable|holding|clear|handempty)$/.test(predicate)) &&
    count(([predicate]) => predicate === 'handempty' || predicate === 'holding') === 1 &&
    [...blocks].every(
      (block) =>
        count((fact) => isPlace(fact) && fact[1] === block) === 1 &&
        count(
          ([predicate, first, second]) =>
            (predicate === 'on' && second === block) ||
            ((predicate === 'clear' || predicate === 'holding') && first === block),
        ) === 1,
    )
  );
}

/** Returns true for a text that is a fact in words, or an atom without its parentheses. */
export const isInWords = (text: string): boolean => !text.includes('(') && /\s/.test(text);

/** Returns the atom that a text states, '' for one that states what is not the case; undefined for other text. */
export function readFact(text: string): string | undefined {
  const [, name, args] = CALL.exec(text) ?? [];
  if (name !== undefined && !CONNECTIVE.test(name))
    return `(${[name, ...(args ?? '').split(/[\s,]+/).filter((arg) => arg !== '')].join(' ')})`.toLowerCase();
  if (LISP.test(text)) return text.replace(/[ ,]+/g, ' ').toLowerCase();
  for (const [pattern, atom] of PATTERNS) {
    const match = pattern.exec(text);
    if (match !== null) return atom(match.slice(1)).toLowerCase();
  }
  return NAME.test(text) && !CONNECTIVE.test(text) ? `(${text.toLowerCase()})` : undefined;
}
