import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LargeFile, largeFileText } from '../../../src/extension/editor/watching.ts';

const MIB = 1024 * 1024;
const text = (file: Partial<LargeFile>) =>
  largeFileText({ name: 'games.pgn', bytes: MIB, lines: 1000, optimized: true, ...file });

describe('what is said of a large file', () => {
  it('is nothing for files that VS Code treats as any other', () => {
    assert.equal(text({}), undefined);
    assert.equal(text({ bytes: 20 * MIB, lines: 300_000 }), undefined);
    assert.equal(text({ bytes: 30 * MIB, optimized: false }), undefined);
  });

  it('is what is turned off and what stays', () => {
    for (const file of [{ bytes: 20 * MIB + 1 }, { lines: 300_001 }]) {
      assert.match(text(file) ?? '', /^Problems, .* games\.pgn\. .* turns off /);
    }
  });

  it('is the command line for what extensions never see', () => {
    assert.match(text({ bytes: 50 * MIB + 1, lines: 0, optimized: false }) ?? '', /statelens check/);
  });
});
