import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { taken } from '../../support/extraction.ts';
import { LOG_NAMES, type LogName, parseLogLine, readLog } from '../../support/pgn2fen.ts';

/**
 * Our extraction beside the benchmark's own `llm_fen`, over all 7,200 real answers. Every difference is of one of these
 * classes:
 * `found`: the log has none, although the answer is meant as a FEN: fewer than five fields, a field missing beside an en
 * passant square, spaces between squares, letters that are no piece, a board that breaks off in its last ranks.
 * `uncut`: the log cut the FEN out of a longer run (`8/bqnbnrkr/...`, `rnb1qe1r/...` from the `1r` on), ours leaves it.
 * `last`: the answer holds several; the log took the first, ours the last, as in every chat.
 * `drawn`: the answer draws the board, which states no other field; the log has none.
 * `unread`: the answer draws rows that are no board of eight by eight; the log has none, and neither have we.
 */
interface Agreement {
  same: number;
  found: number;
  uncut: number;
  last: number;
  drawn?: number;
  unread?: number;
  forms: Record<string, number>;
}

const EXPECTED: Record<LogName, Agreement> = {
  baseline_starting_board_standard: { same: 1000, found: 0, uncut: 0, last: 0, forms: { complete: 1000 } },
  'chessgpt_chessgpt-chat-v1.Q4_K': {
    same: 964,
    found: 27,
    uncut: 1,
    last: 0,
    drawn: 8,
    unread: 2,
    forms: { none: 281, unread: 2, complete: 628, partial: 23, malformed: 66 },
  },
  'google_gemini-2.0-flash-001': {
    same: 1000,
    found: 0,
    uncut: 0,
    last: 0,
    forms: { complete: 994, malformed: 5, none: 1 },
  },
  'google_gemini-2.0-flash-001_randomised': {
    same: 992,
    found: 4,
    uncut: 3,
    last: 1,
    forms: { complete: 974, partial: 2, malformed: 24 },
  },
  'openai_gpt-4.1-mini-2025-04-14_fischer_random': {
    same: 995,
    found: 4,
    uncut: 1,
    last: 0,
    forms: { complete: 977, malformed: 21, partial: 2 },
  },
  'openai_gpt-4.1-nano-2025-04-14': {
    same: 980,
    found: 20,
    uncut: 0,
    last: 0,
    forms: { complete: 952, partial: 4, malformed: 42, none: 2 },
  },
  'openai_gpt-4o-2024-08-06': { same: 200, found: 0, uncut: 0, last: 0, forms: { complete: 198, malformed: 2 } },
  'openai_o3-mini-2025-01-31': {
    same: 999,
    found: 1,
    uncut: 0,
    last: 0,
    forms: { complete: 832, malformed: 25, partial: 143 },
  },
};

/** ChessGPT was given a text to continue, all others a chat. */
const placeOf = (name: LogName) => (name.startsWith('chessgpt') ? 'first' : 'anywhere');

const compare = (name: LogName): Agreement => {
  const sum: Agreement = { same: 0, found: 0, uncut: 0, last: 0, forms: {} };
  for (const line of readLog(name)) {
    const { llm_raw_text: raw, llm_fen: theirs } = parseLogLine(line).llm_info;
    const reading = readAnswer(raw ?? '', { place: placeOf(name) });
    const ours = taken(reading, false);
    const form = ours?.form ?? (reading.outcome === 'unread' ? 'unread' : 'none');
    sum.forms[form] = (sum.forms[form] ?? 0) + 1;
    if (reading.outcome === 'unread') sum.unread = (sum.unread ?? 0) + 1;
    if (getTakenCandidate(reading)?.form === 'drawing') {
      assert.equal(theirs ?? null, null);
      sum.drawn = (sum.drawn ?? 0) + 1;
      continue;
    }
    if ((theirs ?? undefined) === ours?.fen) sum.same++;
    else if (ours === undefined) assert.fail(`lost: ${theirs}`);
    else if (theirs === null || theirs === undefined) sum.found++;
    else if (ours.fen.endsWith(theirs)) sum.uncut++;
    else if (ours.candidates > 1) sum.last++;
    else assert.fail(`neither: ${theirs} and ${ours.fen}`);
  }
  return sum;
};

describe('the raw answers of real models', () => {
  for (const name of LOG_NAMES) {
    it(name, () => assert.deepEqual(compare(name), EXPECTED[name]));
  }
});
