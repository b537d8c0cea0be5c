import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { causeText } from '../../../src/core/metrics/sentence/causes.ts';
import { type StoneFacts, stoneBelief } from '../../../src/core/metrics/sentence/sentence.ts';

type Errors = StoneFacts['judged']['errors'];
type Kind = 'phantom' | 'missing' | 'swapped';

const cell = (square: string, kind: Kind): Errors[number] => {
  const actual = kind === 'phantom' ? null : 'x';
  const predicted = kind === 'missing' ? null : 'o';
  return { kind, square, actual, predicted } as Errors[number];
};
const SIDE: Errors[number] = { kind: 'side', actual: 'x', predicted: 'o' };

/** Sentence and cause of a pair whose boards have seven cells. */
function said(
  errors: Errors,
  { reason, more = {} }: { readonly reason?: string; readonly more?: Partial<StoneFacts> } = {},
): string[] {
  const valid = reason === undefined;
  const judged = {
    valid,
    reason: reason ?? null,
    exactMatch: false,
    boardMatch: errors.every((error) => !('square' in error)),
    errors,
    wrongSquares: errors.flatMap((error) => ('square' in error ? [error.square] : [])),
  } as StoneFacts['judged'];
  const facts = { judged, stone: 'disc', answered: true, size: { truth: 42, predicted: 42 }, answer: undefined };
  const { sentence, cause } = stoneBelief({ ...facts, ...more });
  return [sentence, causeText(cause)];
}

describe('the sentence of a board with stones', () => {
  it('names wrong cells, one at least and as many as there is room for', () => {
    assert.equal(said([cell('c3r2', 'missing')])[0], 'sees no x disc on c3r2');
    assert.equal(said([cell('c3r2', 'phantom')])[0], 'thinks there is an o disc on c3r2');
    assert.equal(said([cell('c3r2', 'swapped')])[0], 'thinks the x disc on c3r2 is o');
    assert.equal(said([cell('a', 'missing'), cell('b', 'missing')])[0], 'sees no x disc on a; sees no x disc on b');
    const many = said(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => cell(name, 'missing')))[0] ?? '';
    assert.equal(many, 'sees no x disc on a; sees no x disc on b; sees no x disc on c; 3 more cells wrong');
  });

  it('has room for a hundred characters', () => {
    const [long, longer] = ['b'.repeat(61), 'b'.repeat(62)];
    const two = said([cell('a', 'missing'), cell(long, 'missing')])[0] ?? '';
    assert.deepEqual([two.length, two], [100, `sees no x disc on a; sees no x disc on ${long}`]);
    assert.equal(said([cell('a', 'missing'), cell(longer, 'missing')])[0], 'sees no x disc on a; 1 more cell wrong');
    assert.equal(said([cell('a'.repeat(90), 'missing')])[0], `sees no x disc on ${'a'.repeat(90)}`);
  });

  it('names a stone that lies elsewhere only where it has the same color and nothing else is wrong', () => {
    const put = { kind: 'phantom', square: 'c4r1', actual: null, predicted: 'x' } as Errors[number];
    assert.equal(said([cell('c3r2', 'missing'), put])[0], 'thinks the x disc on c3r2 is on c4r1');
    assert.equal(
      said([cell('c3r2', 'missing'), cell('c4r1', 'phantom')])[0],
      'sees no x disc on c3r2; thinks there is an o disc on c4r1',
    );
    assert.match(said([cell('c3r2', 'missing'), put, cell('a', 'missing')])[0] ?? '', /^sees no x disc on c3r2; /);
  });

  it('says what else is wrong: the side, and why the board is impossible', () => {
    assert.equal(said([cell('a', 'missing'), SIDE])[0], 'sees no x disc on a; also wrong: side to move');
    assert.equal(
      said([cell('a', 'missing'), SIDE], { reason: 'a disc floats' })[0],
      'sees no x disc on a; impossible: a disc floats; also wrong: side to move',
    );
    assert.equal(said([], { reason: 'y'.repeat(50) })[0], `right board; impossible: ${'y'.repeat(50)}`);
    assert.equal(said([], { reason: 'y'.repeat(51) })[0], `right board; impossible: ${'y'.repeat(49)}…`);
  });

  it('tells a right board from a right position', () => {
    assert.equal(said([])[0], 'right board');
    assert.equal(said([SIDE])[0], 'right board, wrong side to move');
    const [side, impossible] = [said([SIDE]), said([], { reason: 'two moves more' })];
    assert.notEqual(side[1], impossible[1]);
    assert.equal(impossible[0], 'right board; impossible: two moves more');
  });

  it('has other words for boards that cannot be compared', () => {
    assert.equal(
      said([], { more: { size: { truth: 42, predicted: 36 } } })[0],
      'the board has 36 cells, the true one 42',
    );
    assert.equal(said([], { reason: 'no rows', more: { size: undefined } })[0], 'the board cannot be read: no rows');
    assert.notEqual(said([], { more: { answered: false } })[0], said([])[0]);
  });

  it('has a cause by the kind of the first cell, or scrambled from eight cells of several kinds', () => {
    const kinds = (['phantom', 'missing', 'swapped'] as const).map((kind) => said([cell('a', kind)])[1]);
    assert.equal(new Set(kinds).size, 3);
    const eight = (last: Kind) =>
      said(
        'abcdefg'
          .split('')
          .map((name) => cell(name, 'missing'))
          .concat(cell('h', last)),
      )[1];
    assert.equal(eight('missing'), kinds[1]);
    assert.notEqual(eight('swapped'), kinds[1]);
    const seven = 'abcdef'
      .split('')
      .map((name) => cell(name, 'missing'))
      .concat(cell('h', 'swapped'));
    assert.equal(said(seven)[1], kinds[1]);
    assert.notEqual(said([cell('a', 'missing')], { reason: 'it floats' })[1], kinds[1]);
  });
});
