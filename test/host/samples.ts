import fs from 'node:fs';

/** The text of a file in `samples`. */
export const sample = (name: string): string => fs.readFileSync(`samples/${name}`, 'utf8');

/** Twenty games of a World Cup, each cut once, with the answers of several models there: those of the samples may change. */
export const CUTS = fs.readFileSync('test/fixtures/pgn2fen/cuts.pgn', 'utf8');

/** A game without predictions, as a model is asked about it. */
export const BARE_GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
`;

/** The number that a lens ends up with: a score, and no dots any more. */
export const NUMBERS = /p₄ (?:[01]|0\.\d\d|<0\.01|>0\.99)\b.* · r₄ (?:[01]|0\.\d\d|<0\.01|>0\.99)/;
