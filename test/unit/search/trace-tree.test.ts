import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { printTrace } from '../../../src/core/mav/write/example-draft.ts';
import { edgeValue, minimaxValue } from '../../../src/core/search/backup.ts';
import type { TraceTreeNote } from '../../../src/core/search/trace-notes.ts';
import { chance, randomDialect, randomTrace } from '../../support/mav-drafts.ts';
import { assertNotes, type Grown, grown, treeOf } from './trace-tree-law.ts';

const PUBLISHED = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');

/** The note of a node, by its name. */
function noteOf({ notes }: Grown, name: string): TraceTreeNote {
  const found = notes.find((note) => note.name === name);
  assert.ok(found, `${name} has a note`);
  return found;
}

describe('the published trace as a tree', () => {
  const found = treeOf(PUBLISHED);
  const { stored, tree, notes } = found;

  it('has a node for each evaluation, and a simulation for each below the root', () => {
    assertNotes(PUBLISHED, found);
    assert.deepEqual(
      notes.map(({ name }) => name),
      ['<root>', '<root g3d6>', '<root g3g6>', '<root c2e2>'],
    );
    assert.deepEqual(
      stored.simulations.map(({ path, kind }) => [path.map((edge) => tree.root.actions[edge]), kind]),
      [
        [['g3d6'], 'expanded'],
        [['g3g6'], 'expanded'],
        [['c2e2'], 'expanded'],
      ],
    );
    assert.equal(stored.header.game, 'chess');
    assert.equal(stored.header.model, 'internal search, breadth 3, depth 1');
    assert.equal(stored.end, 'done');
  });

  it('has lists as they are printed, and backs up what the leaves select', () => {
    assert.deepEqual(tree.root.actions, ['g3g6', 'c2e2', 'g3d6']);
    assert.deepEqual(
      tree.root.listed.map((value) => value * 64),
      [32.5, 31.5, 34.5],
    );
    assert.equal(tree.root.best, 2);
    // 65 - 22, 65 - 32, 65 - 32
    assert.deepEqual(
      tree.root.actions.map((_, edge) => edgeValue(tree.root, edge) * 64),
      [42.5, 32.5, 32.5],
    );
    assert.equal(minimaxValue(tree.root, 'zero') * 64, 42.5);
  });

  it('leads back to the text, and says what is weighed, selected and wrong there', () => {
    const root = noteOf(found, '<root>');
    const starts = root.ranges.map(({ start, end }) => PUBLISHED.slice(start, end).split(/ (?:for|from) /)[0]);
    assert.deepEqual(starts, ['Evaluation', 'Expand', 'Decision']);
    assert.deepEqual(root.weighed, [
      ['g3d6', 32.5 / 64],
      ['g3g5', 42.5 / 64],
      ['c2e2', 32.5 / 64],
    ]);
    assert.equal(root.selected, 'g3g6');
    assert.match(root.findings[0], /^g3g5 was never expanded/);
    assert.equal(noteOf(found, '<root g3d6>').selected, 'd5d6');
    assert.deepEqual(root.unlisted, []);
  });

  it('has a root of which nothing is known where nobody has answered, and no hallucination', () => {
    const { stored, tree } = treeOf(`${PUBLISHED.split('\n').slice(0, 4).join('\n')}\n`);
    assert.deepEqual([stored.nodes.length, tree.root.kind, tree.root.size], [1, 'state', 0]);
  });

  it('blames its root for nothing that stands above it', () => {
    const below = treeOf(`Let me think.\nBlack is better.\n${PUBLISHED}`);
    assert.deepEqual(noteOf(below, '<root>').findings, noteOf(found, '<root>').findings);
  });

  it('has the true state beside one that is not, and none behind an illegal move', () => {
    assert.equal(tree.root.children[0]?.truth, undefined);
    const wrong = PUBLISHED.replace('[%state 2r3k1/p3p3/3qN1Pp/', '[%state 2r3k1/p3p3/4N1Pp/');
    const d6 = treeOf(wrong).tree.root.children[2];
    assert.match(d6?.state ?? '', /^2r3k1\/p3p3\/4N1Pp\/3Q4\/8\/5P2/);
    assert.match(d6?.truth ?? '', /^2r3k1\/p3p3\/3qN1Pp\/3Q4\/8\/5P2\/PPr3P1\/1K5R w /);
    const illegal = treeOf(PUBLISHED.replaceAll('c2e2', 'c2d3'));
    assert.equal(illegal.tree.root.children[1]?.truth, undefined);
    assert.equal(noteOf(illegal, '<root c2d3>').findings.length > 0, true);
  });
});

