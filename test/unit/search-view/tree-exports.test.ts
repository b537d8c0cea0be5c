import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { boardSvg } from '../../../src/core/board/board-svg.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import { hatching, type PictureBox, rowLabels, shortened } from '../../../src/core/search/view/picture.ts';
import { treeSvg } from '../../../src/core/search/view/tree-svg.ts';
import { type TreeJson, type TreeJsonNode, treeDot, treeJson } from '../../../src/core/search/view/tree-text.ts';
import { itLong } from '../../support/thorough.ts';
import type { WrittenNode } from '../../support/written-tree.ts';
import { SMALL, treeOf } from './search-tree.ts';

const PLACE = { x: 10, y: 20, width: 200, height: 24 };
const KIND = { isHallucination: false, isGroup: false, differs: false, isTerminal: false, outcome: undefined };
const VIEW = { isPrincipal: false, isSelected: false, isDim: false, waiting: 0, status: undefined, costs: '' };
const BOX: PictureBox = { ...PLACE, ...KIND, ...VIEW, name: 'Nf3', visits: 1204, value: 0.54 };
const svgOf = (boxes: readonly PictureBox[], layout: 'icicle' | 'tidy' = 'icicle', limit?: number): string =>
  treeSvg({ layout, width: 300, height: 100, boxes, links: [] }, limit);
const textsOf = (svg: string): string[] => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
const chain = (depth: number): WrittenNode => ({ n: 5, below: depth === 0 ? {} : { k: chain(depth - 1) } });

describe('a tree as a picture', () => {
  it('says move, visits and value, and marks what color alone would not tell', () => {
    assert.deepEqual(textsOf(svgOf([BOX])), ['Nf3', 'N 1,204', '0.54']);
    const plain = svgOf([BOX]);
    for (const [change, mark] of [
      [{ isHallucination: true, value: undefined, visits: undefined }, /stroke-opacity="0\.45"/],
      [{ differs: true }, /<polygon /],
      [{ isTerminal: true, outcome: '1/2-1/2' }, />½-½</],
      [{ isPrincipal: true }, /stroke-width="2\.5"/],
      [{ isSelected: true }, /stroke-dasharray="5 2"/],
      [{ isDim: true }, /<g opacity="0\.35">/],
      [{ waiting: 3 }, />3…</],
    ] as const) {
      assert.doesNotMatch(plain, mark);
      assert.match(svgOf([{ ...BOX, ...change }]), mark);
    }
    assert.deepEqual(textsOf(svgOf([{ ...BOX, width: 138, height: 44 }], 'tidy')), ['Nf3', 'N 1,204', '0.54']);
  });

  it('carries title and legend around the drawing, and boards in cards', () => {
    const caption = {
      title: 'a <tree>',
      facts: ['a model', '12 simulations'],
      warning: 'Not the search itself',
      side: 'Black',
      unit: 'visits',
      form: 'boards',
    } as const;
    const board = boardSvg({ fen: '4k3/8/8/8/8/8/8/4K3', coordinates: false });
    const boxes = [0, 200].map((y) => ({ ...BOX, y, width: 140, height: 184, board }));
    const lost = { ...BOX, isHallucination: true };
    const link = { x0: 0, y0: 0, x1: 50, y1: 40, width: 7, isPrincipal: true, isDim: false, name: 'Kd2' };
    const svg = treeSvg(
      { layout: 'tidy', width: 150, height: 390, boxes: [...boxes, lost], links: [link] },
      10,
      caption,
    );
    const texts = textsOf(svg);
    assert.deepEqual(texts.slice(0, 3), ['a &#60;tree&#62;', 'a model · 12 simulations', 'Not the search itself']);
    for (const said of ['Kd2', 'value 0.54', 'N 1,204', 'thick line: chosen moves', 'hallucination'])
      assert.ok(texts.includes(said), said);
    for (const absent of ['expected line', 'diverged', 'game over']) assert.ok(!texts.includes(absent), absent);
    assert.ok(texts.includes('Value for Black, to move at the root: 0'));
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 4, 'two kings on each board');
    const [, width = '', height = ''] = /viewBox="0 0 (\d+) ([\d.]+)"/.exec(svg) ?? [];
    assert.ok(Number(width) >= 480 && Number(height) > 390 + 60 && Number(height) < 390 + 200);
    assert.deepEqual(textsOf(svgOf([BOX])), ['Nf3', 'N 1,204', '0.54'], 'without a caption there is none');
  });

  it('says how many boxes are left out: those with the fewest visits', () => {
    const boxes = [3, 9, 1, 5].map((visits) => ({ ...BOX, name: `m${visits}`, visits }));
    const texts = textsOf(svgOf(boxes, 'icicle', 2));
    assert.deepEqual(
      texts.filter((text) => text.startsWith('m')),
      ['m9', 'm5'],
    );
    assert.equal(texts.at(-1), '2 smaller boxes are left out.');
  });

  itLong('is well-formed for any names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom('icicle', 'tidy'), (name, layout) => {
        const svg = svgOf([{ ...BOX, name, width: 2000 }], layout);
        assert.doesNotMatch(svg, /[\p{Cc}\uFFFE\uFFFF]/u.test(svg.replaceAll('\n', '')) ? /^/ : /(?!)/);
        assert.equal(svg.split('<text').length, svg.split('</text>').length);
        assert.doesNotMatch(
          svg.replace(/<\/?(?:svg|g|rect|path|text|polygon)(?: [a-z][\w-]*="[^"<>]*")*\/?>/gi, ''),
          /[<>]/,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('has labels as there is room, and outcomes before counts', () => {
    const measure = (text: string): number => 6 * text.length;
    const labels = (room: number, height = 24, look: object = {}): string =>
      Object.values(rowLabels({ ...BOX, ...look }, room, height, measure)).join('|');
    assert.deepEqual(
      [200, 70, 40, 20, 10].map((room) => labels(room)),
      ['Nf3|N 1,204|0.54', 'Nf3|N 1,204|', 'Nf3||', 'Nf3||', '||'],
    );
    assert.equal(labels(76, 40), 'Nf3|N 1,204|0.54');
    assert.equal(labels(50, 24, { isTerminal: true, outcome: '1-0' }), 'Nf3||1-0');
    assert.equal(shortened('+1,200 others', 60, measure), '+1,200 ot…');
  });

  it('hatches the inside of a box alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (width, height) => {
        const lines = hatching(5, 7, width, height, 6);
        for (const [x0, y0, x1, y1] of lines) {
          assert.ok(x0 >= 5 && x1 <= 5 + width && y1 >= 7 && y0 <= 7 + height, `${width} ${height}`);
          assert.equal(x1 - x0, y0 - y1);
        }
        assert.ok(lines.length >= Math.floor((width + height) / 6) - 1);
      }),
    );
    assert.ok(hatching(0, 0, 1e9, 20, 6).length <= 400);
  });
});

