import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import { checkValues, type ValueCheckOptions, valuedLists } from '../../../src/core/mav/check/engine-values.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const example = (list: string, k: number | 'all' = 3, fen = START): string =>
  `<mav game=chess> %FEN %top_${k} %best_action </mav>\n[%FEN ${fen}]\n[%top_${k} ${list}]\n[%best_action e2e4]\n`;

const itemsOf = (text: string) => readMav(text).map(({ section }) => section.item);
const listOf = (text: string) => {
  const lists = itemsOf(text).flatMap((item) => valuedLists(item));
  assert.equal(lists.length, 1);
  return lists[0];
};
/** Values by the number of their bucket, from 1 on; what is not named has bucket 20. */
function values(named: Readonly<Record<string, number>>, kind: PositionValues['kind'] = 'engine'): PositionValues {
  const legal =
    'e2e4 d2d4 g1f3 c2c4 b1c3 a2a3 a2a4 b2b3 b2b4 c2c3 d2d3 e2e3 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4 b1a3 g1h3'.split(' ');
  const actions = legal.map((action) => ({ action, win: ((named[action] ?? 20) - 0.5) / 64 }));
  return { actions: actions.sort((a, b) => b.win - a.win), outcome: undefined, kind };
}
function found(list: string, by: PositionValues, options: Partial<ValueCheckOptions> = {}, k: number | 'all' = 3) {
  const text = example(list, k);
  return checkValues(listOf(text), by, { label: 'Engine', ...options }).map(({ code, range, message, severity }) => ({
    code,
    severity,
    at: text.slice(range.start, range.end),
    message,
  }));
}

/** Estimates by the buckets of their intervals; what is not named lies from 10 to 12. */
function estimated(named: Readonly<Record<string, readonly [number, number]>>): PositionValues {
  const { actions } = values({});
  const intervals = actions.map(({ action }) => {
    const [low, high] = (named[action] ?? [10, 12]).map((bucket) => (bucket - 0.5) / 64);
    return { action, win: (low + high) / 2, interval: { low, high } };
  });
  return { actions: intervals, outcome: undefined, kind: 'estimate' };
}

const BEST = { e2e4: 34, d2d4: 34, g1f3: 33, c2c4: 33, b1c3: 30 };

describe('values that are held against an engine', () => {
  it('may be a few buckets apart', () => {
    assert.deepEqual(found('e2e4:<ctrl30> d2d4:<ctrl38> g1f3:<ctrl33>', values(BEST)), []);
    assert.deepEqual(found('e2e4:<ctrl29> d2d4:<ctrl38> g1f3:<ctrl33>', values(BEST)), [
      {
        code: 'MAV_VALUE_APART',
        severity: 'info',
        at: '<ctrl29>',
        message: 'e2e4 has bucket 29, 5 from 34 by Engine',
      },
    ]);
  });

  it('may be as far apart as is wished, and one bucket always, for a draw is 32 or 33', () => {
    const list = 'e2e4:<ctrl33> d2d4:<ctrl36> g1f3:<ctrl33>';
    assert.equal(found(list, values(BEST), { tolerance: 2 }).length, 0);
    assert.equal(found(list, values(BEST), { tolerance: 1 }).length, 1);
    assert.equal(found(list, values(BEST), { tolerance: 0 }).length, 1);
    const draw = { ...values({}), actions: values({}).actions.map(({ action }) => ({ action, win: 0.5 })) };
    assert.deepEqual(found('e2e4:<ctrl33> d2d4:<ctrl32> g1f3:<ctrl33>', draw, { tolerance: 0 }), []);
  });

  it('count in the buckets of their dialect', () => {
    const dialect = { ...PUBLISHED_DIALECT, base: 0 } as const;
    const list = 'e2e4:<ctrl33> d2d4:<ctrl33> g1f3:<ctrl28>';
    assert.deepEqual(
      found(list, values(BEST), { dialect, tolerance: 3 }).map(({ message }) => message),
      ['g1f3 has bucket 28, 4 from 32 by Engine'],
    );
  });

  it('are left alone where they are no buckets, or the action is not legal', () => {
    assert.deepEqual(found('e2e5:<ctrl1> d2d4:<ctrl99> g1f3', values(BEST)), []);
  });

  it('are not judged by estimates without an interval, and are by a solver', () => {
    const list = 'a2a3:<ctrl64> a2a4:<ctrl64> b2b3:<ctrl64>';
    assert.deepEqual(found(list, values(BEST, 'estimate')), []);
    assert.equal(found(list, values(BEST, 'exact')).length, 4);
  });

  it('may be anywhere in the interval of an estimate, and some buckets outside', () => {
    const by = estimated({ e2e4: [30, 34], d2d4: [30, 34], g1f3: [30, 34] });
    assert.deepEqual(found('e2e4:<ctrl26> d2d4:<ctrl38> g1f3:<ctrl33>', by), []);
    assert.deepEqual(
      found('e2e4:<ctrl25> d2d4:<ctrl39> g1f3:<ctrl33>', by).map(({ at, message }) => [at, message]),
      [
        ['<ctrl25>', 'e2e4 has bucket 25, 5 from 30 to 34 by Engine'],
        ['<ctrl39>', 'd2d4 has bucket 39, 5 from 30 to 34 by Engine'],
      ],
    );
    assert.equal(found('e2e4:<ctrl28> d2d4:<ctrl36> g1f3:<ctrl33>', by, { tolerance: 1 }).length, 2);
  });

  it('are held against what is proved by name: wins, draws and losses', () => {
    const proved = (win: number) => ({ action: 'e2e4', win, interval: { low: win, high: win } });
    const said = (win: number, kind: PositionValues['kind']) =>
      found('e2e4:<ctrl20>', { actions: [proved(win)], outcome: undefined, kind }, {}, 'all').map(
        ({ message }) => message,
      );
    assert.deepEqual(said(1, 'estimate'), ['e2e4 has bucket 20, 44 from 64 (a proved win) by Engine']);
    assert.deepEqual(said(0.5, 'exact'), ['e2e4 has bucket 20, 12 from 32 (a proved draw) by Engine']);
    assert.deepEqual(said(0, 'exact'), ['e2e4 has bucket 20, 19 from 1 (a proved loss) by Engine']);
  });
});

