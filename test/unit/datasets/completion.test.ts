import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { completeQuery } from '../../../src/core/datasets/query/completion.ts';
import { parseQuery } from '../../../src/core/datasets/query/parse.ts';

const VALUES: Readonly<Record<string, readonly string[]>> = {
  player: ['Carlsen, Magnus', 'Caruana', 'Anand'],
  white: ['Caruana'],
  result: ['1-0', '0-1', '1/2-1/2', '*'],
  date: ['2019.05.31', '2020.??.??', '2019.06.01'],
  Annotator: ['x'],
};
const SEEN = { tags: ['White', 'Annotator', 'Mood'], of: (field: string) => VALUES[field] ?? [] };

/** What is offered at the `|` of a text, and the text with the first of it. */
function at(marked: string): { readonly items: readonly string[]; readonly first: string | undefined } {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { start, end, items } = completeQuery(text, offset, SEEN);
  const [best] = items;
  return {
    items: items.map((one) => one.text),
    first: best === undefined ? undefined : text.slice(0, start) + best.text + text.slice(end),
  };
}

describe('completion of expressions', () => {
  it('offers fields, tags that were seen, tests of positions and not where a test begins', () => {
    const { items } = at('|');
    for (const one of ['elo', 'opening', 'position', 'not', 'Annotator', 'Mood']) assert.ok(items.includes(one), one);
    assert.ok(!items.includes('White'), 'the field white stands for it');
    assert.deepEqual(at('elo >= 2000 and (pl|').items, ['player', 'plies', 'board.result'].slice(0, 2));
    assert.equal(at('castling and not op|en').first, 'castling and not opening');
    assert.equal(at('elo.m|').items[0], 'elo.mean');
  });

  it('offers the operators that a field can have, and the end of a test that stands alone', () => {
    assert.deepEqual(at('elo |').items, ['=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or']);
    assert.ok(at('white |').items.includes('contains') && at('white |').items.includes('~'));
    assert.deepEqual(at('mate |').items, ['and', 'or']);
    assert.equal(at('white con|').first, 'white contains');
    assert.deepEqual(at('white contains a |').items, ['and', 'or']);
    assert.deepEqual(at('line "1. e4" a|').items, ['and']);
  });

  it('offers values that were seen, in quotation marks where they are needed', () => {
    assert.equal(at('player = car|').first, 'player = "Carlsen, Magnus"');
    assert.deepEqual(at('player = "car|').items, ['"Carlsen, Magnus"', '"Caruana"']);
    assert.equal(at('player = "car|" and mate').first, 'player = "Carlsen, Magnus" and mate');
    assert.deepEqual(at('result in (1-0, |').items, ['1-0', '0-1', '1/2-1/2', '*']);
    assert.deepEqual(at('date >= |').items, ['2020', '2019', '2019.05.31', '2019.06.01']);
    assert.deepEqual(at('annotator = |').items, ['x']);
    assert.deepEqual(at('elo >= |').items, []);
  });

  it('offers nothing where only a text of its own can stand, or a blank is missing', () => {
    for (const text of ['position |', 'white ~ |', 'line "1. e4|', 'unknown |', 'white = "a"|', 'elo ! |'])
      assert.deepEqual(at(text).items, [], text);
  });

  it('never leads from a valid beginning to an unknown field, operator or word', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }), (choices) => {
        let text = '';
        for (const choice of choices) {
          const { items } = completeQuery(text, text.length, SEEN);
          const one = items[choice % Math.max(1, items.length)];
          text += one === undefined ? '1 ' : `${one.text} `;
          if (one === undefined) break;
        }
        const read = parseQuery(text);
        if (!read.ok) assert.match(read.error.message, /^expected a (?:field|value|number|date|text|result|regular)/);
      }),
    );
  });
});
