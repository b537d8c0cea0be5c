import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type InlaySettings, pgnInlays } from '../../../src/core/notation/pgn/authoring/move-notes.ts';
import { readGame } from '../../../src/core/notation/pgn/replay.ts';

const OFF: InlaySettings = { inlayPosition: 'off', inlayOpening: false, inlayGlyphs: false };
/** The text with its notes in brackets. */
const shown = (text: string, settings: Partial<InlaySettings>, from = 0, to = text.length): string => {
  const notes = pgnInlays(readGame(text), { start: from, end: to }, { ...OFF, ...settings });
  return notes.reduceRight((all, { offset, label }) => `${all.slice(0, offset)}<${label}>${all.slice(offset)}`, text);
};

describe('inlay notes', () => {
  const game = '1. e4 $1 c6 (1... e5 $14) 2. Ke3 d5 *';

  it('are absent unless requested', () => {
    assert.equal(shown(game, {}), game);
  });

  it('count plies after moves that can be played, in variations too', () => {
    assert.equal(shown(game, { inlayPosition: 'ply' }), '1. e4<ply 1> $1 c6<ply 2> (1... e5<ply 2> $14) 2. Ke3 d5 *');
  });

  it('contain the FEN after the move', () => {
    assert.equal(
      shown('1. e4', { inlayPosition: 'fen' }),
      '1. e4<rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1>',
    );
  });

  it('show signs of glyphs, and the opening of the main line where its name ends', () => {
    assert.equal(
      shown(game, { inlayGlyphs: true, inlayOpening: true }),
      '1. e4 $1<!> c6<B10 Caro-Kann Defense> (1... e5 $14<⩲>) 2. Ke3 d5 *',
    );
  });

  it('keep to the range', () => {
    assert.equal(shown('1. e4 e5 2. Nf3 Nc6', { inlayPosition: 'ply' }, 6, 12), '1. e4 e5<ply 2> 2. Nf3 Nc6');
  });
});