describe('a tree as text', () => {
  const nameOf = ({ parent, edge }: SearchNode): string => `"${parent?.actions[edge] ?? 'root'}"\\`;

  it('is a graph for Graphviz, with labels in which nothing ends early', () => {
    const { root } = treeOf(SMALL);
    const dot = treeDot(root, DEFAULT_SEARCH, { nameOf, principal: new Set([root.children[0] as SearchNode]) });
    const lines = dot.split('\n').filter((line) => /^ {2}n\d/.test(line));
    assert.equal(lines.filter((line) => line.includes('->')).length, 5);
    assert.match(dot, /^digraph search \{\n/);
    assert.match(dot, / {2}n1 \[label="\\"a\\"\\\\\\nN 6 {2}0\.75", fillcolor="#[\da-f]{6}", penwidth=3\];/);
    assert.match(dot, /n4 \[label="\\"d\\"\\\\\\nhallucination", style="dashed"\];/);
    assert.match(dot, /n6 \[.*shape=octagon/);
    assert.match(dot, /n5 \[.*\\n0-1".*peripheries=2/);
    assert.match(dot, /n0 -> n4 \[penwidth=1, style=dashed\];/);
    for (const line of lines)
      assert.match(line, /^ {2}n\d+(?: -> n\d+)? \[(?:[a-z]+=(?:"(?:[^"\\]|\\.)*"|[\w.]+)(?:, )?)+\];$/);
  });

  it('is nested JSON with what the tree knows', () => {
    const { root } = treeOf(SMALL);
    const { format, version, left, backup, root: top } = JSON.parse(treeJson(root, DEFAULT_SEARCH)) as TreeJson;
    assert.deepEqual([format, version, left, backup], ['statelens-tree', 1, 0, 'mean']);
    assert.deepEqual(
      top.children?.map(({ action, N, Q }) => [action, N, Q]),
      [
        ['b', 9, 0.5],
        ['a', 6, 0.75],
        ['d', 0, undefined],
      ],
    );
    const { children, ...wrong } = top.children?.[2] ?? { node: -1, state: '' };
    assert.equal(children, undefined);
    assert.deepEqual(
      Object.entries(wrong).map(([key, value]) => `${key} ${value}`),
      [
        'node 4',
        'action d',
        'name d',
        'kind hallucination',
        'state prose "}\n',
        'reason no list',
        'N 0',
        `P ${root.prior[3]}`,
      ],
    );
    assert.equal(top.children?.[1].children?.[1].truth, 'other');
    assert.equal(top.v, 0.6);
    assert.equal(top.value?.toFixed(6), '0.600000');
  });

  it('says how many nodes are left out', () => {
    const { root } = treeOf(SMALL);
    assert.equal((JSON.parse(treeJson(root, DEFAULT_SEARCH, { limit: 3 })) as TreeJson).left, 3);
    assert.match(treeDot(root, DEFAULT_SEARCH, { limit: 3 }), /label="3 nodes with fewer visits are left out";/);
  });

  it('stands trees of any depth', () => {
    const { root } = treeOf(chain(3000));
    const { root: top, left } = JSON.parse(treeJson(root, DEFAULT_SEARCH)) as TreeJson;
    let depth = 0;
    for (let at: TreeJsonNode | undefined = top; at !== undefined; at = at.children?.[0]) depth++;
    assert.deepEqual([depth, left], [401, 2600]);
    assert.equal(treeDot(root, DEFAULT_SEARCH).split(' -> ').length, 2000);
  });
});
