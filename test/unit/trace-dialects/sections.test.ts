import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { TAGS } from '../../../src/core/traces/dialects/tags.ts';
import { divideTraces } from '../../../src/core/traces/trace-sections.ts';
import { ASTAR_TRACES, DIALECT_TEXTS, JSON_TEXT, LINTREE_TEXT, STREAMS, TAGS_TEXT } from './dialect-texts.ts';

/** Dialect and first line of each section. */
const parts = (text: string): string[] =>
  divideTraces(text).map(({ range, dialect }) => {
    const [line = ''] = text.slice(range.start, range.end).trim().split('\n');
    return `${dialect?.id ?? 'none'} ${line.slice(0, 24)}`;
  });

describe('documents of traces', () => {
  it('are divided at what starts a trace, in each dialect', () => {
    for (const [id, texts] of Object.entries(DIALECT_TEXTS)) {
      const [text = ''] = texts;
      // The same position again begins no other text in prose.
      if (id === 'mav' || id === 'prose') continue;
      assert.equal(divideTraces(text).length, 1, id);
      for (const gap of ['', '\n', '\n\n']) {
        const sections = divideTraces(`${text}${gap}${text}${gap}${text}`);
        assert.deepEqual(
          sections.map(({ dialect }) => dialect?.id),
          [id, id, id],
          `${id} ${JSON.stringify(gap)}`,
        );
      }
    }
  });

  it('of A* tokens hold a trace on a line, or on three with blank lines between them', () => {
    const lines = ASTAR_TRACES.map((trace) => trace.trim().replaceAll('\n', ' ')).join('\n');
    assert.equal(divideTraces(lines).length, ASTAR_TRACES.length);
    const apart = ASTAR_TRACES.map((trace) => trace.replaceAll('\n', '\n\n')).join('');
    assert.equal(divideTraces(apart).length, ASTAR_TRACES.length);
  });

  it('hold traces of several dialects, each recognized by itself', () => {
    assert.equal(parts(`${STREAMS[0]}\n${LINTREE_TEXT}`).length, 2);
    assert.deepEqual(parts(`${JSON_TEXT}\n${JSON_TEXT.replace('s5', 's4')}`), [
      'jsonl {"event": "task", "world',
      'jsonl {"event": "task", "world',
    ]);
  });

  it('keep a prompt with the first trace', () => {
    const prompt = 'Solve this level, step by step.\n\n';
    assert.equal(divideTraces(`${prompt}${TAGS_TEXT}`).length, 1);
    assert.equal(divideTraces(`${prompt}${STREAMS[0]}${STREAMS[0]}`).length, 2);
  });

  it('name the dialects of which none is chosen', () => {
    const twin: TraceDialect = { ...TAGS, id: 'twin' };
    const [section] = divideTraces(TAGS_TEXT, { dialects: [TAGS, twin] });
    assert.equal(section?.dialect, undefined);
    assert.deepEqual(
      section?.candidates.map(({ id }) => id),
      ['tags', 'twin'],
    );
  });
});
