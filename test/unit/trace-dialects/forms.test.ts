import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { JSON_LINES } from '../../../src/core/traces/dialects/json-lines.ts';
import { LINTREE } from '../../../src/core/traces/dialects/lintree.ts';
import { TAGS } from '../../../src/core/traces/dialects/tags.ts';
import { detectDialect, findDialect, TRACE_DIALECTS, undetectedText } from '../../../src/core/traces/dialects.ts';
import { WRITTEN_DIALECTS } from '../../../src/core/traces/generate/search-trace.ts';
import { meaningOf } from './any-events.ts';
import { DIALECT_TEXTS, JSON_TEXT, LINTREE_TEXT, TAGS_TEXT } from './dialect-texts.ts';

/** Events of a text, a line each: `generate id=1 action=up`. */
const said = (dialect: TraceDialect, text: string): string[] =>
  (meaningOf(dialect.read(text).events) as [string, ...[string, string[]][]][]).map(([name, ...fields]) =>
    [name, ...fields.map(([field, words]) => `${field}=${words.join('+')}`)].join(' '),
  );

const unreadIn = (dialect: TraceDialect, text: string): string[] =>
  dialect.read(text).unread.map(({ start, end }) => text.slice(start, end));

describe('LinTree', () => {
  it('reads nodes with pointers in the ways in which models write them', () => {
    assert.deepEqual(said(LINTREE, LINTREE_TEXT), [
      'task world=blocks3 goal=(on a b)',
      'generate id=0 state=a | b | c',
      'generate id=1 parent=0 action=pick-up(a) state=holding a | b | c',
      'generate id=2 parent=1 action=stack(a,b) state=a b | c cost=2 heuristic=0',
      'goal node=2',
      'visit node=0',
      'generate id=3 parent=0 action=pick-up(b)',
      'generate id=4 parent=0 action=pick-up(c) state=a | b',
      'generate id=5 parent=0 action=put-down(c) state=a | b | c',
      'abandon node=3 reason=nothing to gain',
      'unsolvable node=4',
      'value node=1 value=0.5',
      'best node=0 action=pick-up(a)',
      'choose actions=pick-up(a)+stack(a,b)',
    ]);
    assert.deepEqual(LINTREE.read(LINTREE_TEXT).unread, []);
  });

  it('knows a root by its missing pointer, and leaves prose unread', () => {
    const text =
      'Let me think.\nStep 1 (parent: none): 2 1\nStep 2 (parent: root): up → 2 0\nMove on quickly\nStep 3 (par';
    assert.deepEqual(said(LINTREE, text), ['generate id=1 state=2 1', 'generate id=2 parentPath= action=up state=2 0']);
    assert.deepEqual(unreadIn(LINTREE, text), ['Let me think.', 'Move on quickly', 'Step 3 (par']);
    assert.equal(LINTREE.read(text).isCut, true);
  });
});

describe('tags', () => {
  it('are read with attributes in any order, entities, fields as elements, and prose between them', () => {
    assert.deepEqual(said(TAGS, TAGS_TEXT), [
      'task world=countdown start=17:[46, 39] goal=17 algorithm=dfs',
      'note text=I begin with the difference.',
      'generate id=0 state=17:[46, 39]',
      'generate id=1 parent=0 action=46-39 state=17:[7] value=0.5',
      'abandon node=1 reason=7 is not 17 & nothing is left',
      'generate id=2 parent=0 action=46+39 state=17:[85]',
      'no-goal node=2',
      'visit node=0',
      'unsolvable',
      'choose',
    ]);
  });

  it('name worlds with the text of their task', () => {
    const text = '<task world="countdown 23 46 10 -&gt; 59"/>';
    assert.deepEqual(TAGS.read(text).events[0], {
      kind: 'task',
      range: { start: 0, end: text.length },
      world: { kind: 'named', name: 'countdown 23 46 10 -> 59' },
    });
  });

  it('within others are their children', () => {
    const text = '<node id="a">x<node id="b" action="up">y</node><node id="c" action="down" parent="b">z</node></node>';
    assert.deepEqual(said(TAGS, text), [
      'generate id=a state=x',
      'generate id=b parent=a action=up state=y',
      'generate id=c parent=b action=down state=z',
    ]);
  });

  it('that are unknown, broken or cut are unread', () => {
    const text = '<node id=1>a</node>\n<leaf id=2>b</leaf>\n<node id="3>c</node>\n<node id=4>d</node>\n<node id=5 par';
    assert.deepEqual(said(TAGS, text), [
      'generate id=1 state=a',
      'note text=b',
      'note text=c',
      'generate id=4 state=d',
    ]);
    assert.deepEqual(unreadIn(TAGS, text), ['<leaf id=2>', '</leaf>', '<node id="3>', '</node>', '<node id=5 par']);
    assert.equal(TAGS.read(text).isCut, true);
    assert.equal(TAGS.read('<node id=1>a</node>\n<node id=2>b').isCut, true);
  });
});

