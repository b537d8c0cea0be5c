import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ListRow, listTable, listTableCsv, listTableMarkdown } from '../../../src/core/mav/features/list-table.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';

const FEN = '7k/8/8/8/8/8/K7/5R2 b - - 1 1';
type Listed = { readonly action: string; readonly bucket: number };

/** The rows of a list of a model in a state of a game. */
function rowsOf(
  list: string,
  reference: readonly Listed[] | undefined,
  { game = 'chess', state = `%FEN ${FEN}`, best = '', dialect = PUBLISHED_DIALECT } = {},
): ListRow[] {
  const [command] = state.split(' ');
  const text = `<mav game=${game}> ${command} %top_all %best_action </mav>\n[${state}]\n[%top_all ${list}]\n${best}`;
  const [judged] = mavView(text, undefined, dialect).examples;
  const position = judged?.truth;
  assert.ok(judged !== undefined && position !== undefined);
  const { list: line, best: named } = judged.model;
  const isAll = line?.command.k === 'all';
  return listTable({ position, model: line?.body, modelBest: named?.word.text, reference, isAll, dialect });
}

const REFERENCE: readonly Listed[] = [
  { action: 'h8h7', bucket: 40 },
  { action: 'h8g8', bucket: 16 },
  { action: 'h8g7', bucket: 2 },
];

const brief = ({ written, status, difference }: ListRow): string => `${written} ${status} ${difference}`;

