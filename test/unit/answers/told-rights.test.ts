import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFieldValue } from '../../../src/core/answers/states/near-fields.ts';
import type { FenField } from '../../../src/core/metrics/fen-reading.ts';
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

/** What stands near a board, and the value of a field that it states. */
const FIELDS: Readonly<Record<Exclude<FenField, 'castling'>, readonly (readonly [string, string | undefined])[]>> = {
  side: [
    ['Side to move: White', 'w'],
    ['side_to_move = "b"', 'b'],
    ['"to-play": "white"', 'w'],
    ['active color | Black |', 'b'],
    ['Current player (now): **white**', 'w'],
    ['moving side -> b', 'b'],
    ['turn: w', 'w'],
    ['Next to move is black', 'b'],
    ['Player to move: `White`', 'w'],
    ['Whose turn: Black', 'b'],
    ['who moves? White', undefined],
    ['stm: b', 'b'],
    ['side: whiteboard', undefined],
    ['inside: white', undefined],
    ["It's White's turn", 'w'],
    ['Black to play', 'b'],
    ['White is now to move', 'w'],
    ['black moves next', 'b'],
    ['white on move', 'w'],
    ['it is now black', 'b'],
    ['White has a good game', undefined],
    ['Weiß ist jetzt am Zug', 'w'],
    ['Schwarz am Zug', 'b'],
    ['am Zug ist: Weiß', 'w'],
    ['Am Zug: Schwarz', 'b'],
    ['Trait aux blancs', 'w'],
    ['noirs au trait', 'b'],
    ['à noirs de jouer', 'b'],
    ['Les blancs jouent', 'w'],
    ['Juegan las blancas', 'w'],
    ['turno de las negras', 'b'],
    ['blancas mueven', 'w'],
    ['Muove il bianco', 'w'],
    ['turno: nero', 'b'],
    ['vez das brancas', 'w'],
    ['pretas jogam', 'b'],
    ['Ход за белых', 'w'],
    ['ходят черные', 'b'],
    ['白方走', 'w'],
    ['轮到黑棋行棋', 'b'],
    ['手番は先手', 'w'],
    ['手番: 黒', 'b'],
    ['白番', 'w'],
    ['轮到黑', 'b'],
  ],
  'en passant': [
    ['En passant: e3', 'e3'],
    ['en_passant_target_square: "d6"', 'd6'],
    ['ep = -', '-'],
    ['EP square: none', '-'],
    ['"en-passant": null', '-'],
    ['en passant: n/a', '-'],
    ['There is no en passant', '-'],
    ['No possible en passant here', '-'],
    ['En passant is not available', '-'],
    ['en passant: e9', undefined],
    ['step: e3', undefined],
  ],
  halfmove: [
    ['Halfmove clock: 12', '12'],
    ['half-move counter = 0', '0'],
    ['"half_moves": 3', '3'],
    ['fifty-move rule: 7', '7'],
    ['50 move counter: 9', '9'],
    ['halfmove: 12345', undefined],
  ],
  fullmove: [
    ['Fullmove number: 31', '31'],
    ['full_moves: "4"', '4'],
    ['move number 5', '5'],
    ['Move no: 6', '6'],
    ['moves: 5', undefined],
  ],
};

for (const [field, rows] of Object.entries(FIELDS) as [FenField, (typeof FIELDS)['side']][])
  describe(`the field ${field} that words near a board tell`, () => {
    for (const [text, value] of rows)
      it(JSON.stringify(text), () => {
        assert.equal(findFieldValue(text, field), value);
      });
  });

describe('castling rights as a field', () => {
  const told: readonly (readonly [string, string | undefined])[] = [
    ['Castling: KQkq', 'KQkq'],
    ['"castling_rights": "Kq"', 'Kq'],
    ['available castling = k', 'k'],
    ['castling availability: -', '-'],
    ['Castling status: n/a', '-'],
    ['castling: unavailable', '-'],
    ['Castling options (FEN): `Qk`', 'Qk'],
    [
      '"castling": {"white_kingside": true, "white_queenside": false, "black_kingside": true, "black_queenside": false}',
      'Kk',
    ],
    [
      "castling: {'white': {'king side': 'yes', 'queen side': 'no'}, 'black': {'king-side': 'no', 'queen-side': 'yes'}}",
      'Kq',
    ],
    [
      '"castling": {"white": {"kingside": false, "queenside": false}, "black": {"kingside": false, "queenside": false}}',
      '-',
    ],
    ['"castling": {"white": {"kingside": true, "queenside": false}}', undefined],
    ['Neither side can castle', '-'],
    ['Without castling', '-'],
    ['Castling is no longer possible', '-'],
    ['Both may castle (KQk)', 'KQk'],
    ['Each side can still castle either way', 'KQkq'],
    ['They retain all castling rights', 'KQkq'],
    ['O-O is possible', undefined],
    ['White: O-O; Black: O-O-O and O-O', 'Kkq'],
    ['White: 0-0-0; Black: 0-0', 'Qk'],
    ['White lost the right to castle. Black has no castling rights.', '-'],
    ['White can castle k-side, Black q-side', 'Kq'],
    ['Both players can castle kingside. Neither can castle queenside.', 'Kk'],
    ['Only White can castle kingside and queenside', 'KQ'],
    ['Only Black can castle long', 'q'],
    ['Castling would be possible for White kingside, none for Black', undefined],
    ['Castling: White - both, Black - no', undefined],
    ['Castling: White: both; Black: no', 'KQ'],
    ['Castling: White: long; Black: none', 'Q'],
    ['White can castle kingside, though Black cannot castle', 'K'],
    ['White can castle kingside whereas Black can castle on both sides', 'Kkq'],
    ['White may not castle kingside, queenside. Black may castle kingside', 'k'],
    ['He forfeited castling', undefined],
  ];
  for (const [text, rights] of told)
    it(JSON.stringify(text), () => {
      assert.equal(findFieldValue(text, 'castling'), rights);
    });
});