describe('the best actions', () => {
  const top = (list: string, k: number | 'all' = 3) =>
    found(list, values(BEST), { tolerance: 63 }, k).map(({ code, at, message }) => [code, at, message]);

  it('are listed in any order; those of one bucket may stand for each other', () => {
    assert.deepEqual(top('c2c4:<ctrl1> e2e4:<ctrl1> d2d4:<ctrl1>'), []);
    assert.deepEqual(top('g1f3:<ctrl1> e2e4:<ctrl1> d2d4:<ctrl1>'), []);
  });

  it('are missed where a worse one is listed', () => {
    assert.deepEqual(top('e2e4:<ctrl1> d2d4:<ctrl1> b1c3:<ctrl1>'), [
      ['MAV_NOT_BEST', '%top_3', 'not the 3 best actions by Engine: b1c3 (30) is listed, g1f3 (33), c2c4 (33) are not'],
    ]);
    assert.deepEqual(top('e2e4:<ctrl1> g1f3:<ctrl1> c2c4:<ctrl1>'), [
      ['MAV_NOT_BEST', '%top_3', 'not the 3 best actions by Engine: d2d4 (34) is not listed'],
    ]);
    assert.deepEqual(top('b1c3:<ctrl1>', 1), [
      ['MAV_NOT_BEST', '%top_1', 'not the best action by Engine: b1c3 (30) is listed, e2e4 (34), d2d4 (34) are not'],
    ]);
  });

  it('of estimates are missed where intervals are clearly apart', () => {
    const by = estimated({ e2e4: [30, 34], d2d4: [29, 33], g1f3: [27, 31], a2a3: [20, 24] });
    const top = (list: string) =>
      found(list, by, { tolerance: 4 }, 2).flatMap(({ code, message }) => (code === 'MAV_NOT_BEST' ? [message] : []));
    assert.deepEqual(top('e2e4:<ctrl32> d2d4:<ctrl32>'), []);
    assert.deepEqual(top('e2e4:<ctrl32> g1f3:<ctrl30>'), []);
    assert.deepEqual(top('e2e4:<ctrl32> a2a3:<ctrl22>'), [
      'not the 2 best actions by Engine: a2a3 (22) is listed, d2d4 (31) is not',
    ]);
  });

  it('are not looked for in lists of all, elided ones, or those that other checks speak of', () => {
    assert.deepEqual(top('a2a3:<ctrl1> a2a4:<ctrl1>', 'all'), []);
    assert.deepEqual(top('a2a3:<ctrl1> ... a2a4:<ctrl1> b2b3:<ctrl1>'), []);
    assert.deepEqual(top('a2a3:<ctrl1> a2a3:<ctrl1> b2b3:<ctrl1>'), []);
    assert.deepEqual(top('a2a3:<ctrl1> a2a5:<ctrl1> b2b3:<ctrl1>'), []);
    assert.deepEqual(top('a2a3:<ctrl1> b2b3:<ctrl1>'), []);
  });
});

describe('lists that an engine can judge', () => {
  it('are those of known positions, in examples and in every node of a trace', () => {
    const trace = [
      'Minimax breadth=1 depth=1',
      'Evaluation for node: <root>',
      example('e2e4:<ctrl33>', 1),
      'Expand from node <root>: <root e2e4>',
      'Evaluation for node: <root e2e4>',
      '<mav game=chess> %prev_FEN %prev_action %top_1 %best_action </mav>',
      `[%prev_FEN ${START}]\n[%prev_action e2e4]\n[%top_1 e7e5:<ctrl32>]\n[%best_action e7e5]`,
    ].join('\n');
    const lists = itemsOf(trace).flatMap((item) => valuedLists(item));
    assert.deepEqual(
      lists.map(({ position }) => position),
      [
        { game: 'chess', state: START },
        { game: 'chess', state: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' },
      ],
    );
  });

  it('are judged on the printed board where it is not the true one', () => {
    const printed = START.replace(' w ', ' b ');
    const text = `<mav game=chess> %prev_FEN %prev_action %FEN %top_1 </mav>\n[%prev_FEN ${START}]\n[%prev_action e2e4]\n[%FEN ${printed}]\n[%top_1 e7e5:<ctrl32>]\n`;
    assert.equal(listOf(text).position.state, printed);
  });

  it('are none without a position, a game, actions or a body', () => {
    const texts = [
      '',
      '<mav game=chess> %FEN %top_1 </mav>\n[%FEN nonsense]\n[%top_1 e2e4:<ctrl3>]\n',
      example('e2e4:<ctrl3>', 1).replace('chess', 'checkers'),
      '<mav game=chess> %FEN %top_1 </mav>\n[%FEN 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1]\n[%top_1 invalid : "1/2-1/2"]\n',
      '<mav game=chess> %FEN %top_1 </mav>\n',
    ];
    for (const text of texts)
      assert.deepEqual(
        itemsOf(text).flatMap((item) => valuedLists(item)),
        [],
        text,
      );
  });
});
