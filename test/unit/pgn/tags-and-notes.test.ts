import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notesText } from '../../../src/core/notation/pgn/authoring/move-notes.ts';
import { intendedTag } from '../../../src/core/notation/pgn/check/tag-names.ts';
import { NAGS, nagMeaning } from '../../../src/core/notation/pgn/nags.ts';
import { printTag } from '../../../src/core/notation/pgn/print-movetext.ts';

const NONE = { squares: [], arrows: [] };

describe('tags and notes of moves', () => {
  it('are printed on one line, with marks that a reader takes back', () => {
    assert.equal(printTag('Event', 'a "b" \\ c\n\td'), '[Event "a \\"b\\" \\\\ c d"]\n');
    assert.equal(printTag('Site', 'Zürich'), '[Site "Zürich"]\n');
  });

  it('name glyph, evaluation and clock, each if it is there', () => {
    assert.equal(
      notesText({ ...NONE, glyphs: ['!?'], evaluation: '0.25', clock: '0:05:00' }),
      '!? speculative move · eval 0.25 · clock 0:05:00',
    );
    assert.equal(notesText({ ...NONE, glyphs: [], evaluation: '#-3', clock: undefined }), 'eval #-3');
    assert.equal(
      notesText({ ...NONE, glyphs: ['$10'], evaluation: undefined, clock: '1:00' }),
      '$10 = drawish position · clock 1:00',
    );
  });

  it('have a meaning for each glyph of the standard', () => {
    for (const nag of NAGS) assert.match(nagMeaning(nag)?.meaning ?? '', /^[a-z].{3,}/i, String(nag));
  });

  it('take a misspelled name for the known one, and other words for no mistake', () => {
    assert.deepEqual(['Evnet', 'white', 'Side', 'Ground', 'Block', 'WhiteTitleOfTheSecondPlayer'].map(intendedTag), [
      'Event',
      'White',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