describe('JSON Lines', () => {
  it('are read with other names of fields and without event', () => {
    assert.deepEqual(said(JSON_LINES, JSON_TEXT), [
      'task world=s5 start=1 2 3 4 5 breadth=3',
      'generate id=0 state=1 2 3 4 5',
      'generate id=1 parent=0 action=(12) state=2 1 3 4 5 value=-1.5',
      'generate id=2 parentPath=(12) action=(23) state=2 3 1 4 5',
      'visit node=0',
      'abandon node=2 path=(12) (23) reason=seen "before"',
      'choose actions=(12)+(23)',
    ]);
  });

  it('leave unread what is no event, and values of another type', () => {
    const text =
      '{"role": "user", "content": "hi"}\n{"event": "close", "node": "1", "g": "far"}\n[1, 2]\n{"event": "visit", "no';
    assert.deepEqual(said(JSON_LINES, text), ['close node=1']);
    assert.deepEqual(unreadIn(JSON_LINES, text), [
      '{"role": "user", "content": "hi"}',
      'far',
      '[1, 2]',
      '{"event": "visit", "no',
    ]);
    assert.equal(JSON_LINES.read(text).isCut, true);
  });

  it('never name a program as the world: a trace starts nothing', () => {
    const world = '{"kind": "process", "name": "x", "command": ["rm"]}';
    for (const own of [world, `{"kind": "renamed", "seed": 1, "world": ${world}}`]) {
      const text = `{"event": "task", "world": ${own}}`;
      assert.deepEqual(said(JSON_LINES, text), ['task']);
      assert.deepEqual(unreadIn(JSON_LINES, text), [own]);
    }
  });
});

describe('roots', () => {
  it('may name no parent by a word, and nodes may have this word as their name', () => {
    for (const word of ['none', 'null', '-', '-1', '']) {
      assert.deepEqual(said(TAGS, `<node id="a" parent="${word}">s</node>`), ['generate id=a state=s']);
      assert.deepEqual(said(JSON_LINES, `{"id": "a", "parent": "${word}", "state": "s"}`), ['generate id=a state=s']);
    }
    assert.deepEqual(said(JSON_LINES, '{"id": 0, "parent": -1, "state": "s"}'), ['generate id=0 state=s']);
    for (const dialect of [TAGS, JSON_LINES, LINTREE]) {
      const range = { start: 0, end: 0 };
      const text = dialect.write?.([{ kind: 'generate', range, parent: { range, id: 'none' } }]) ?? '';
      assert.deepEqual(said(dialect, text), ['generate parent=none']);
    }
  });
});

describe('dialects', () => {
  it('are recognized by their texts, each as itself alone', () => {
    for (const [id, texts] of Object.entries(DIALECT_TEXTS))
      for (const text of texts) {
        const { dialect, candidates } = detectDialect(text.slice(0, 4000));
        assert.equal(dialect?.id, id);
        assert.equal(candidates.length, 1);
      }
  });

  it('read lines that end as on any system', () => {
    for (const dialect of TRACE_DIALECTS)
      for (const text of DIALECT_TEXTS[dialect.id] ?? [])
        for (const end of ['\r\n', '\r'])
          if (end === '\r\n' || !['sos', 'mav'].includes(dialect.id))
            assert.deepEqual(
              meaningOf(dialect.read(text.replaceAll('\n', end)).events),
              meaningOf(dialect.read(text).events),
              dialect.id,
            );
  });

  it('are never guessed: prose without a position has none, and of two that are equally sure both are named', () => {
    for (const text of [
      '',
      'If 12.Nd5 then Nxd5.',
      '{"role": "user", "content": "hi"}',
      '<p class="x">text</p>',
      '1. e4 e5 2. Nf3',
    ]) {
      assert.equal(detectDialect(text).dialect, undefined, text);
      assert.match(undetectedText(detectDialect(text)), /^no dialect/);
    }
    const twin: TraceDialect = { ...TAGS, id: 'twin' };
    const found = detectDialect(TAGS_TEXT, [...TRACE_DIALECTS, twin]);
    assert.equal(found.dialect, undefined);
    assert.equal(undetectedText(found), 'the text may be tags or twin: --dialect chooses one');
  });

  it('are names of --write if they have a writer', () => {
    const written: readonly string[] = [...WRITTEN_DIALECTS, 'mav'];
    assert.deepEqual(
      TRACE_DIALECTS.filter(({ id, write }) => (write !== undefined) !== written.includes(id)).map(({ id }) => id),
      [],
      'WRITTEN_DIALECTS of src/core/traces/generate/search-trace.ts',
    );
  });

  it('have ids, which --dialect names', () => {
    assert.deepEqual(
      TRACE_DIALECTS.map(({ id }) => id),
      ['sos', 'astar', 'lintree', 'tags', 'jsonl', 'mav', 'prose'],
    );
    assert.equal(findDialect('tags').ok, true);
    const unknown = findDialect('verse');
    assert.equal(
      unknown.ok ? '' : unknown.error,
      'unknown dialect verse; expected one of sos, astar, lintree, tags, jsonl, mav, prose',
    );
  });
});