describe('damaged traces as trees', () => {
  it('add an expanded action that the list does not have, with value 0', () => {
    const found = treeOf(PUBLISHED.replace('c2e2:<ctrl32> . . . ', ''));
    const { root } = found.tree;
    assert.deepEqual(root.actions, ['g3g6', 'g3d6', 'c2e2']);
    assert.equal(root.listed[2], 0);
    assert.deepEqual(noteOf(found, '<root>').unlisted, [2]);
    assert.ok(root.children[2] !== undefined);
  });

  it('take an evaluation that cannot be read for a hallucination, and close the way to it', () => {
    const { tree, stored } = treeOf(PUBLISHED.replace('e6f4:<ctrl22>', 'e6f4:<ctrl99>'));
    const [g6] = tree.root.children;
    assert.equal(g6?.kind, 'hallucination');
    assert.equal(g6?.reason, 'e6f4 has no bucket');
    assert.match(g6?.state ?? '', /^<mav game=chess> [^]*%prev_action g3g6\][^]*%best_action e6f4\]$/);
    assert.equal(tree.root.closed[0], 1);
    assert.equal(stored.simulations[1].kind, 'hallucination');
  });

  it('keep what hangs below an evaluation that cannot be read, or that is missing', () => {
    const { tree, notes } = treeOf(PUBLISHED.replace('g3d6:<ctrl35>', 'g3d6'));
    assert.equal(tree.root.kind, 'state');
    assert.equal(tree.root.children.filter((child) => child !== undefined).length, 3);
    assert.equal(notes.length, 4);
    // a grandchild alone: its parent is made up, in a state that the rules know
    const orphan = PUBLISHED.replaceAll('<root g3d6>', '<root g3g6 e6f4>');
    const deep = treeOf(orphan);
    assertNotes(orphan, deep);
    const below = deep.tree.root.children[0]?.children.find((child) => child !== undefined);
    assert.equal(below?.depth, 2);
    const cut = treeOf(PUBLISHED.slice(0, PUBLISHED.indexOf('Evaluation for node: <root g3g6>')));
    assert.deepEqual([cut.notes.length, cut.stored.end], [2, undefined]);
    const headless = treeOf(`Minimax breadth=3 depth=1\n${PUBLISHED.slice(PUBLISHED.indexOf('Expand'))}`);
    assert.deepEqual([headless.notes.length, headless.tree.root.state], [4, '']);
  });

  it('have a root even where nothing is evaluated', () => {
    for (const text of [
      'Minimax breadth=3 depth=1',
      'Minimax\nEvaluation for node: <root>',
      'Minimax\nPlaying e2e4!',
    ]) {
      const found = treeOf(text);
      assertNotes(text, found);
      assert.equal(found.tree.root.kind, 'hallucination');
    }
  });

  it('end where the game does', () => {
    const text = `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=chess> %FEN %top_1 %best_action </mav>
[%FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1]
[%top_1 a1a8:<ctrl64>]
[%best_action a1a8]
Expand from node <root>: <root a1a8>
Evaluation for node: <root a1a8>
<mav game=chess> %prev_FEN %prev_action %FEN %top_1 </mav>
[%prev_FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1]
[%prev_action a1a8]
[%FEN R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1]
[%top_1 invalid : "1-0"]
`;
    const [mate] = treeOf(text).tree.root.children;
    assert.deepEqual([mate?.kind, mate?.outcome, mate?.value], ['terminal', '1-0', 0]);
  });

  it('leave out nodes that lie deeper than anyone reads, and say so', () => {
    const path = (length: number): string => `<root ${'a1a2 '.repeat(length)}>`;
    const text = `${PUBLISHED.replace(/Playing.*\n?/, '')}Evaluation for node: ${path(65)}\nEvaluation for node: ${path(64)}\n`;
    const found = treeOf(text);
    assertNotes(text, found);
    assert.equal(found.notes.length, 4 + 64);
    assert.ok(
      noteOf(found, '<root>').findings.includes('1 evaluated node lies more than 64 moves deep, and is left out'),
    );
  });
});

describe('traces as trees', () => {
  it('agree with the decisions of every right trace', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const luck = chance(seed);
        const dialect = randomDialect(luck);
        const text = printTrace(randomTrace(luck, dialect), dialect);
        const found = treeOf(text, dialect);
        assertNotes(text, found);
        const { tree, stored } = found;
        assert.equal(stored.simulations.length, stored.nodes.length - 1);
        for (const { node: id, weighed, selected, unlisted } of found.notes) {
          const node = tree.nodes.get(id);
          assert.ok(node);
          assert.notEqual(node.kind, 'hallucination');
          assert.equal(node.truth, undefined);
          assert.deepEqual(unlisted, []);
          // an ended game is worth 1, 1/2 or 0, and its bucket has a middle: half a bucket away
          for (const [action, value] of weighed)
            assert.ok(Math.abs(edgeValue(node, node.actions.indexOf(action)) - value) < 1 / 127);
          if (weighed.length === 0 || selected === null) continue;
          const own = edgeValue(node, node.actions.indexOf(selected));
          assert.ok(Math.abs(own - minimaxValue(node, 'zero')) < 1 / 127);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are made of any text without a fault, whatever it holds', () => {
    const piece = fc.constantFrom(
      '<root>',
      '<root g3g6>',
      '<root g3g6 e6f4>',
      'Evaluation for node: ',
      'Decision for node: ',
      'Selecting: ',
      'Expand from node <root>: <root a1a1> <root x>',
      '[%top_all ',
      '[%state ',
      '<mav game=hex> %state </mav>\n',
      ']',
      '<ctrl0>',
      '"1-0"',
      'invalid : ',
      '\n',
      '__proto__',
      '\u0000',
      '\ud800',
    ); // prettier-ignore
    const text = fc
      .tuple(fc.nat(), fc.boolean())
      .map(([seed, isPublished]) =>
        isPublished ? PUBLISHED : printTrace(randomTrace(chance(seed), PUBLISHED_DIALECT), PUBLISHED_DIALECT),
      );
    const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(80), piece);
    fc.assert(
      fc.property(text, fc.array(edit, { minLength: 1, maxLength: 6 }), fc.boolean(), (whole, edits, isSwapped) => {
        let damaged = whole;
        for (const [where, length, put] of edits) {
          const at = Math.floor(where * damaged.length);
          damaged = damaged.slice(0, at) + put + damaged.slice(at + length);
        }
        if (isSwapped) {
          const parts = damaged.split(/(?=^Evaluation)/m);
          damaged = [parts[0], ...parts.slice(1).reverse()].join('');
        }
        const found = grown(damaged);
        if (found !== undefined) assertNotes(damaged, found);
      }),
      { numRuns: 400 },
    );
  });
});
