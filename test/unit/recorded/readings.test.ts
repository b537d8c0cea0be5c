import { describe, it } from 'node:test';
import { makeExtraction } from '../../../src/core/answers/extraction.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { formatReading } from '../../../src/core/answers/reading-text.ts';
import { boardAnswers } from '../../support/board-answers.ts';
import { fenAnswers } from '../../support/fen-answers.ts';
import { pieceAnswers } from '../../support/piece-answers.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { keptAnswers, type RecordedAnswer } from '../../support/recorded-answers.ts';
import { roleAnswers, toldAnswers } from '../../support/role-answers.ts';
import { itLong } from '../../support/thorough.ts';
import { worldAnswers } from '../../support/world-answers.ts';

function* readings(answers: Iterable<RecordedAnswer>): Iterable<RecordedValue> {
  for (const { key, text, question } of answers) {
    const read = readAnswer(text, question);
    yield {
      key,
      summary: `${read.outcome} ${read.rule ?? '-'} ${read.candidates.length}`,
      value: [read, formatReading(read, text)],
    };
  }
}

/** Readings with what a run keeps of them, and a summary of each state: its role, form and range, a star at the one that is taken. */
function* examined(answers: Iterable<RecordedAnswer>): Iterable<RecordedValue> {
  for (const { key, text, question } of answers) {
    const read = readAnswer(text, question);
    const states = read.candidates.map(
      ({ role, form, range }, i) => `${i === read.taken ? '*' : ''}${role} ${form} ${range.start}-${range.end}`,
    );
    yield {
      key,
      summary: [`${read.outcome} ${read.rule ?? '-'}`, ...states.slice(0, 4)].join(', '),
      value: [text, read, formatReading(read, text), makeExtraction(read)],
    };
  }
}

describe('answers are read as recorded', () => {
  it('in whole, cut off, with slips of the pen, and by each place', () => {
    assertRecorded('readings', readings(keptAnswers()));
  });

  it('with boards that are drawn', () => {
    assertRecorded('readings-boards', examined(boardAnswers()));
  });

  it('with boards that are arrays, or described piece by piece', () => {
    assertRecorded('readings-pieces', examined(pieceAnswers()));
  });

  it('with FENs that lack parts, and fields around boards', () => {
    assertRecorded('readings-fens', examined(fenAnswers()));
  });

  it('with words, marks, keys and headings around states', () => {
    assertRecorded('readings-roles', examined(roleAnswers()));
  });

  it('in discourses', () => {
    assertRecorded('readings-discourses', examined(toldAnswers()));
  });

  itLong('with states of worlds', () => {
    assertRecorded('readings-worlds', examined(worldAnswers()));
  });
});
