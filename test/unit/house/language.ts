/** A phrase that the project does not use, and what to write. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly instead: string;
}

const phrase = (pattern: string, instead: string): Phrase => ({
  pattern: new RegExp(String.raw`(?<![\w-])(?:${pattern})(?![\w-])`, 'gi'),
  instead,
});

/** Words of a dialect, which readers have to translate. */
const DIALECT: readonly Phrase[] = [
  phrase('carried along|carries along', 'bundled'),
  phrase('go(?:es)? on (?:with|from|where|when|by|behind|otherwise|after)|went on|to go on', 'resume, continue'),
  phrase('at first', 'by default'),
  phrase('(?:held|holds?) (?:[\\w ]{0,30} )?against', 'compare with, check with'),
  phrase('(?:tells?|told) (?:[\\w ]{0,30} )?apart', 'distinguish'),
  phrase('puts? (?:[\\w ]{0,30} )?right', 'normalize, repair'),
  phrase('wants? to be|has to be', 'must be'),
  phrase('that (?:is|are|was|were) there(?: already)?|(?:is|are) there already', 'existing'),
  phrase('not to be had', 'not available'),
  phrase('blanks|a blank(?! line)', 'space, whitespace'),
  phrase('(?:speaks?|spoke) of', 'describes, is about'),
  phrase('pass(?:es|ed)? over', 'skip'),
  phrase('in good order', 'cleanly'),
  phrase('slips?', 'mistake, error'),
  phrase('mend(?:s|ed|ing)?', 'fix, repair'),
  phrase('anew', 'again'),
  phrase('begun', 'started'),
  phrase('taken for', 'read as, assumed to be'),
  phrase('faults? that pass', 'transient errors'),
  phrase('in silence', 'silently'),
  phrase('is drawn of', 'requires'),
  phrase('all the same', 'still, nevertheless'),
  phrase('no more|any more', 'any longer, now'),
  phrase('whose turn it is', 'the side to move'),
  phrase('on (?:their|its) way', 'pending, in progress'),
  phrase('so many', 'this many, N'),
  phrase('nobody (?:knows|values|is)', 'unknown, no one'),
  phrase('what a model thinks included', 'reasoning tokens included'),
];

/** British spellings; VS Code is written in American ones. */
const BRITISH: readonly Phrase[] = [
  phrase('colou?red? of|colours?|coloured|colouring', 'color'),
  phrase('behaviours?', 'behavior'),
  phrase('neighbour(?:s|ing)?', 'neighbor'),
  phrase('favourites?|honours?', '-or'),
  phrase('centres?|centred', 'center'),
  phrase('licences?|licenced', 'license'),
  phrase('grey(?:-scale|s)?', 'gray'),
  phrase('cancelled|cancelling|labelled|labelling|modelled|modelling|travelled', 'one l'),
  phrase('analysed?|analysing', 'analyze'),
  phrase(
    '(?:normal|recogn|initial|serial|summar|optim|minim|maxim|organ|linear|general|tokeni?|synchron|visual|util)is(?:e[sd]?|ing|ation)',
    '-ize',
  ),
  phrase('misspelt|learnt|whilst|amongst|artefacts?|judgement|catalogue', 'the American form'),
];

/** Words of comments that a plainer one stands for; in texts for people some of them have another sense. */
const IN_COMMENTS: readonly Phrase[] = [
  phrase('go(?:es)? on', 'continue'),
  phrase('at once', 'immediately, in one step'),
  phrase('of (?:its|their) own', 'its own, their own'),
  phrase('behind', 'after, below'),
  phrase('(?:is|are) told', 'is called with, receives'),
  phrase('half-moves?', 'ply'),
];

/** What is not written, in any text for people. Code, links and quotations are taken out before. */
export const PHRASES: readonly Phrase[] = [...DIALECT, ...BRITISH];

/** The phrases in a text, each with its 1-based line and what to write. */
export const phrasesIn = (text: string): string[] => matches(text, PHRASES);

const matches = (text: string, phrases: readonly Phrase[]): string[] =>
  phrases.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index).split('\n').length;
      return `${line}: "${match[0]}": ${instead}`;
    }),
  );

/** The phrases in the comments of a source, whose code is blank. Code spans are taken out before. */
export const phrasesInComments = (comments: string): string[] =>
  phrasesIn(comments).concat(matches(comments, IN_COMMENTS));

/** Names that say how a value came about, or are words of a sentence: the noun of the field stands for them. */
export const ODD_NAME =
  /^(?:Placed|Asked|Given|Shown|Found|Counted|Looked|Kept|Told|Drawn)[A-Z]|Of$|Of[A-Z]|^(?:why|may|say|one|told|asked|given|shown|drawn)(?![a-z])/;

/** A comment that begins with a question or a clause in place of a verb or a noun. */
export const QUESTION_OPENING = /(?:\/\*\*\s*(?:\*\s*)?|(?<![:/])\/\/ )(?:What|Whether|Of|Who|Where)\b/g;
