import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { type TraceModel, traceModel } from '../../../src/core/mav/check/trace-model.ts';
import { MAV_GAMES } from '../../../src/core/mav/game-names.ts';
import { readMavSection } from '../../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../../src/core/mav/values.ts';
import { compareTraces } from '../../../src/core/search/comparison/compare-traces.ts';
import { type ReferenceTraceTask, referenceTrace } from '../../../src/core/search/reference-trace.ts';
import { SOURCE, STATES, traceOf } from '../../support/made-trace.ts';
import { NEVER_ABORTED } from './scripted-model.ts';

function modelOf(text: string): TraceModel {
  const { item } = readMavSection(text, 0);
  assert.ok(item?.kind === 'trace');
  return traceModel(item);
}

describe('reference traces', () => {
  for (const game of MAV_GAMES)
    it(`of ${game} are right in all that is checked`, async () => {
      for (const [breadth, depth] of [
        [3, 1],
        [2, 2],
        [2, 3],
      ]) {
        // biome-ignore format: pairs
        const text = await traceOf({ game, breadth, depth });
        assert.deepEqual(
          checkText(text, 'mav').filter(({ severity }) => severity !== 'info' && severity !== 'hint'),
          [],
        );
        assert.equal(text.split('Evaluation for node').length - 1, breadth === 3 ? 4 : 2 ** (depth + 1) - 1);
      }
    });

  it('end where the game does, with what that is worth to the player above', async () => {
    // black is mated by 1. Ra8
    const mating: ValueSource = {
      ...SOURCE,
      values: async (position, signal) => {
        const values = await SOURCE.values(position, signal);
        if (!values.ok) return values;
        const actions = values.value.actions.map((one) => (one.action === 'a1a8' ? { ...one, win: 1 } : one));
        actions.sort((a, b) => b.win - a.win);
        return { ok: true, value: { ...values.value, actions } };
      },
    };
    const text = await traceOf({ state: '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1', source: mating, depth: 2 });
    assert.match(text, /Decision for node: <root a1a8>\nSelecting: invalid : "1-0"\n/);
    assert.match(text, /a1a8 : "<ctrl64>"/);
    assert.match(text, /Playing a1a8!\n$/);
    assert.deepEqual(
      checkText(text, 'mav').filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  it('refuse what is no search, and pass on why there are no values', async () => {
    const refused = async (task: Partial<ReferenceTraceTask>): Promise<string> => {
      const made = await referenceTrace(
        {
          game: 'chess',
          state: STATES.chess,
          breadth: 2,
          depth: 1,
          source: SOURCE,
          form: 'FEN',
          dialect: PUBLISHED_DIALECT,
          ...task,
        },
        NEVER_ABORTED,
      );
      return made.ok ? '' : made.error.message;
    };
    assert.match(await refused({ breadth: 0 }), /whole numbers of at least 1/);
    assert.match(await refused({ breadth: 30, depth: 9 }), /more than 20000 nodes/);
    assert.notEqual(await refused({ state: 'nothing' }), '');
    const gone: ValueSource = {
      ...SOURCE,
      values: () => Promise.resolve({ ok: false, error: { code: 'failed', message: 'the engine died' } }),
    };
    assert.equal(await refused({ source: gone }), 'the engine died');
  });
});

describe('a trace against its reference', () => {
  it('differs nowhere from itself', async () => {
    const model = modelOf(await traceOf({ depth: 2, breadth: 2 }));
    assert.deepEqual(compareTraces(model, model, { values: true }), []);
  });

  it('differs at each node first where the model went wrong first', async () => {
    const reference = await traceOf({});
    const [best] = /(?<=Expand from node <root>: <root )\S+(?=>)/.exec(reference) ?? [];
    assert.ok(best);
    const wrongState = reference.replace(new RegExp(`(\\[%prev_action ${best}\\]\\n\\[%FEN )[^/]*`), '$1rnbqkbnr');
    const told = compareTraces(modelOf(wrongState), modelOf(reference), { values: true });
    assert.deepEqual(
      told.map(({ node, part }) => [node, part]),
      [[`<root ${best}>`, 'state']],
    );
    const cut = reference.slice(0, reference.indexOf('Decision for node: <root>'));
    assert.deepEqual(
      compareTraces(modelOf(cut), modelOf(reference), { values: true }).map(({ node, part }) => [node, part]),
      [
        ['<root>', 'decision'],
        ['Playing', 'playing'],
      ],
    );
    const otherValue = reference.replace(/\d+>"\nPlaying/, '64>"\nPlaying');
    assert.deepEqual(compareTraces(modelOf(otherValue), modelOf(reference), { values: false }), []);
    assert.equal(compareTraces(modelOf(otherValue), modelOf(reference), { values: true }).length, 1);
  });

  it('tells faults of its own from what follows from them', async () => {
    const reference = await traceOf({ depth: 2, breadth: 2 });
    const [, a = ''] = /Expand from node <root>: <root (\S+?)>/.exec(reference) ?? [];
    const [, b = ''] = new RegExp(`Expand from node <root ${a}>: <root ${a} (\\S+?)>`).exec(reference) ?? [];
    assert.ok(a !== '' && b !== '');
    /** The trace with another board at a node. */
    const wrongAt = (text: string, node: string): string => {
      const from = text.search(new RegExp(`Evaluation for node:? ${node}`));
      assert.ok(from >= 0, node);
      const at = text.indexOf('[%FEN ', text.indexOf('[%prev_action ', from)) + 6;
      return `${text.slice(0, at)}8${text.slice(text.indexOf('/', at))}`;
    };
    const told = (text: string) =>
      compareTraces(modelOf(text), modelOf(reference), { values: true }).map((one) => [
        one.node,
        one.part,
        one.follows,
      ]);
    const [top, below] = [`<root ${a}>`, `<root ${a} ${b}>`];
    assert.deepEqual(told(wrongAt(wrongAt(reference, top), below)), [
      [top, 'state', undefined],
      [below, 'state', top],
    ]);
    assert.deepEqual(told(wrongAt(reference, below)), [[below, 'state', undefined]]);
    // the decision of the root follows from that below it, and what is played from both
    const valued = (text: string, from: string, bucket: number): string => {
      const at = text.indexOf('<ctrl', text.indexOf('Selecting', text.indexOf(from)));
      return `${text.slice(0, at)}<ctrl${bucket}>${text.slice(text.indexOf('>', at) + 1)}`;
    };
    const child = valued(reference, `Decision for node: ${top}`, 61);
    const both = valued(child, 'Decision for node: <root>', 3).replace(/Playing \S+/, 'Playing h2h4');
    assert.deepEqual(told(both), [
      ['<root>', 'decision', top],
      [top, 'decision', undefined],
      ['Playing', 'playing', top],
    ]);
    assert.deepEqual(told(valued(reference, 'Decision for node: <root>', 3)), [['<root>', 'decision', undefined]]);
  });

  it('does not differ in what an ellipsis leaves out, but in what is invented beside it', async () => {
    const reference = await traceOf({});
    const cut = reference.replace(/(?<=\[%top_all \S+ ).*(?=\])/, '. . .');
    assert.deepEqual(compareTraces(modelOf(cut), modelOf(reference), { values: true }), []);
    assert.deepEqual(compareTraces(modelOf(reference), modelOf(cut), { values: true }), []);
    const invented = cut.replace('. . .', 'a1a5:<ctrl3> . . .');
    assert.deepEqual(
      compareTraces(modelOf(invented), modelOf(reference), { values: true }).map(({ node, part }) => [node, part]),
      [['<root>', 'list']],
    );
  });

  it('finds the slip of the published trace', () => {
    const published = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
    const mended = published.replace('g3g5 :', 'g3g6 :');
    const told = compareTraces(modelOf(published), modelOf(mended), { values: true });
    assert.deepEqual(
      told.map(({ node, part }) => [node, part]),
      [['<root>', 'decision']],
    );
  });
});
