import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { TranscriptAudit } from '../../../src/core/audit/audit.ts';
import { judgeFinding } from '../../support/audit-judge.ts';

/** Logs of public benchmarks, each with the number of its moves that are illegal where they were tried. */
const LOGS = {
  'test/fixtures/logs/public/chess-llm-benchmark-failure_transfer_screen.json': 3,
  'test/fixtures/logs/public/chess-llm-benchmark-protocol_sequence.json': 4,
  'test/fixtures/logs/public/llm-chess-eval-replay_positions.jsonl': 82,
} as const;

describe('an audit of a public log', () => {
  for (const [file, illegal] of Object.entries(LOGS))
    it(`has no finding that another judge calls false, and finds what is illegal: ${file}`, () => {
      const text = fs.readFileSync(file, 'utf8');
      const audit = new TranscriptAudit();
      const found = [...audit.push(text), ...audit.end()];
      for (const one of found) assert.equal(judgeFinding(text, one), 'true', `${one.start.line + 1}: ${one.message}`);
      assert.equal(found.length, illegal);
    });

  it('counts the moves of one side that it does not place', () => {
    const audit = new TranscriptAudit();
    audit.push(fs.readFileSync('test/fixtures/logs/public/chess-llm-benchmark-protocol_sequence.json', 'utf8'));
    audit.end();
    assert.ok(audit.unplacedMoves > 100);
    assert.match(audit.takeUnplaced()[0]?.why ?? '', /not known|so little/);
  });
});
