import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ExampleDraft } from '../../../src/core/mav/write/example-draft.ts';
import { type ExamplePrompt, promptAt } from '../../../src/core/mav/write/prompt-edits.ts';
import { MavReferences } from '../../../src/extension/platform/mav-references.ts';
import { referenceView } from '../../../src/extension/state-view/position-sources.ts';

const FEN = '7k/8/8/8/8/8/K7/5R2 b - - 1 1';
const PROMPT = `<mav game=chess> %FEN %top_2 %best_action </mav>\n[%FEN ${FEN}]\n`;
const REFERENCE: ExampleDraft = {
  game: 'chess',
  inputs: 1,
  lines: [
    { command: 'FEN', state: FEN },
    {
      command: 'top',
      k: 2,
      list: [
        { action: 'h8h7', bucket: 40 },
        { action: 'h8g8', bucket: 16 },
      ],
    },
    { command: 'best_action', action: 'h8h7' },
  ],
};

function exampleOf(text: string): ExamplePrompt {
  const found = promptAt(text, text.indexOf('<mav'));
  assert.ok(found.ok);
  return found.value;
}

describe('references that were asked for', () => {
  const references = new MavReferences();
  const shown = (text: string, dialect = PUBLISHED_DIALECT) =>
    referenceView(references, text, exampleOf(text), dialect);
  const outputs = '[%top_2 h8h7:<ctrl30> h8g8:<ctrl16>]\n[%best_action h8h7]\n';

  it('are compared with whatever the example says now, wherever it stands', () => {
    assert.ok(references.isEmpty);
    references.add(exampleOf(PROMPT), PUBLISHED_DIALECT, { draft: REFERENCE, values: 'Stockfish, depth 2' });
    assert.ok(!references.isEmpty);
    const before = shown(PROMPT + outputs);
    assert.deepEqual(
      before?.rows.map(({ written, difference }) => [written, difference]),
      [
        ['h8h7', -10],
        ['h8g8', 0],
      ],
    );
    assert.equal(before?.values, 'Stockfish, depth 2');
    const edited = `# moved\r\n\r\n${(PROMPT + outputs.replace('h8g8', 'h8h1')).replaceAll('\n', '\r\n')}`;
    assert.deepEqual(
      shown(edited)?.rows.map(({ written, status }) => [written, status]),
      [
        ['h8h1', 'illegal'],
        ['h8g8', 'missing'],
        ['h8h7', 'both'],
      ],
    );
  });

  it('are of no example with other inputs, of none in another dialect, and of none without outputs', () => {
    assert.equal(shown(PROMPT), null);
    assert.equal(shown(PROMPT.replace('%top_2', '%top_1') + outputs), null);
    assert.equal(shown(PROMPT.replace('1 1', '2 1') + outputs), null);
    assert.equal(shown(PROMPT + outputs, { ...PUBLISHED_DIALECT, base: 0 }), null);
  });
});
