import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { TAGS } from '../../../src/core/traces/dialects/tags.ts';
import { divideTraces, TraceDocument } from '../../../src/core/traces/trace-sections.ts';
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
      if (id === 'mav') continue;
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

  it('read again only what an edit touches', () => {
    let reads = 0;
    const counted: TraceDialect = {
      ...TAGS,
      read: (text) => {
        reads++;
        return TAGS.read(text);
      },
    };
    const text = TAGS_TEXT.repeat(50);
    const document = new TraceDocument(text, { dialect: counted });
    for (const i of document.sections.keys()) document.read(i);
    assert.equal(reads, 50);
    const at = text.indexOf('17:[7]', text.length / 2);
    const edited = document.edit(
      { range: { start: at, end: at + 2 }, length: 3 },
      `${text.slice(0, at)}170${text.slice(at + 2)}`,
    );
    for (const i of edited.sections.keys()) edited.read(i);
    assert.equal(reads, 51);
  });

  it('are divided and read after edits as if they were new', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...Object.values(DIALECT_TEXTS)
              .flat()
              .map((text) => text.slice(0, 3000)),
            'prose\n',
            '\n\n',
          ),
          { minLength: 1, maxLength: 5 },
        ),
        fc.array(
          fc.tuple(
            fc.nat(20_000),
            fc.nat(30),
            fc.constantFrom('', '\n\n', 'x', '<task/>\n', 'start 1 2 goal 3 4\n', '{"event": "task"}\n'),
          ),
          { maxLength: 4 },
        ),
        (pieces, edits) => {
          let document = new TraceDocument(pieces.join(''));
          for (const [place, length, piece] of edits) {
            for (const i of document.sections.keys()) document.read(i);
            const { text } = document;
            const start = place % (text.length + 1);
            const end = Math.min(text.length, start + length);
            document = document.edit(
              { range: { start, end }, length: piece.length },
              text.slice(0, start) + piece + text.slice(end),
            );
          }
          const fresh = new TraceDocument(document.text);
          const shown = (own: TraceDocument): unknown[] =>
            own.sections.map(({ range, dialect, candidates }, i) => [
              range,
              dialect?.id,
              candidates.length,
              own.read(i),
            ]);
          assert.deepEqual(shown(document), shown(fresh));
        },
      ),
      { numRuns: 300 },
    );
  });
});
