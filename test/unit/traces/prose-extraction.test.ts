import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildTraceTree } from '../../../src/core/traces/build-tree.ts';
import { acceptExtraction } from '../../../src/core/traces/prose/accept-extraction.ts';
import { extractionPrompt, readExtraction } from '../../../src/core/traces/prose/extraction-prompt.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

function chessWorld() {
  const world = findWorld('chess');
  if (!world.ok) throw new Error(world.error);
  return world.value;
}

const CHESS = chessWorld();
const START = 'r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6';
const TEXT =
  'The sacrifice on f7 is **natural**: Nxf7,\nthe king takes, and Qf3+ forks. The quiet d4 is the other way; Nxf7 it is.';

type Node = Readonly<Record<string, unknown>>;
const accept = (nodes: readonly Node[], choice: string | null = null) =>
  acceptExtraction(TEXT, JSON.stringify({ nodes, choice }), { world: CHESS, start: START });
const node = (id: string, parent: string | null, action: string, quote: string): Node => ({
  id,
  parent,
  action,
  quote,
});
const reasons = (nodes: readonly Node[]): string[] => accept(nodes).refused.map(({ reason }) => reason);

describe('the nodes of a model', () => {
  const right = [
    node('1', null, 'Nxf7', 'Nxf7'),
    node('2', '1', 'Kxf7', 'the king takes'),
    node('3', '2', 'd1f3', 'Qf3+ forks'),
    node('4', null, 'd4', 'The quiet d4'),
  ];

  it('are accepted if the text has their words and the rules their actions, in SAN or UCI', () => {
    const { nodes, refused, trace } = accept(right, '1');
    assert.deepEqual(refused, []);
    assert.deepEqual(
      nodes.map(({ action }) => action),
      ['', 'g5f7', 'e8f7', 'd1f3', 'd2d4'],
    );
    const words = trace.events.flatMap((event) =>
      event.kind === 'generate' ? [TEXT.slice(event.range.start, event.range.end)] : [],
    );
    assert.deepEqual(words, ['Nxf7', 'the king takes', 'Qf3+', 'd4']);
    const chosen = trace.events.find((event) => event.kind === 'choose');
    assert.deepEqual(
      chosen?.actions?.map(({ text }) => text),
      ['g5f7'],
    );
    assert.deepEqual(buildTraceTree(trace, { world: CHESS }).faults, []);
  });

  it('are refused one by one, each with its reason, and so are those below', () => {
    const left = [
      node('1', null, 'Qxd5', 'Nxf7'),
      node('2', '1', 'Kxf7', 'the king takes'),
      node('3', null, 'Nxf7', 'Black resigns'),
      node('4', null, 'd4', 'The quiet d4'),
      node('4', null, 'd3', 'quiet'),
      node('5', null, 'hello', 'The quiet'),
      node('6', '9', 'Kxf7', 'the king takes'),
    ];
    assert.deepEqual(
      accept(left).nodes.map(({ action }) => action),
      ['', 'd2d4'],
    );
    const [illegal, ...others] = reasons(left);
    assert.match(illegal ?? '', /^Qxd5 is not legal there: /);
    assert.deepEqual(others, [
      'its parent 1 is no accepted node',
      'the text has no such words',
      'the name 4 belongs to an earlier node',
      'hello is not legal there',
      'its parent 9 is no accepted node',
    ]);
  });

  it('are found by their order where their words occur twice', () => {
    const { trace } = accept([node('1', null, 'd4', 'The quiet d4'), node('2', null, 'Nxf7', 'Nxf7')]);
    const starts = trace.events.flatMap((event) => (event.kind === 'generate' ? [event.range.start] : []));
    assert.deepEqual(starts, [TEXT.indexOf('d4'), TEXT.lastIndexOf('Nxf7')]);
  });

  it('are at the next occurrence of their words if the same action is quoted again', () => {
    const text = 'If d4 then exd4. If Nc3 then d4 is late, or O-O.';
    const answer = {
      nodes: [node('1', null, 'd4', 'd4'), node('2', null, 'Nc3', 'Nc3'), node('3', null, 'd4', 'd4')],
    };
    const { trace } = acceptExtraction(text, JSON.stringify(answer), { world: CHESS, start: START });
    const places = trace.events.flatMap((event) =>
      event.kind === 'generate' || event.kind === 'visit' ? [event.range.start] : [],
    );
    assert.deepEqual(places, [text.indexOf('d4'), text.indexOf('Nc3'), text.lastIndexOf('d4')]);
  });

  it('may quote with other blanks and without markup', () => {
    assert.deepEqual(reasons([node('1', null, 'Nxf7', 'is natural: Nxf7, the king takes')]), []);
  });

  it('are read in a fence, after thoughts, and of an answer that is cut off', () => {
    const whole = JSON.stringify({ nodes: right, choice: null });
    assert.deepEqual(readExtraction(`Here you are:\n\`\`\`json\n${whole}\n\`\`\``).nodes.length, 4);
    const cut = readExtraction(whole.slice(0, whole.indexOf('"id":"4"')));
    assert.deepEqual([cut.nodes.length, cut.isCut], [3, true]);
    assert.equal(readExtraction('{"nodes": [{"id": 1}, 7, null]}').malformed, 3);
  });

  it('never make an exception, whatever the answer is', () => {
    const whole = JSON.stringify({ nodes: right, choice: '1' });
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(20), fc.string(), (at, length, inserted) => {
        const answer = whole.slice(0, at) + inserted + whole.slice(at + length);
        const { nodes, refused } = acceptExtraction(TEXT, answer, { world: CHESS, start: START });
        assert.ok(nodes.length + refused.length >= 0);
      }),
      { numRuns: 500 },
    );
  });

  it('are asked for with the whole text, the world and the root', () => {
    const { system, user } = extractionPrompt(TEXT, CHESS, START);
    assert.ok(user.includes(TEXT) && user.includes(START) && user.includes('Chess'));
    assert.match(system, /"parent"/);
  });
});
