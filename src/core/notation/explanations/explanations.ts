import { CODES, type Code } from '../diagnostic-codes.ts';
import { EPD_EXPLANATIONS } from './epd.ts';
import type { Explanation, SharedExplanation } from './explanation.ts';
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

/** Codes that share an explanation, those of several languages first. */
export const SHARED_EXPLANATIONS: readonly SharedExplanation[] = [
  {
    title: 'The file is not in UTF-8',
    codes: (Object.keys(CODES) as Code[]).filter((code) => code.endsWith('_ENCODING')),
  },
  {
    title: 'The file starts with a byte order mark',
    codes: ['PGN_BYTE_ORDER_MARK', 'FEN_BYTE_ORDER_MARK', 'WALK_BYTE_ORDER_MARK'],
  },
  { title: 'A prediction without a label or a state', codes: ['PGN_BAD_PFEN', 'FEN_BAD_PFEN', 'WALK_BAD_PSTATE'] },
  {
    title: 'An unknown variant is not checked',
    codes: ['PGN_UNKNOWN_VARIANT', 'FEN_UNKNOWN_VARIANT'],
  },
  { title: 'A FEN tag without [SetUp "1"], or the reverse', codes: ['PGN_MISSING_SETUP', 'PGN_SETUP_WITHOUT_FEN'] },
  { title: 'A comment command without its value', codes: ['PGN_BAD_CLOCK', 'PGN_BAD_EVAL', 'PGN_BAD_MARKS'] },
  {
    title: 'A name that is not declared',
    codes: ['PDDL_UNKNOWN_PREDICATE', 'PDDL_UNKNOWN_OBJECT', 'PDDL_UNBOUND', 'PDDL_UNKNOWN_TYPE'],
  },
];
