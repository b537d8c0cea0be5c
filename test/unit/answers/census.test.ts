import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { censusAnswers } from '../../support/answer-census.ts';
import { type Judgment, judgmentOf } from '../../support/judged-answer.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

describe('a census of drawn answers: positions, notations and discourses', () => {
  itLong('is read right, or called doubtful, in 99.5 %, and wrong without a doubt in 0.2 % at most', () => {
    const sum: Record<Judgment, number> = { right: 0, doubtful: 0, unread: 0, wrong: 0 };
    let all = 0;
    const wrong: string[] = [];
    for (const { name, answer, meant, fields } of censusAnswers(thoroughly(20_000, 1500), 31)) {
      const judged = judgmentOf(answer, meant, fields);
      sum[judged]++;
      all++;
      if (judged === 'wrong' || judged === 'unread') wrong.push(name);
    }
    const found = JSON.stringify({ ...sum, first: wrong.slice(0, 5) });
    assert.ok(sum.right + sum.doubtful >= 0.995 * all, found);
    assert.ok(sum.wrong <= 0.002 * all, found);
    // doubt is no way out
    assert.ok(sum.right >= 0.99 * all, found);
  });
});