describe('a list beside that of the reference', () => {
  it('has illegal actions first, then missing ones, then the others by the size of their difference', () => {
    const rows = rowsOf('h8h7:<ctrl41> h8h1:<ctrl1> H8G7:<ctrl0> h8g6:<ctrl7>', REFERENCE);
    assert.deepEqual(rows.map(brief), [
      'h8g6 illegal null',
      'h8h1 illegal null',
      'h8g8 missing null',
      'h8h7 both 1',
      'h8g7 both null',
    ]);
  });

  it('marks the best action of each: that which is named, else that of the highest value', () => {
    const bests = (rows: readonly ListRow[]): string[] =>
      rows.flatMap(({ name, isModelBest, isReferenceBest }) => [
        ...(isModelBest ? [`model ${name}`] : []),
        ...(isReferenceBest ? [`reference ${name}`] : []),
      ]);
    const list = 'h8h7:<ctrl3> h8g8:<ctrl30> h8g7:<ctrl2>';
    assert.deepEqual(bests(rowsOf(list, REFERENCE)).sort(), ['model Kg8', 'reference Kh7']);
    assert.deepEqual(bests(rowsOf(list, REFERENCE, { best: '[%best_action H8G7]' })).sort(), [
      'model Kg7',
      'reference Kh7',
    ]);
  });

  it('calls a legal action that is none of the k of the reference so, and what an ellipsis stands for left out', () => {
    assert.deepEqual(rowsOf('h8g8:<ctrl20> h8h7:<ctrl40>', REFERENCE.slice(0, 1)).map(brief), [
      'h8h7 both 0',
      'h8g8 only model null',
    ]);
    assert.deepEqual(rowsOf('h8h7:<ctrl40> ...', REFERENCE).map(brief), [
      'h8h7 both 0',
      'h8g8 left out null',
      'h8g7 left out null',
    ]);
  });

  it('tells without a reference what the rules tell: illegal actions, and missing ones where all are asked for', () => {
    const rows = rowsOf('h8h7:<ctrl3> h8h1:<ctrl9> h8g7:<ctrl7>', undefined);
    assert.deepEqual(rows.map(brief), ['h8h1 illegal null', 'h8g8 missing null', 'h8g7 legal null', 'h8h7 legal null']);
    assert.deepEqual(
      rows.map(({ model, reference }) => [model?.bucket, reference]),
      [
        [9, null],
        [undefined, null],
        [7, null],
        [3, null],
      ],
    );
    // nobody knows what an ellipsis stands for
    assert.deepEqual(rowsOf('h8h7:<ctrl3> ...', undefined).map(brief), ['h8h7 legal null']);
  });

  it('reads and writes actions as the dialect has them, and values from its base', () => {
    const cells = '. . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .';
    const dialect: MavDialect = { ...PUBLISHED_DIALECT, base: 0, discs: 'digit1' };
    const rows = rowsOf('1:<ctrl0> 4:<ctrl63> 9:<ctrl5>', [{ action: 'x3', bucket: 60 }], {
      game: 'connect_four',
      state: `%state x || ${cells} ||`,
      dialect,
    });
    assert.deepEqual(rows.map(brief), ['9 illegal null', '4 both 3', '1 only model null']);
    assert.deepEqual(rows[2]?.model, { bucket: 0, win: 0.5 / 64 });
    assert.equal(rows[0]?.reason, 'there is no such column');
  });

  it('has each action of both lists once, with the difference of its buckets', () => {
    const legal = ['h8h7', 'h8g8', 'h8g7'];
    const bucket = fc.integer({ min: 1, max: 64 });
    const listed = (from: readonly string[]) =>
      fc
        .tuple(fc.shuffledSubarray([...from]), fc.array(bucket, { minLength: from.length, maxLength: from.length }))
        .map(([actions, buckets]) => actions.map((action, i): Listed => ({ action, bucket: buckets[i] ?? 1 })));
    const model = listed([...legal, 'h8h1', 'a2a3']).filter(({ length }) => length > 0);
    fc.assert(
      fc.property(model, listed(legal), (own, reference) => {
        const rows = rowsOf(own.map(({ action, bucket: b }) => `${action}:<ctrl${b}>`).join(' '), reference);
        const all = new Set([...own, ...reference].map(({ action }) => action));
        assert.deepEqual(rows.map(({ written }) => written).sort(), [...all].sort());
        for (const { written, status, model: said, reference: right, difference } of rows) {
          const [a, b] = [own, reference].map((list) => list.find(({ action }) => action === written)?.bucket);
          assert.deepEqual([said?.bucket, right?.bucket], [a, b]);
          assert.equal(difference, a === undefined || b === undefined ? null : a - b);
          const isBoth = a !== undefined && b !== undefined;
          const expected = !legal.includes(written)
            ? 'illegal'
            : isBoth
              ? 'both'
              : a === undefined
                ? 'missing'
                : 'only model';
          assert.equal(status, expected);
        }
        const sizes = rows.flatMap(({ difference }) => (difference === null ? [] : [Math.abs(difference)]));
        assert.deepEqual(
          sizes,
          [...sizes].sort((x, y) => y - x),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('reads as text too: its columns are aligned, and what a model wrote breaks no cell', () => {
    const rows = rowsOf('h8h7:<ctrl37> h8|g8:<ctrl3> h8g7:<ctrl4>', REFERENCE);
    assert.deepEqual(listTableMarkdown(rows).split('\n'), [
      '| action     | model           | reference       | difference | what |',
      '| ---------- | --------------- | --------------- | ---------: | ---- |',
      String.raw`| h8\|g8     | 3 (4 %)         |                 |            | illegal |`,
      '| Kg8 (h8g8) |                 | 16 (24 %)       |            | missing |',
      '| Kh7 (h8h7) | 37 (57 %), best | 40 (62 %), best |         −3 |  |',
      '| Kg7 (h8g7) | 4 (5 %)         | 2 (2 %)         |         +2 |  |',
    ]);
  });

  it('is CSV with buckets and win probabilities', () => {
    const rows = rowsOf('h8h7:<ctrl37> h8h1', REFERENCE.slice(0, 2));
    assert.deepEqual(listTableCsv(rows).split('\r\n').slice(1), [
      'h8h1,h8h1,illegal,,,,,,false,false,the king on h8 cannot move to h1 that way',
      'h8g8,Kg8,missing,,,16,0.2421875,,false,false,',
      'h8h7,Kh7,both,37,0.5703125,40,0.6171875,-3,true,true,',
      '',
    ]);
  });
});
