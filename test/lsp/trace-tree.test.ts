import assert from 'node:assert/strict';
import fs from 'node:fs';
import { afterEach, describe, it } from 'node:test';
import type { TextPosition } from '../../src/core/base/text/lines.ts';
import { readTree } from '../../src/core/search/read-tree.ts';
import { type LspRange, OPEN_TREE_COMMAND, TRACE_TREE_REQUEST, type TraceTreeResult } from '../../src/protocol/lsp.ts';
import { Session } from './session.ts';

const URI = 'file:///a.mav';
const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
const TEXT = `${EXAMPLE}\n# a remark\n${TRACE}`;

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length - 1;
const textAt = (text: string, { start, end }: LspRange): string => {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  return `${lines[0].slice(start.character)} ... ${lines.at(-1)?.slice(0, end.character)}`;
};

describe('the tree of a trace', () => {
  let session: Session;
  afterEach(() => session.end());

  const open = async (text: string, trees = true): Promise<void> => {
    session = await Session.start({ options: { trees } });
    await session.client.open(URI, 'mav', text);
  };
  const tree = (position: TextPosition): Promise<TraceTreeResult | null> =>
    session.client.connection.sendRequest(TRACE_TREE_REQUEST, { uri: URI, position });
  const offered = async () =>
    (await session.lenses(URI)).flatMap(({ command }) => (command?.command === OPEN_TREE_COMMAND ? [command] : []));

  it('is that of the trace around the place, with ranges in the document', async () => {
    await open(TEXT);
    const found = await tree({ line: lineOf(TEXT, 'Decision for node: <root c2e2>'), character: 3 });
    assert.ok(found);
    assert.deepEqual([found.version, found.title], [1, 'breadth 3, depth 1']);
    const { section } = found;
    assert.deepEqual(section.start, { line: lineOf(TEXT, '# a remark'), character: 0 });
    assert.equal(
      TEXT.split('\n').slice(section.start.line, section.end.line).join('\n'),
      `# a remark\n${TRACE.trimEnd()}`,
    );
    const read = readTree(found.lines);
    assert.ok(read.ok);
    assert.deepEqual([read.value.nodes.length, read.value.problems.length], [4, 0]);
    const c2e2 = found.notes[3];
    assert.deepEqual(
      c2e2.ranges.map((range) => textAt(TEXT, range)),
      [
        'Evaluation for node: <root c2e2> ... [%best_action e6f4]',
        'Decision for node: <root c2e2> ... Selecting: e6f4 : "<ctrl32>"',
      ],
    );
    assert.match(found.notes[0].findings[0], /^g3g5 was never expanded/);
  });

  it('is there from the remark before the trace on, and not at an example or in other files', async () => {
    await open(TEXT);
    assert.notEqual(await tree({ line: lineOf(TEXT, '# a remark'), character: 0 }), null);
    assert.equal(await tree({ line: 1, character: 0 }), null);
    const other = { uri: 'file:///other.mav', position: { line: 0, character: 0 } };
    assert.equal(await session.client.connection.sendRequest(TRACE_TREE_REQUEST, other), null);
    await session.client.open('file:///a.pgn', 'pgn', '1. e4 *\n');
    const game = { uri: 'file:///a.pgn', position: { line: 0, character: 0 } };
    assert.equal(await session.client.connection.sendRequest(TRACE_TREE_REQUEST, game), null);
  });

  it('follows edits, and settings of values and severities', async () => {
    await open(TEXT);
    const at = { line: lineOf(TEXT, 'Minimax'), character: 0 };
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    await session.client.change(URI, 2, { range, text: '\n' });
    const moved = await tree({ ...at, line: at.line + 1 });
    assert.deepEqual([moved?.version, moved?.notes[0].ranges[0].start.line], [2, at.line + 2]);
    await session.configure({ mav: { dialect: 'base0' }, diagnostics: { severity: { TRACE_DECISION_LIST: 'off' } } });
    let root = moved?.notes[0];
    // the setting is asked for when the client says that there is another
    while (root?.weighed?.[0][1] !== 33.5 / 64) root = (await tree({ ...at, line: at.line + 1 }))?.notes[0];
    assert.ok(!root.findings.some((finding) => finding.includes('never expanded')));
  });

  it('is offered above each trace, to clients that open trees', async () => {
    await open(TEXT + TRACE);
    const first = lineOf(TEXT, 'Minimax');
    const second = TEXT.split('\n').length - 1 + lineOf(TRACE, 'Minimax');
    assert.deepEqual(
      (await offered()).map(({ title, arguments: given }) => [title, given]),
      [first, second].map((line) => ['Open search tree', [URI, { line, character: 0 }]]),
    );
    session.end();
    await open(TEXT, false);
    assert.deepEqual(await offered(), []);
  });
});
