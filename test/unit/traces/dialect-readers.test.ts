import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Range } from '../../../src/core/base/text/range.ts';
import { ASTAR_TOKENS } from '../../../src/core/traces/dialects/astar-tokens.ts';
import { STREAM_OF_SEARCH } from '../../../src/core/traces/dialects/stream-of-search.ts';
import type { TraceEvent } from '../../../src/core/traces/events.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import { assertLinear } from '../../support/growth.ts';
import { mazeLines } from '../../support/traces/injected-faults.ts';
import { countdownTrace, mazeTrace } from '../../support/traces/reference-searches.ts';

const events = (text: string, dialect = STREAM_OF_SEARCH): readonly TraceEvent[] => dialect.read(text).events;
const at = (text: string, range: Range | undefined): string | undefined => range && text.slice(range.start, range.end);

describe('Stream of Search', () => {
  it('is read line by line, with the place of each word', () => {
    const text = [
      'Current State: 14:[20, 8, 2], Operations: []',
      'Exploring Operation: 20-8=12, Resulting Numbers: [2, 12]',
      'Generated Node #0,0: 14:[2, 12] Operation: 20-8=12',
      'Moving to Node #0,0',
      "Current State: 14:[2, 12], Operations: ['20-8=12']",
    ].join('\n');
    const [task, root, child, named, visit] = events(text);
    assert.ok(task?.kind === 'task' && root?.kind === 'visit' && child?.kind === 'generate');
    assert.ok(named?.kind === 'generate' && visit?.kind === 'visit');
    assert.deepEqual(
      [task.world, at(text, task.goal?.range), at(text, task.start?.range)],
      [{ kind: 'level', name: 'countdown', text: '14:[20, 8, 2]' }, '14', '[20, 8, 2]'],
    );
    assert.deepEqual([child.action?.text, at(text, child.result?.range)], ['20-8=12', '12']);
    assert.deepEqual([at(text, named.id?.range), named.parent?.id, at(text, named.goal?.range)], ['0,0', '0', '14']);
    assert.deepEqual([visit.node.id, visit.node.path?.map(({ text: name }) => name)], ['0,0', ['20-8=12']]);
    assert.equal(at(text, visit.range), text.slice(text.indexOf('Moving')));
  });

  it('may have a prompt before it and a summary after it', () => {
    const text = [
      'Combine these numbers [20, 8, 2] to reach 14.',
      '<s>Token Budget: 512 Moving to Node #1',
      'Current State: 14:[20, 8, 2], Operations: []',
      'Exploring Operation: 20-8=12, Resulting Numbers: [2, 12]',
      'Generated Node #1,0: 14:[2, 12] Operation: 20-8=12',
      'Moving to Node #1,0',
      "Current State: 14:[2, 12], Operations: ['20-8=12']",
      'Exploring Operation: 2+12=14, Resulting Numbers: [14]',
      '14,14 equal: Goal Reached',
      '',
      '```',
      'SOLUTION: YES',
      "OPERATIONS: ['20-8=12', '2+12=14']",
      'RESULT: 14',
      '```',
      '<|endoftext|>',
    ].join('\r\n');
    const view = readTraceText(text);
    assert.deepEqual([view?.findings, view?.read.unread, view?.read.isCut], [[], [], false]);
    assert.equal(view?.headline, 'Solves 14 from 20 8 2 with a valid plan; all 2 states right');
  });

  it('is cut off within the words of its last verdict, unless no verdict has words', () => {
    const lines = [
      'Current State: 14:[2, 12], Operations: []',
      'Exploring Operation: 12-2=10, Resulting Numbers: [10]',
      '10,14 unequal: No Solution',
      'Exploring Operation: 2+12=14, Resulting Numbers: [14]',
    ];
    const isCut = (...more: string[]): boolean => STREAM_OF_SEARCH.read([...lines, ...more].join('\n')).isCut;
    const part = '14,14 equal: Goal Reached'.split('');
    for (let length = '14,14 equal'.length; length < part.length; length++)
      assert.ok(isCut(part.slice(0, length).join('')), part.slice(0, length).join(''));
    assert.ok(!isCut('14,14 equal: Goal Reached'));
    const bare = [lines[0], lines[1], '10,14 unequal', lines[3], '14,14 equal'].join('\n');
    assert.ok(!STREAM_OF_SEARCH.read(bare).isCut);
  });

  it('of optimal paths names its nodes by numbers', () => {
    const text = [
      'Current State: 14:[20, 8, 2], Operations: []',
      'Exploring Operation: 20-8=12, Resulting Numbers: [2, 12]',
      'Generated Node #2: [2, 12] from Operation: 20-8=12',
      "Current State: 14:[2, 12], Operations: ['20-8=12']",
      'Exploring Operation: 2+12=14, Resulting Numbers: [14]',
      '14,14 equal: Goal Reached',
    ].join('\n');
    const view = readTraceText(text);
    assert.deepEqual([view?.findings, view?.figures.solved, view?.tree.nodes[1]?.id], [[], true, '2']);
  });

  it('starts again at a root that is no return to it', () => {
    const line = 'Current State: 14:[20, 8, 2], Operations: []';
    const { starts } = STREAM_OF_SEARCH;
    assert.deepEqual(
      [starts(line, '10,14 unequal: No Solution'), starts(line, 'Moving to Node #0'), starts(line, undefined)],
      [true, false, true],
    );
    assert.equal(starts("Current State: 14:[2, 12], Operations: ['20-8=12']", undefined), false);
  });
});

