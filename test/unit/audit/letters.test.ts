import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { makeFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { auditText } from '../../../src/core/audit/audit.ts';

/** Letters of knight, bishop, rook, queen and king. */
const LANGUAGES: Readonly<Record<string, string>> = {
  German: 'S L T D K',
  French: 'C F T D R',
  Spanish: 'C A T D R',
  Dutch: 'P L T D K',
  Russian: 'К С Л Ф Кр',
  Polish: 'S G W H K',
  Portuguese: 'C B T D R',
  Czech: 'J S V D K',
  Hungarian: 'H F B V K',
  Turkish: 'A F K V Ş',
};

/** Their first letters have so many meanings that some chats are not followed; a list shows more letters at once. */
const MANY_MEANINGS = new Set(['Dutch', 'Hungarian']);

interface Played {
  readonly sans: readonly string[];
  readonly fens: readonly string[];
}

const games: readonly Played[] = parsePgn(fs.readFileSync('samples/world-cup.pgn', 'utf8')).map((game) => {
  const position = startingPosition(game.headers).unwrap();
  const sans: string[] = [];
  const fens: string[] = [];
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(position, san);
    assert.ok(move !== undefined);
    sans.push(makeSanAndPlay(position, move));
    fens.push(makeFen(position.toSetup()));
  }
  return { sans, fens };
});
/** Games that use the letters of most pieces, and show a pawn's move first: a letter by itself may be of many languages. */
const long = games.filter(({ sans }) => sans.length > 10 && sans[0]?.length === 2);

/** With a queen that a pawn becomes, and a king's move. */
const PROMOTION = ['e4', 'd5', 'exd5', 'c6', 'dxc6', 'Bd7', 'cxb7', 'Bc6', 'bxa8=Q', 'Kd7'];

const translated = (san: string, letters: string): string =>
  san.replace(/[NBRQK]/g, (letter) => letters.split(' ')['NBRQK'.indexOf(letter)] ?? '');
const listed = (sans: readonly string[], letters: string): string =>
  sans.map((san, i) => `${i % 2 === 0 ? `${1 + i / 2}. ` : ''}${translated(san, letters)}`).join(' ');
/** A message for each move. */
const chatted = (sans: readonly string[], letters: string): string =>
  sans
    .map(
      (san, i) => `${i % 2 ? 'Assistant' : 'User'}: ${1 + (i >> 1)}.${i % 2 ? '..' : ''} ${translated(san, letters)}`,
    )
    .join('\n\n');
const codes = (text: string): string[] => auditText(text).map(({ code }) => code);

describe('moves with the piece letters of other languages', () => {
  for (const [name, letters] of Object.entries(LANGUAGES)) {
    it(`${name}: follows a list and a chat, and finds states and moves that are wrong`, () => {
      for (const { sans, fens } of long) {
        assert.deepEqual(codes(`${listed(sans, letters)}\n\nFEN: ${fens.at(-1)}\n`), []);
        assert.deepEqual(codes(`${listed(sans, letters)}\n\nThe FEN is now ${fens.at(-3)}\n`), ['AUDIT_WRONG_STATE']);
        assert.deepEqual(codes(`${chatted(sans, letters)}\n\nAssistant: The FEN is now ${fens.at(-1)}\n`), []);
        const stale = codes(`${chatted(sans, letters)}\n\nAssistant: The FEN is now ${fens.at(-3)}\n`);
        if (!MANY_MEANINGS.has(name)) assert.deepEqual(stale, ['AUDIT_WRONG_STATE']);
      }
      assert.deepEqual(codes(listed(PROMOTION, letters)), []);
      assert.deepEqual(codes(listed(['Nf3', 'Nc6', 'e4', 'a6', 'e5', 'Nd3', 'Bc4'], letters)), ['AUDIT_ILLEGAL_MOVE']);
    });
  }

  it('reads captures with a colon and long moves', () => {
    assert.deepEqual(codes('1. e2-e4 e7-e5 2. Кg1-f3 d7-d6 3. d2-d4 e5:d4 4. Кf3:d4 Сc8-d7 5. Крe1-e2'), []);
    assert.deepEqual(codes('1. e2-e4 e7-e5 2. Кg1-f3 d7-d6 3. d2-d4 e5:d4 4. Кf3:d5'), ['AUDIT_ILLEGAL_MOVE']);
  });

  it('leaves English letters as they are beside a line in another language', () => {
    const text = '1. Nf3 Nf6 2. c4 e6 3. Nc3 Bb4 4. Rb1 O-O. In German: 1. Sf3 Sf6 2. c4 e6 3. Sc3 Lb4 4. Tb1 O-O.';
    assert.deepEqual(codes(text), []);
    assert.deepEqual(codes(text.replace('4. Rb1', '4. Rc1')), ['AUDIT_ILLEGAL_MOVE']);
  });

  it('does not judge moves whose letter could be one of two pieces', () => {
    // D is a queen in many languages; R is then a king in French and a knight in Finnish
    assert.deepEqual(codes('1. e4 e5 2. Dh5 d6 3. Re2'), []);
  });
});
