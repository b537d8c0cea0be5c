import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { convertTrace, convertTraces, findLosses, lossSummary } from '../../../src/core/traces/convert.ts';
import { ASTAR_TOKENS } from '../../../src/core/traces/dialects/astar-tokens.ts';
import { isSilent } from '../../../src/core/traces/dialects/event-fields.ts';
import { JSON_LINES } from '../../../src/core/traces/dialects/json-lines.ts';
import { LINTREE } from '../../../src/core/traces/dialects/lintree.ts';
import { MAV_TRACES } from '../../../src/core/traces/dialects/mav.ts';
import { STREAM_OF_SEARCH } from '../../../src/core/traces/dialects/stream-of-search.ts';
import { TAGS } from '../../../src/core/traces/dialects/tags.ts';
import { TRACE_DIALECTS } from '../../../src/core/traces/dialects.ts';
import { buildWorld } from '../../../src/core/worlds/world-spec.ts';
import { anyEvent, meaningOf } from './any-events.ts';
import { ASTAR_TRACES, DIALECT_TEXTS, MAV_TEXT, STREAMS, TAGS_TEXT } from './dialect-texts.ts';
import { searchOf } from './world-searches.ts';

const NAMED = [TAGS, JSON_LINES, LINTREE];
const summary = (text: string, from: (typeof TRACE_DIALECTS)[number], to: (typeof TRACE_DIALECTS)[number]): string[] =>
  lossSummary(convertTrace(text, from, to).losses);

describe('conversion of traces', () => {
  it('into dialects with names for everything loses nothing, and comes back to the byte', () => {
    for (const from of [STREAM_OF_SEARCH, ASTAR_TOKENS])
      for (const to of NAMED)
        for (const text of DIALECT_TEXTS[from.id] ?? []) {
          const there = convertTrace(text, from, to);
          assert.deepEqual(there.losses, []);
          const back = convertTrace(there.text, to, from);
          assert.deepEqual(back.losses, []);
          assert.equal(back.text, text);
        }
    for (const to of NAMED) {
      const there = convertTraces(MAV_TEXT, MAV_TRACES, to);
      const back = convertTraces(there.text, to, MAV_TRACES);
      assert.deepEqual([there.losses, back.losses], [[], []]);
      assert.deepEqual(meaningOf(MAV_TRACES.read(back.text).events), meaningOf(MAV_TRACES.read(MAV_TEXT).events));
    }
  });

  it('names what a dialect has no words for', () => {
    const text = `<task world="countdown"><start>17:[46, 39, 10]</start></task>
<node id="0">17:[46, 39, 10]</node>
<node id="1" parent="0" action="46-39=7" cost="1">17:[10, 7]</node>
<abandon node="1">too far</abandon>
<node id="2" parent="1" action="10+7=17">17:[17]</node>
<goal node="2"/>
<note>done</note>
`;
    const { text: written, losses } = convertTrace(text, TAGS, STREAM_OF_SEARCH);
    assert.equal(
      written,
      `Current State: 17:[46, 39, 10], Operations: []
Generated Node #0,0: 17:[10, 7] Operation: 46-39=7
Generated Node #0,0,0: 17:[17] Operation: 10+7=17
17,17 equal: Goal Reached
`,
    );
    const lost = losses.filter(({ kind }) => kind === 'lost').map(({ event, field, words }) => [event, field, words]);
    assert.ok(lost.some(([event, field]) => event === 'abandon' && field === undefined));
    assert.ok(lost.some(([event, field]) => event === 'note' && field === undefined));
    assert.ok(lost.some(([event, field, words]) => event === 'generate' && field === 'cost' && words === '1'));
    const changed = losses
      .filter(({ kind }) => kind === 'changed')
      .map(({ field, words, instead }) => [field, words, instead]);
    assert.ok(changed.some(([field, words, instead]) => field === 'id' && words === '1' && instead === '0,0'));
    assert.match(summary(STREAMS[0] ?? '', STREAM_OF_SEARCH, ASTAR_TOKENS).join('\n'), /times lost: generate/);
  });

  it('loses all events in a dialect that is only read, and says so', () => {
    const { write: _, ...readOnly } = TAGS;
    const { text, losses } = convertTrace(TAGS_TEXT, TAGS, readOnly);
    assert.equal(text, '');
    const events = TAGS.read(TAGS_TEXT).events.filter((event) => !isSilent(event));
    assert.deepEqual(
      losses.map(({ kind, range }) => [kind, range]),
      events.map(({ range }) => ['lost', range]),
    );
  });

  it('never loses a word in silence: what is not read back as it was is a loss', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 8 }), fc.constantFrom(...TRACE_DIALECTS), (events, to) => {
        const source = JSON_LINES.write?.(events) ?? '';
        const { text, losses } = convertTrace(source, JSON_LINES, to);
        const back = meaningOf(to.read(text).events);
        const isSame = JSON.stringify(back) === JSON.stringify(meaningOf(events));
        assert.equal(losses.length === 0, isSame, `${text}\n${JSON.stringify(losses)}`);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps searches of any world: nodes, states, values and plans', () => {
    const worlds = [
      { kind: 'named', name: 'boxes2x2' },
      { kind: 'named', name: 'cube' },
      { kind: 'named', name: 'blocks3' },
      { kind: 'named', name: 'othello6' },
      { kind: 'named', name: 's5[(12),(12345)]' },
      { kind: 'level', name: 'countdown', text: '17:[46, 39, 54, 3]' },
      { kind: 'level', name: 'maze', text: 'size 4 4 start 0 0 goal 2 2 wall 0 3 wall 1 0' },
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...worlds),
        fc.integer({ min: 0, max: 0x7fffffff }),
        fc.integer({ min: 1, max: 12 }),
        (spec, seed, size) => {
          const world = buildWorld(spec);
          assert.ok(world.ok);
          const events = searchOf(world.value, spec, seed, size);
          for (const to of NAMED) {
            const text = to.write?.(events) ?? '';
            assert.deepEqual(meaningOf(to.read(text).events), meaningOf(events), text);
            assert.deepEqual(findLosses(events, to.read(text).events), []);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of a document converts each trace, and names what it could not read', () => {
    const text = `${ASTAR_TRACES[0]}${ASTAR_TRACES[1]}`;
    const { text: tagged, losses, unread } = convertTraces(`${text}\nhm\n`, undefined, TAGS);
    assert.deepEqual([losses, unread.length], [[], 1]);
    assert.equal(tagged.match(/<task /g)?.length, 2);
    assert.equal(convertTraces(tagged, undefined, ASTAR_TOKENS).text, `${ASTAR_TRACES[0]}\n${ASTAR_TRACES[1]}`);
  });
});
