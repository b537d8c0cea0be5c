import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineIndex } from '../../../src/core/base/text/lines.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ExampleDraft } from '../../../src/core/mav/write/example-draft.ts';
import { type ExamplePrompt, promptAt } from '../../../src/core/mav/write/prompt-edits.ts';
import { shapeKey, traceShape } from '../../../src/core/search/reference-trace.ts';
import { MavReferences } from '../../../src/extension/platform/mav-references.ts';
import { ReferenceComparer, readableTrace } from '../../../src/extension/search/trace-reference.ts';
import { ReferenceViews, referenceView } from '../../../src/extension/state-view/position-sources.ts';
import type { ReferenceComparison } from '../../../src/protocol/tree-messages.ts';
import { traceOf } from '../../support/made-trace.ts';
import { evaluatedPaths, withoutNode } from '../../support/trace-variants.ts';
import { reset } from '../../support/vscode.ts';

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

describe('a reference that is shown', () => {
  const OUTPUTS = '[%top_2 h8h7:<ctrl30> h8g8:<ctrl16>]\n[%best_action h8h7]\n';

  it('is compared again only after an edit of its own example, or with another reference', async () => {
    const references = new MavReferences();
    const views = new ReferenceViews(references);
    const own = PROMPT + OUTPUTS;
    const document = await reset('/').workspace.open({ content: '', language: 'mav' });
    /** The view of the own example after an edit of the document. */
    const shown = (above: string, example = own) => {
      const text = `${above}${example}\n${PROMPT}`;
      document.become(text);
      const { version } = document;
      const index = new LineIndex(text);
      const end = above.length + example.length + 1;
      const section = { start: index.positionAt(above.length), end: index.positionAt(end) };
      const cursor = index.positionAt(above.length + example.indexOf('[%FEN'));
      return views.at({ uri: document.uri.toString(), version, section, cursor });
    };
    assert.equal(shown(''), null);
    references.add(exampleOf(own), PUBLISHED_DIALECT, { draft: REFERENCE, values: 'depth 2' });
    const first = shown('');
    assert.equal(first?.rows.length, 2);
    // other examples above move it
    assert.equal(shown(`${PROMPT.repeat(3)}\n`), first);
    const edited = shown('', own.replace('<ctrl30>', '<ctrl31>'));
    assert.deepEqual([edited?.rows[0]?.difference, first.rows[0]?.difference], [-9, -10]);
    references.add(exampleOf(own), PUBLISHED_DIALECT, { draft: REFERENCE, values: 'depth 9' });
    assert.equal(shown('')?.values, 'depth 9');
    const section = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } };
    const old = { uri: document.uri.toString(), version: 0, section, cursor: section.start };
    assert.equal(views.at(old), null);
  });

  it('is read with its trace again only after an edit of the trace', async () => {
    const right = await traceOf({ breadth: 2, depth: 1 });
    const [, path = ''] = evaluatedPaths(right);
    const own = withoutNode(right, path);
    const trace = readableTrace(right, PUBLISHED_DIALECT);
    const shape = trace && traceShape(trace.model);
    assert.ok(trace && shape);
    const comparer = new ReferenceComparer({ label: 'right.mav', key: shapeKey(shape), trace });
    const first = comparer.compare(own, PUBLISHED_DIALECT);
    assert.match((first as ReferenceComparison).summary, /1 missing/);
    assert.equal(comparer.compare(own, { ...PUBLISHED_DIALECT }), first);
    const whole = comparer.compare(right, PUBLISHED_DIALECT);
    assert.notEqual(whole, first);
    assert.doesNotMatch((whole as ReferenceComparison).summary, /missing/);
    const other = comparer.compare(own.replace('breadth=2', 'breadth=3'), PUBLISHED_DIALECT);
    assert.match(other as string, /another root/);
    assert.equal(comparer.compare(PROMPT, PUBLISHED_DIALECT), null);
  });
});
