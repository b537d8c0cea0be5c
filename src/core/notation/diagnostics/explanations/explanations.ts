import type { Code } from '../../diagnostic-codes.ts';
import { EPD } from './epd.ts';
import type { Explanation } from './explanation.ts';
import { FEN } from './fen.ts';
import { MAV_CONTENT } from './mav-content.ts';
import { MAV_LINES } from './mav-lines.ts';
import { PGN_MOVES } from './pgn-moves.ts';
import { PGN_TAGS } from './pgn-tags.ts';
import { PGN_TEXT } from './pgn-text.ts';
import { TRACES } from './traces.ts';
import { TRANSCRIPTS } from './transcripts.ts';
import { WORLDS } from './worlds.ts';

/** The explanation of each code, with an example. `npm run docs` writes the page of diagnostics from it; no bundle contains it. */
export const EXPLANATIONS: Readonly<Record<Code, Explanation>> = {
  ...PGN_TEXT,
  ...PGN_MOVES,
  ...PGN_TAGS,
  ...FEN,
  ...EPD,
  ...WORLDS,
  ...MAV_LINES,
  ...MAV_CONTENT,
  ...TRACES,
  ...TRANSCRIPTS,
};
