import fs from 'node:fs';
import { describe, it } from 'node:test';
import { ANSWER_PLACES } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { formatReading } from '../../../src/core/answers/reading-text.ts';
import { assertRecorded, type RecordedValue, variants } from '../../support/recorded.ts';

interface KeptAnswer {
  readonly answer: string;
  readonly moves?: string;
}

const FILES = ['edges', 'more'] as const;

function* readings(): Iterable<RecordedValue> {
  for (const file of FILES) {
    const answers = JSON.parse(fs.readFileSync(`test/fixtures/answers/${file}.json`, 'utf8')) as KeptAnswer[];
    for (const [i, { answer, moves }] of answers.entries()) {
      const prompt = moves === undefined ? undefined : `Give the FEN after these moves: ${moves}`;
      for (const [name, text] of variants(answer, i, 3)) yield reading(`${file} ${i} ${name}`, text, {});
      if (prompt !== undefined) yield reading(`${file} ${i} asked`, answer, { prompt });
      for (const place of ANSWER_PLACES) if (i % 4 === 0) yield reading(`${file} ${i} ${place}`, answer, { place });
    }
  }
}

function reading(key: string, text: string, question: Parameters<typeof readAnswer>[1]): RecordedValue {
  const read = readAnswer(text, question);
  return {
    key,
    summary: `${read.outcome} ${read.rule ?? '-'} ${read.candidates.length}`,
    value: [read, formatReading(read, text)],
  };
}

describe('answers', () => {
  it('are read as recorded, in whole, cut off, with slips of the pen, and by each place', () => {
    assertRecorded('readings', readings());
  });
});
