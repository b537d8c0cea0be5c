import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';

const codesIn = (text: string): string[] => (readTraceText(text)?.findings ?? []).map(({ code }) => code);

/** A search in a maze with tags. @param order names of the nodes that are visited, each after its parent was */
function search(algorithm: string, order: readonly string[], more = ''): string {
  const cells: Readonly<Record<string, readonly [parent: string, action: string, state: string]>> = {
    a: ['r', 'up', '0 1'],
    b: ['r', 'right', '1 0'],
    aa: ['a', 'up', '0 2'],
    ab: ['a', 'right', '1 1'],
    ba: ['b', 'right', '2 0'],
  };
  const lines = [`<task world="maze start 0 0 goal 3 3" start="0 0" ${algorithm}/>`, '<node id="r">0 0</node>'];
  for (const name of order) {
    lines.push(`<visit node="${name}"/>`);
    for (const [id, [parent, action, state]] of Object.entries(cells))
      if (parent === name) lines.push(`<node id="${id}" parent="${parent}" action="${action}">${state}</node>`);
  }
  return [...lines, more].join('\n');
}

describe('the order of visits', () => {
  it('is checked by the declared algorithm only', () => {
    const depthFirst = ['r', 'a', 'aa', 'ab', 'b', 'ba'];
    const breadthFirst = ['r', 'a', 'b', 'aa', 'ab', 'ba'];
    const neither = ['r', 'a', 'aa', 'b', 'ab', 'ba'];
    for (const order of [depthFirst, breadthFirst, neither]) assert.deepEqual(codesIn(search('', order)), []);
    assert.deepEqual(codesIn(search('algorithm="dfs"', depthFirst)), []);
    assert.deepEqual(codesIn(search('algorithm="bfs"', breadthFirst)), []);
    assert.deepEqual(codesIn(search('algorithm="dfs"', neither)), ['TRACE_VISIT_ORDER']);
    assert.deepEqual(codesIn(search('algorithm="bfs"', neither)), ['TRACE_VISIT_ORDER']);
    assert.deepEqual(codesIn(search('algorithm="dfs"', breadthFirst)), ['TRACE_VISIT_ORDER']);
  });

  it('of a beam has a number of nodes a level', () => {
    assert.deepEqual(codesIn(search('algorithm="beam" breadth="2"', ['r', 'a', 'b', 'aa', 'ba'])), []);
    assert.deepEqual(codesIn(search('algorithm="beam" breadth="2"', ['r', 'a', 'b', 'aa', 'ab', 'ba'])), [
      'TRACE_VISIT_ORDER',
    ]);
  });
});

describe('a search without a solution', () => {
  const end = '<unsolvable/>';

  it('has tried all actions if it claims to be exhaustive', () => {
    const order = ['r', 'a', 'aa', 'ab', 'b', 'ba'];
    assert.deepEqual(codesIn(search('algorithm="dfs"', order, end)), ['TRACE_UNTRIED']);
    assert.deepEqual(codesIn(search('algorithm="beam" breadth="3"', ['r'], end)), []);
    assert.deepEqual(codesIn(search('algorithm="dfs" depth="2"', order, end)), []);
    assert.deepEqual(codesIn(search('', order, end)), []);
    assert.deepEqual(codesIn(search('', order, '<exhausted/>')), ['TRACE_UNTRIED']);
  });
});

describe('a choice', () => {
  const nodes = [
    '<task world="maze start 0 0 goal 3 3" start="0 0" algorithm="minimax"/>',
    '<node id="r">0 0</node>',
    '<node id="a" parent="r" action="up" value="5">0 1</node>',
    '<node id="b" parent="r" action="right" value="2">1 0</node>',
    '<node id="a1" parent="a" action="up" value="1">0 2</node>',
    '<node id="a2" parent="a" action="right" value="3">1 1</node>',
    '<node id="b1" parent="b" action="right" value="4">2 0</node>',
    '<value node="a" value="1"/>',
    '<value node="b" value="4"/>',
    '<value node="r" value="4"/>',
  ].join('\n');

  it('is explained by the first level or by the whole tree', () => {
    const right = readTraceText(`${nodes}\n<choose>right</choose>`);
    assert.deepEqual([right?.findings, right?.figures.myopia], [[], { explainedBy: 'tree', withoutWrong: 'right' }]);
    const myopic = readTraceText(`${nodes}\n<choose>up</choose>`);
    assert.deepEqual(
      [myopic?.findings.map(({ code }) => code), myopic?.figures.myopia],
      [['TRACE_FIRST_LEVEL'], { explainedBy: 'level-one', withoutWrong: 'right' }],
    );
  });

  it('without its wrong nodes can be another one', () => {
    // The leaf below b is in a cell that no action leads to: without it, b has no value of its own leaves but its own.
    const wrong = readTraceText(`${nodes.replace('>2 0</node>', '>2 2</node>')}\n<choose>right</choose>`);
    assert.deepEqual(
      wrong?.findings.map(({ code }) => code),
      ['TRACE_STATE'],
    );
    assert.deepEqual(wrong?.figures.myopia, { explainedBy: 'tree', withoutWrong: 'right' });
  });
});

describe('the headline', () => {
  it('counts wrong states and the search below them', () => {
    const lines = [
      'Current State: 14:[20, 8, 2], Operations: []',
      'Exploring Operation: 20-8=13, Resulting Numbers: [2, 13]',
      'Generated Node #0,0: 14:[2, 13] Operation: 20-8=13',
      'Moving to Node #0,0',
      "Current State: 14:[2, 13], Operations: ['20-8=13']",
      'Exploring Operation: 2+13=15, Resulting Numbers: [15]',
      '15,14 unequal: No Solution',
    ];
    const view = readTraceText(lines.join('\n'));
    assert.equal(
      view?.headline,
      'Does not reach 14 from 20 8 2; 1 of 2 states wrong (20-8=13), 50 % of the search below it',
    );
    const { firstError, rightStates, belowWrong, breadth, solved } = view?.figures ?? {};
    assert.deepEqual(
      { firstError, rightStates, belowWrong, breadth, solved },
      {
        firstError: { code: 'TRACE_ARITHMETIC', node: 1, offset: lines.join('\n').indexOf('13'), token: 10 },
        rightStates: 0.5,
        belowWrong: 0.5,
        breadth: [1, 1, 1],
        solved: false,
      },
    );
  });

  it('says what is claimed in vain', () => {
    const view = readTraceText('start 0 0 goal 2 0 wall 1 0\nplan 0 0 plan 1 0 plan 2 0');
    assert.equal(view?.headline, 'Claims cell 2 0 from 0 0, without a valid plan; 1 finding');
  });
});