describe('A* tokens', () => {
  it('of Sokoban leave out boxes that are on docks', () => {
    const text = [
      'bos worker 1 2 box 2 2 dock 3 2 wall 0 0 wall 1 0 wall 2 0 wall 3 0 wall 4 0 wall 0 1 wall 4 1 wall 0 2 wall 4 2',
      'wall 0 3 wall 1 3 wall 2 3 wall 3 3 wall 4 3 eos',
      'bos create worker 1 2 box 2 2 c0 c1 close worker 1 2 box 2 2 c0 c1',
      'create worker 1 1 box 2 2 c1 c1 create worker 2 2 c1 c0 close worker 2 2 c1 c0',
      'plan 1 2 plan 2 2 eos',
    ].join('\n');
    const view = readTraceText(text);
    assert.deepEqual(view?.findings, []);
    assert.deepEqual([view?.figures.solved, view?.tree.nodes.length], [true, 3]);
    assert.equal(view?.tree.nodes[2]?.truth, 'worker 2 2 box 3 2');
    const wrong = readTraceText(text.replace('create worker 1 1 box', 'create worker 3 1 box'));
    assert.deepEqual(
      wrong?.findings.map(({ code }) => code),
      ['TRACE_STATE'],
    );
  });

  it('without a search are a prompt, or a plan alone', () => {
    const prompt = 'start 0 0 goal 1 1 wall 1 0';
    assert.deepEqual(readTraceText(prompt)?.findings, []);
    const view = readTraceText(`${prompt} plan 0 0 plan 0 1 plan 1 1`);
    assert.deepEqual([view?.findings, view?.figures.solved], [[], true]);
  });

  it('without a prompt are linked by their words', () => {
    const view = readTraceText('create 0 0 c0 c2 close 0 0 c0 c2 create 0 1 c1 c3 close 0 1 c1 c3');
    assert.deepEqual([view?.findings, view?.tree.nodes.map(({ parent }) => parent?.index)], [[], [undefined, 0]]);
  });

  it('below a wall have one finding', () => {
    const text = [
      'start 0 0 goal 2 0 wall 1 0 create 0 0 c0 c2 close 0 0 c0 c2 create 0 1 c1 c3 create 1 0 c1 c1',
      'close 1 0 c1 c1 create 2 0 c2 c0 close 2 0 c2 c0 plan 0 0 plan 1 0 plan 2 0',
    ].join(' ');
    const view = readTraceText(text);
    assert.deepEqual(
      view?.findings.map(({ code }) => code),
      ['TRACE_IMPOSSIBLE_STATE'],
    );
    assert.match(
      view?.headline ?? '',
      /^Claims cell 2 0 from 0 0, without a valid plan; 1 of 3 states wrong \(1 0\), 33 %/,
    );
  });

  it('start again at a prompt', () => {
    const { starts } = ASTAR_TOKENS;
    assert.deepEqual(
      ['start 1 5 goal 2 1', 'bos worker 1 2 box 2 2', 'create worker 1 2', 'plan 1 2'].map((line) =>
        starts(line, undefined),
      ),
      [true, true, false, false],
    );
  });
});

