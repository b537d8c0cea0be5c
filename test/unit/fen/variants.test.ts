import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import type { Language } from '../../../src/core/notation/language.ts';

const found = (text: string, language: Language = 'fen', variant?: string): string[] =>
  checkText(text, language, variant === undefined ? {} : { variant }).map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );

const POCKETS = 'r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 5';
const CHECKS = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+2 0 1';
const HORDE = 'rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1';

describe('a record that declares its variant', () => {
  it('is checked by its rules', () => {
    for (const [fen, variant] of [
      [POCKETS, 'Crazyhouse'],
      [CHECKS, 'Three-check'],
      [HORDE, 'Horde'],
      ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1', 'Antichess'],
      ['2r1k3/8/8/8/8/8/8/4K3 b q - 0 1', 'Chess960'],
    ]) {
      assert.notDeepEqual(found(`${fen}\n`), [], `${variant} by the rules of chess`);
      for (const declaration of [` variant "${variant}";`, ` id "a"; variant "${variant}";`])
        assert.deepEqual(found(`# a comment\n${fen}${declaration}\n`), [], declaration);
    }
    assert.deepEqual(found('8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1 variant "Racing Kings";'), []);
    assert.deepEqual(found(`${HORDE.slice(0, -4)} variant "Horde"; id "x";\n`, 'epd'), []);
  });

  it('is at fault where the variant has no such position', () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1';
    assert.deepEqual(found(`${fen} variant "Crazyhouse";`), [`error FEN_VARIANT ${fen}`]);
    assert.match(
      checkText(`${fen} variant zh;`, 'fen')[0].message,
      /^not a position of Crazyhouse: it does not have the kings/,
    );
    // the declared one counts, and other records are those of chess
    const codes = checkText(`${POCKETS} variant "Crazyhouse";\n${fen}\n`, 'fen').map(
      ({ code, game }) => `${game} ${code}`,
    );
    assert.ok(codes.includes('1 FEN_KINGS') && codes.every((code) => code.startsWith('1 ')), codes.join());
    assert.deepEqual(found('r3k1r1/8/8/8/8/8/8/4K3 b k - 0 1 variant "Standard";'), ['warning FEN_CASTLING_PIECES k']);
  });

  it('is not checked where its rules are not known', () => {
    assert.deepEqual(found(`${POCKETS} variant "Crazyhose";`), ['warning FEN_UNKNOWN_VARIANT Crazyhose']);
    assert.deepEqual(found(`${POCKETS} variant "Bughouse";`), ['info FEN_UNKNOWN_VARIANT Bughouse']);
    assert.match(checkText(`${POCKETS} variant "Crazyhose";`, 'fen')[0].message, /did you mean Crazyhouse\?$/);
  });
});

describe('a file whose variant is given', () => {
  it('is checked by it, but for records that declare another', () => {
    assert.deepEqual(found(`${POCKETS}\n`, 'fen', 'crazyhouse'), []);
    assert.deepEqual(found(`${POCKETS}\n${HORDE} variant "Horde";\n`, 'fen', 'Crazyhouse'), []);
    assert.deepEqual(found('2r1k3/8/8/8/8/8/8/4K3 b q - 0 1\n', 'fen', 'Chess960'), []);
    assert.deepEqual(found('2r1k3/8/8/8/8/8/8/4K3 b q - 0 1\n', 'fen', 'Standard'), ['warning FEN_CASTLING_PIECES q']);
  });
});
