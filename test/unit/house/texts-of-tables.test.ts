import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CODES } from '../../../src/core/notation/diagnostic-codes.ts';
import { OPCODES } from '../../../src/core/notation/fen/epd.ts';

describe('tables that people read', () => {
  it('have a sentence for each diagnostic', () => {
    for (const { title } of Object.values(CODES)) assert.match(title, /^[^a-z].{9,}[^.]$/s);
  });

  it('have a meaning for each opcode of EPD', () => {
    for (const [name, { meaning }] of OPCODES) assert.match(meaning, /^[a-z].{3,}$/i, name);
  });
});
