import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFieldValue } from '../../../src/core/answers/states/near-fields.ts';
import { assertLinearText } from '../../support/growth.ts';

/** What is told, and the rights that follow; undefined where they do not. */
const TOLD: readonly (readonly [string, string | undefined])[] = [
  ['White can castle kingside, Black cannot castle.', 'K'],
  ['White can castle kingside; Black can castle queenside.', 'Kq'],
  ['White can castle on both sides and Black only queenside.', 'KQq'],
  ['White can castle on both sides and Black can castle only queenside.', 'KQq'],
  ['White may still castle on either side, while Black has already castled.', 'KQ'],
  ['White has castled, Black can castle kingside and queenside.', 'kq'],
  ['White can castle kingside but not queenside, and Black cannot castle at all.', 'K'],
  ['Neither side can castle queenside; both can castle kingside.', 'Kk'],
  ['Castling rights: White: kingside and queenside; Black: none', 'KQ'],
  ['Castling rights:\n- White: kingside, queenside\n- Black: none\nEn passant: none', 'KQ'],
  ['Castling: White both sides, Black kingside.', 'KQk'],
  ['Castling: none for White, kingside for Black.', 'k'],
  ['White can castle short, Black can castle long.', 'Kq'],
  ['White cannot castle kingside or queenside. Black can castle kingside.', 'k'],
  ['White retains kingside castling. Black has lost all castling rights.', 'K'],
  ['Only White can castle, and only kingside.', undefined],
  ['Only White can castle kingside.', 'K'],
  ['White can still castle on both sides, no castling for Black.', 'KQ'],
  ['Neither White nor Black can castle.', '-'],
  ['White cannot castle. Black cannot castle. White to move.', '-'],
  ['White can castle (O-O), Black cannot castle.', 'K'],
  ["White has moved its king and can't castle; Black keeps both castling rights.", 'kq'],
  // One side, or one direction alone, leaves the whole unknown, and is never read as nothing for both.
  ['White can castle kingside.', undefined],
  ['No castling for Black.', undefined],
  ['White cannot castle queenside, Black cannot castle.', undefined],
  ['White can castle, Black cannot castle.', undefined],
  ['If White moves the rook, White cannot castle; Black cannot castle.', undefined],
  ['White can castle kingside. White cannot castle kingside. Black cannot castle.', undefined],
  // Told for both at once, as before.
  ['No castling is possible.', '-'],
  ['Castling: none', '-'],
  ['Castling rights: KQk', 'KQk'],
  ['Both sides can castle on both sides.', 'KQkq'],
];

describe('castling rights that words tell', () => {
  for (const [text, rights] of TOLD)
    it(JSON.stringify(text), () => {
      assert.equal(findFieldValue(text, 'castling'), rights);
    });

  it('are found in time that grows with the text', () => {
    for (const piece of ['White can castle, ', 'castl', 'castling for White and ', 'king side, O-O-O '])
      assertLinearText(4000, piece, (text) => findFieldValue(text, 'castling'));
  });
});
