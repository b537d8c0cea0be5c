import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { getTakenCandidate } from '../../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';

/** An answer of the page in four backticks, and what is said to be read from it. */
const EXAMPLE = /````answer\n([\s\S]*?)\n````\n\nRead: (.*)\n/g;

function readingOf(answer: string): string {
  const reading = readAnswer(answer);
  const taken = getTakenCandidate(reading);
  if (taken === undefined) return reading.outcome === 'unread' ? 'unread.' : 'no state.';
  return `\`${taken.state}\`, rule \`${reading.rule}\`, ${reading.outcome}.`;
}

describe('the section about states in answers', () => {
  const page = readFileSync('docs/import.md', 'utf8');
  const examples = [...page.matchAll(EXAMPLE)];

  it('says what is read from each of its examples', () => {
    for (const [, answer = '', said] of examples) assert.equal(readingOf(answer), said, answer);
  });

  it('has an example with each outcome and most rules, and no example that is not read', () => {
    assert.equal(examples.length, page.split('````answer\n').length - 1);
    const said = examples.map(([, , text = '']) => text).join('\n');
    for (const word of [
      'certain',
      'doubtful',
      'unread',
      'no state',
      'labelled',
      'only fence',
      'only bold',
      'only state',
      'last',
    ])
      assert.ok(said.includes(word), word);
  });
});
