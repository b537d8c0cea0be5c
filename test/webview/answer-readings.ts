import type { AnswerCandidate, AnswerRole } from '../../src/core/answers/answer-reading.ts';
import { FEN_FIELDS } from '../../src/core/metrics/fen-reading.ts';
import type { ReadingView } from '../../src/protocol/answer-reading.ts';
import type { StoredAnswer } from '../../src/protocol/state.ts';
import { ANSWER } from './state-lines.ts';

export const GPT = ANSWER.raw?.slice(32, -25) ?? '';
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const BEFORE = 'r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4';
export const BOARD = 'r1bqkb1r/pppp1ppp/2n5/1B2p3/4n3/5N2/PPPP1PPP/RNBQ1RK1';

export const RAW = `The game starts from ${START}.
After 4.O-O the position is ${BEFORE} and Black takes on e4.

**Final FEN:** \`${GPT}\`

<b>Board only:</b> ${BOARD}`;

/** A state that stands in `RAW`, with the words that give its role. */
function candidate(
  written: string,
  role: AnswerRole,
  cue?: string,
  more: Partial<AnswerCandidate> = {},
): AnswerCandidate {
  const start = RAW.indexOf(written);
  const at = cue === undefined ? -1 : RAW.indexOf(cue);
  return {
    range: { start, end: start + written.length },
    form: 'fen',
    state: written,
    stated: ['board', ...FEN_FIELDS],
    role,
    ...(cue === undefined ? {} : { cue: { start: at, end: at + cue.length } }),
    ...more,
  };
}

export const READING: ReadingView = {
  outcome: 'certain',
  candidates: [
    candidate(START, 'start', 'starts from'),
    candidate(BEFORE, 'earlier', 'After 4.O-O', { stated: ['board', 'side', 'castling', 'en passant'] }),
    candidate(GPT, 'final', 'Final FEN:'),
    candidate(BOARD, 'plain', undefined, { form: 'drawing', state: `${BOARD} ? ? ? ? ?`, stated: ['board'] }),
  ],
  taken: 2,
  rule: 'labelled',
  more: 0,
};

export const THOUGHTS = `White castled, so ${BOARD} w kq - 0 5, I think.`;
export const READ: StoredAnswer = {
  ...ANSWER,
  raw: RAW,
  reading: READING,
  reasoning: THOUGHTS,
  drafts: [
    {
      range: { start: 18, end: 18 + `${BOARD} w kq - 0 5`.length },
      form: 'fen',
      state: `${BOARD} w kq - 0 5`,
      stated: ['board', ...FEN_FIELDS],
      role: 'draft',
    },
  ],
};
