import fs from 'node:fs';
import { ANSWER_PLACES } from '../../src/core/answers/answer-reading.ts';
import type { Question } from '../../src/core/answers/read-answer.ts';
import { variants } from './recorded.ts';

/** An answer whose reading is recorded. */
export interface RecordedAnswer {
  readonly key: string;
  readonly text: string;
  readonly question: Question;
}

interface KeptAnswer {
  readonly answer: string;
  readonly moves?: string;
}

const FILES = ['edges', 'more'] as const;

/** Yields the kept answers in whole, cut off, with slips of the pen, and by each place. */
export function* keptAnswers(): Iterable<RecordedAnswer> {
  for (const file of FILES) {
    const answers = JSON.parse(fs.readFileSync(`test/fixtures/answers/${file}.json`, 'utf8')) as KeptAnswer[];
    for (const [i, { answer, moves }] of answers.entries()) {
      const prompt = moves === undefined ? undefined : `Give the FEN after these moves: ${moves}`;
      for (const [name, text] of variants(answer, i, 3)) yield { key: `${file} ${i} ${name}`, text, question: {} };
      if (prompt !== undefined) yield { key: `${file} ${i} asked`, text: answer, question: { prompt } };
      for (const place of ANSWER_PLACES)
        if (i % 4 === 0) yield { key: `${file} ${i} ${place}`, text: answer, question: { place } };
    }
  }
}
