import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Question } from '../../src/core/answers/read-answer.ts';
import type { GamePlace } from './answer-notations.ts';
import type { RecordedAnswer } from './recorded-answers.ts';

/** Words, marks and short answers from which the recorded answers are made. */
export const PARTS = JSON.parse(fs.readFileSync('test/fixtures/answers/parts.json', 'utf8')) as Readonly<
  Record<PartsName, readonly string[]>
>;
type PartsName =
  | 'sideKeys'
  | 'sideSentences'
  | 'sidesInTongues'
  | 'castlingKeys'
  | 'castlingForBoth'
  | 'castlingSentences'
  | 'castlingClauses'
  | 'passantKeys'
  | 'clockKeys'
  | 'gaps'
  | 'spacedRanks'
  | 'cues'
  | 'tails'
  | 'marks'
  | 'headings'
  | 'keys'
  | 'thoughts'
  | 'tokens'
  | 'jsonTexts'
  | 'thoughtTexts'
  | 'alternatives'
  | 'steps'
  | 'notations'
  | 'labels'
  | 'placeTexts'
  | 'specials'
  | 'turningWords'
  | 'measures'
  | 'arrays'
  | 'stateLabels'
  | 'unreadTexts'
  | 'digits'
  | 'atoms'
  | 'verbs'
  | 'boxTexts'
  | 'seatTexts'
  | 'blockTexts'
  | 'sides'
  | 'files'
  | 'views'
  | 'separators'
  | 'pairTexts'
  | 'kingTexts'
  | 'listTexts';

/** A game whose position before and after the last move differ in side, rights and clocks. */
export const PLACE: GamePlace = {
  fen: 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5',
  before: 'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5',
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  next: 'r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6',
  lastMove: '5. O-O',
  nextMove: '5... Be7',
  moves: '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O',
};

/** An answer, perhaps to a question. */
export type AnswerRow = string | readonly [answer: string, question: Question];

export const blank = (count: number): string => ' '.repeat(count);

/** Yields the answers of tables, each once. Their keys stay the same when others come in. */
export function* rowsOfTables(tables: Readonly<Record<string, readonly AnswerRow[]>>): Iterable<RecordedAnswer> {
  for (const [table, rows] of Object.entries(tables)) {
    const keys = new Set<string>();
    for (const row of rows) {
      const [text, question] = typeof row === 'string' ? [row, {}] : row;
      const digest = createHash('sha256')
        .update(JSON.stringify([text, question]))
        .digest('hex');
      const key = `${table} ${digest.slice(0, 8)}`;
      if (!keys.has(key)) yield { key, text, question };
      keys.add(key);
    }
  }
}