const lines = fc.oneof(
  fc
    .integer({ min: 0, max: 40 })
    .map((seed) => countdownTrace(seed, { search: seed % 2 === 0 ? 'dfs' : 'bfs' }).slice(0, 80)),
  fc.integer({ min: 0, max: 20 }).map((seed) => mazeLines(mazeTrace(seed, 5))),
);

/** Damages to the lines of a trace: lines that are cut, swapped, left out, doubled. */
const damaged = fc
  .tuple(lines, fc.array(fc.tuple(fc.nat(3), fc.nat(200), fc.nat(200)), { maxLength: 6 }))
  .map(([all, damages]) => {
    const text = [...all];
    for (const [kind, a, b] of damages) {
      const [i, j] = [a % text.length, b % text.length];
      const line = text[i] ?? '';
      if (kind === 0) text[i] = line.slice(b % (line.length + 1));
      else if (kind === 1) [text[i], text[j]] = [text[j] ?? '', line];
      else if (kind === 2) text.splice(i, 1);
      else text.splice(j, 0, line);
      if (text.length === 0) text.push('');
    }
    return text.join('\n');
  });

describe('readers of traces', () => {
  for (const dialect of [STREAM_OF_SEARCH, ASTAR_TOKENS])
    it(`read and check any damage without throwing, and lose no text: ${dialect.id}`, () => {
      fc.assert(
        fc.property(fc.oneof(damaged, fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
          const view = readTraceText(text, { dialect });
          assert.ok(view !== undefined);
          const { read, findings, tree } = view;
          const ranges = [
            ...read.events.map(({ range }) => range),
            ...read.unread,
            ...findings.map(({ range }) => range),
          ];
          for (const { start, end } of ranges) assert.ok(start >= 0 && start <= end && end <= text.length);
          const covered = Array.from(text);
          const kept = text.split('');
          for (const { start, end } of [...read.events.map(({ range }) => range), ...read.unread])
            kept.fill(' ', start, end);
          assert.equal(kept.join('').trim(), '', JSON.stringify([text, covered.length]));
          for (const node of tree.nodes) assert.ok(node.parent === undefined || node.parent.index < node.index);
          assert.equal(tree.nodeOf.length, read.events.length);
        }),
        { numRuns: 300 },
      );
    });

  it('are linear, with the tree and the checks', () => {
    const repeated = (part: string) => (n: number) => part.repeat(Math.ceil(n / part.length));
    const check = (dialect: typeof ASTAR_TOKENS) => (text: string) => readTraceText(text, { dialect });
    const search = countdownTrace(3, { search: 'dfs' }).join('\n');
    const states = Array.from({ length: 400 }, (_, i) => `Moving to Node #${i}\n`).join('');
    for (const part of [
      search,
      'Current State: 1:[',
      'Generated Node #0,',
      `${search.split('\n', 1)[0] ?? ''}\n${states}`,
    ])
      assertLinear(`Stream of Search, ${part.slice(0, 20)}`, 40_000, repeated(part), check(STREAM_OF_SEARCH));
    const maze = mazeLines(mazeTrace(3)).join(' ');
    for (const part of [maze, 'create ', 'close 1 1 c0 c0 ', `${maze} create 5 5 c1 c1 create 7 7 c3 c3 `])
      assertLinear(`A* tokens, ${part.slice(0, 20)}`, 40_000, repeated(part), check(ASTAR_TOKENS));
  });
});
