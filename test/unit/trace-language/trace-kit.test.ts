import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { NEVER } from '../../../src/core/base/cancellation.ts';
import type { Range } from '../../../src/core/base/text/range.ts';
import type { OutlineEntry } from '../../../src/core/languages/kit.ts';
import { languageKit } from '../../../src/core/languages/kits.ts';
import { detectLanguage, firstLine } from '../../../src/core/languages/languages.ts';
import { checkSection } from '../../../src/core/languages/section-readers.ts';
import { traceReader } from '../../../src/core/languages/trace/section-trace.ts';
import { nodeLinks, nodePlaceAt, subtreeSpans } from '../../../src/core/languages/trace/trace-nodes.ts';
import { shiftDiagnostic } from '../../../src/core/notation/diagnostic.ts';

const KIT = languageKit('trace');
const COUNTDOWN = fs.readFileSync('samples/countdown.trace', 'utf8');
const MAZE = fs.readFileSync('samples/maze.trace', 'utf8');
const PIECES = [
  ...COUNTDOWN.split(/(?<=\n)/),
  ...MAZE.split(/(?<=\n)/),
  '\n',
  'so it goes\n',
  'Current State: 1',
  '\r\n',
];

/** Texts of whole traces, of lines of traces in any order, and of what is no trace. */
const texts = fc
  .array(fc.oneof(fc.constantFrom(COUNTDOWN, MAZE, `${COUNTDOWN}\n`), fc.constantFrom(...PIECES)), { maxLength: 12 })
  .map((parts) => parts.join(''));

/** The sections of a text, as the server reads them one by one. */
function sectionsOf(text: string): { own: string; offset: number; counts: boolean }[] {
  const found: { own: string; offset: number; counts: boolean }[] = [];
  for (let offset = 0; offset < text.length; ) {
    const reading = KIT.sections.read(text.slice(offset), true);
    assert.ok(reading !== undefined && reading.length > 0);
    found.push({ own: text.slice(offset, offset + reading.length), offset, counts: reading.counts });
    offset += reading.length;
  }
  return found;
}

const treeOf = (text: string) => {
  const { view } = traceReader().section(text);
  assert.ok(view);
  return view;
};

const inside = (outer: Range, inner: Range): boolean => outer.start <= inner.start && inner.end <= outer.end;

describe('the language of traces', () => {
  it('is that of files .trace, and of texts whose first line is certainly one', () => {
    assert.equal(detectLanguage('a.trace', ''), 'trace');
    for (const text of [COUNTDOWN, MAZE, `\n${MAZE}`, MAZE.slice(MAZE.indexOf('create'))])
      assert.equal(detectLanguage('answer.txt', firstLine(text)), 'trace', text.slice(0, 40));
    for (const text of [
      'start of a game',
      'Current State of the art',
      'create a plan',
      '1. e4 e5',
      'Minimax breadth=3',
    ])
      assert.notEqual(detectLanguage('answer.txt', text), 'trace', text);
  });

  it('reads the sections of a document one by one as it divides all of it', () => {
    const text = `${COUNTDOWN}\n${MAZE}`;
    const sections = sectionsOf(text);
    assert.deepEqual(
      sections.map(({ own, counts }) => [own.trim().split('\n')[0], counts]),
      [...COUNTDOWN.trim().split('\n\n'), ...MAZE.trim().split('\n\n')].map((own) => [own.split('\n')[0], true]),
    );
  });

  it('finds in sections what it finds in the whole text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const whole = KIT.check(text, {}, NEVER).found;
        const own = sectionsOf(text).flatMap((section, i) => {
          const reading = { length: section.own.length, counts: section.counts };
          const found = checkSection(KIT, i === 0, section.own, reading, {});
          return found.map((d) => shiftDiagnostic(d, section.offset, 0));
        });
        const plain = ({ code, range, message }: (typeof whole)[number]) => [code, range, message];
        assert.deepEqual(own.map(plain), whole.map(plain));
      }),
      { numRuns: 100 },
    );
  });

  it('is certain of the end of a section only where more text cannot move it', () => {
    const text = `${COUNTDOWN}\n${MAZE}`;
    const first = sectionsOf(text)[0]?.own.length;
    for (let end = 1; end < text.length; end += 13) {
      const length = KIT.sections.read(text.slice(0, end), false)?.length;
      assert.ok(length === undefined || length === first, `${length} of ${end}`);
    }
  });

  it('lists each node once, within the trace, named and selected where it is introduced', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const entry of KIT.outline?.(text, true) ?? []) {
          const open: OutlineEntry[] = [entry];
          for (let next = open.pop(); next !== undefined; next = open.pop()) {
            assert.notEqual(next.name, '');
            assert.ok(inside(next.range, next.nameRange), next.name);
            assert.ok(inside(entry.range, next.range), next.name);
            open.push(...next.children);
          }
        }
        for (const fold of KIT.folds?.(text) ?? [])
          assert.ok(0 <= fold.range.start && fold.range.start <= fold.range.end && fold.range.end <= text.length);
      }),
      { numRuns: 50 },
    );
  });

  it('folds a subtree only if nothing in it is about another node', () => {
    const [, slip = ''] = COUNTDOWN.split('\n\n');
    const { tree } = treeOf(slip);
    const spans = subtreeSpans(tree);
    for (const { index } of tree.nodes) assert.equal(spans[index]?.isWhole, true, 'a depth-first search');
    const maze = treeOf(MAZE.split('\n\n')[0] ?? '').tree;
    assert.ok(
      subtreeSpans(maze).some((span) => span?.isWhole === false),
      'A* leaves a subtree and returns',
    );
  });

  it('links a node with its parent, its children and all its places', () => {
    const [, slip = ''] = COUNTDOWN.split('\n\n');
    const { tree } = treeOf(slip);
    const textOf = ({ start, end }: Range): string => slip.slice(start, end).split('\n')[0] ?? '';
    const at = slip.indexOf('Exploring Operation: 12+31');
    const links = nodeLinks(tree, at + 3);
    assert.deepEqual(links?.definitions.map(textOf), ['Current State: 37:[18, 12, 31]']);
    assert.deepEqual(links?.references.map(textOf), [
      'Exploring Operation: 44-18=26, Resulting Numbers: [26]',
      'Exploring Operation: 18+44=62, Resulting Numbers: [62]',
    ]);
    assert.ok((links?.highlights.length ?? 0) >= 3);
    const visit = nodeLinks(tree, slip.indexOf('Moving to Node #0,1') + 3);
    assert.deepEqual(visit?.definitions.map(textOf), ['Exploring Operation: 12+31=44, Resulting Numbers: [18, 44]']);
    assert.equal(nodePlaceAt(tree, slip.length + 5), undefined);
  });
});
