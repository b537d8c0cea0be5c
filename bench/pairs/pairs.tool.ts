// Writes bench/fixtures/pairs.json: node bench/run.mjs pairs
import { writeFileSync } from 'node:fs';
import { FIXTURE, type Fixture } from './fixture.ts';
import { drawFixturePairs } from './real-pairs.ts';

const fixture: Fixture = {
  source: 'PGN2FEN benchmark by Aidan Cooper: answers of Gemini 2.0 Flash, GPT-4o and o3-mini on World Cup games',
  licence: 'MIT, © 2025 Aidan Cooper; see bench/fixtures/LICENSE',
  rule: 'valid predictions with errors on the board and the right side to move; equal parts of the three logs, at even distances in each',
  pairs: drawFixturePairs(40),
};
writeFileSync(FIXTURE, `${JSON.stringify(fixture, null, 1)}\n`);
console.log(`${FIXTURE}: ${fixture.pairs.length} pairs`);
