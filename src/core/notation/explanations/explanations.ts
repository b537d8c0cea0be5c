import type { Code } from '../diagnostic-codes.ts';
import { EPD_EXPLANATIONS } from './epd.ts';
import type { Explanation } from './explanation.ts';
import { FEN_EXPLANATIONS } from './fen.ts';
import { MAV_CONTENT_EXPLANATIONS } from './mav-content.ts';
import { MAV_LINES_EXPLANATIONS } from './mav-lines.ts';
import { PGN_MOVES_EXPLANATIONS } from './pgn-moves.ts';
import { PGN_TAGS_EXPLANATIONS } from './pgn-tags.ts';
import { PGN_TEXT_EXPLANATIONS } from './pgn-text.ts';
import { SEARCHES_EXPLANATIONS } from './searches.ts';
import { TRACES_EXPLANATIONS } from './traces.ts';
import { TRANSCRIPTS_EXPLANATIONS } from './transcripts.ts';
import { WORLDS_EXPLANATIONS } from './worlds.ts';

/**
 * Additions to the titles of all codes, each with an example. `npm run docs` writes the page of diagnostics
 * from both; no bundle contains it.
 */
export const EXPLANATIONS: Readonly<Record<Code, Explanation>> = {
  ...PGN_TEXT_EXPLANATIONS,
  ...PGN_MOVES_EXPLANATIONS,
  ...PGN_TAGS_EXPLANATIONS,
  ...FEN_EXPLANATIONS,
  ...EPD_EXPLANATIONS,
  ...WORLDS_EXPLANATIONS,
  ...MAV_LINES_EXPLANATIONS,
  ...MAV_CONTENT_EXPLANATIONS,
  ...TRACES_EXPLANATIONS,
  ...SEARCHES_EXPLANATIONS,
  ...TRANSCRIPTS_EXPLANATIONS,
};
