import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type FileFinding, FileFindings } from '../../../src/cli/check/findings.ts';
import { Decoder } from '../../../src/cli/io/decoder.ts';
import { textBlocks } from '../../../src/cli/io/file-blocks.ts';
import { runCheck } from '../../../src/compute/jobs/check-job.ts';
import { NEVER } from '../../../src/core/base/cancellation.ts';
import { endPosition, LineIndex } from '../../../src/core/base/text/lines.ts';
import { lastMavStart } from '../../../src/core/mav/read-mav.ts';
import { lastRecordStart } from '../../../src/core/notation/fen/fen-file.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { lastGameStart } from '../../../src/core/notation/pgn/document.ts';
import { pgnText } from '../pgn/arbitrary.ts';
import { fenText, games, mavText } from './arbitrary.ts';

const EXCERPT = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn');

/** Decodes bytes that come in pieces of the given sizes, again and again. */
function* decoded(bytes: Buffer, sizes: readonly number[], decoder: Decoder): Generator<string> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? 1);
    yield decoder.push(bytes.subarray(at, at + size));
    at += size;
  }
  yield decoder.end();
}

async function* asynchronous<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value);
}

/** The findings of a text that is checked block by block. */
async function byBlocks(pieces: Iterable<string>, language: Language, size: number): Promise<FileFinding[]> {
  const cut = language === 'pgn' ? lastGameStart : language === 'mav' ? lastMavStart : lastRecordStart;
  const findings = new FileFindings({});
  const all: FileFinding[] = [];
  for await (const { text } of textBlocks(asynchronous(pieces), cut, { size })) {
    const output = runCheck({ text, language, options: { predictions: true } }, { cancellation: NEVER });
    for (const finding of findings.add('a', output, undefined)) all.push(finding);
  }
  // what speaks of the whole file comes with the last block
  const places = (d: FileFinding): number[] => [
    d.range.start.line,
    d.range.start.character,
    d.range.end.line,
    d.range.end.character,
  ];
  return [...all, ...findings.end()]
    .map((finding) => ({ finding, at: places(finding) }))
    .sort((a, b) => a.at.reduce((order, n, i) => order || n - b.at[i], 0))
    .map(({ finding }) => finding);
}

const inOnePiece = (text: string, language: Language): Promise<FileFinding[]> =>
  byBlocks([text], language, Number.POSITIVE_INFINITY);

const sizes = (): fc.Arbitrary<number[]> => fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });

describe('a text that is checked as a stream', () => {
  const texts: readonly (readonly [string, Language, fc.Arbitrary<string>])[] = [
    ['pieces of PGN', 'pgn', pgnText()],
    ['games and tags', 'pgn', games()],
    ['FEN lines', 'fen', fenText()],
    ['EPD lines', 'epd', fenText()],
    ['examples and traces', 'mav', mavText()],
  ];
  for (const [name, language, arbitrary] of texts) {
    it(`has the findings that it has in one piece, however it is cut: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(arbitrary, sizes(), fc.integer({ min: 1, max: 200 }), async (text, pieces, size) => {
          const read = [...decoded(Buffer.from(text), pieces, new Decoder('utf-8'))];
          assert.deepEqual(await byBlocks(read, language, size), await inOnePiece(text, language));
        }),
        { numRuns: 400 },
      );
    });
  }

  it('ends where an index of its lines says', () => {
    fc.assert(
      fc.property(fc.oneof(pgnText(), fenText()), (text) => {
        assert.deepEqual(endPosition(text), new LineIndex(text).positionAt(text.length));
      }),
    );
  });

  it('is cut between games, of real games and in many places', async () => {
    const text = EXCERPT.toString();
    const blocks: string[] = [];
    const pieces = decoded(EXCERPT, [1000], new Decoder());
    for await (const block of textBlocks(asynchronous(pieces), lastGameStart, { size: 4000 })) blocks.push(block.text);
    assert.equal(blocks.join(''), text);
    assert.ok(blocks.length > 4);
    for (const block of blocks) assert.match(block, /^\[Event /);
  });

  it('is not cut inside of a game, whatever looks like the start of one', () => {
    const game = '[Event "a"]\n\n';
    for (const inside of [
      `${game}[Site "b"]\n\n1. e4`,
      `${game}1. e4 { [Event "b"]\n 1. d4`,
      `${game}1. e4 ; [Event "b"] 1. d4`,
      `${game}1. e4\n%\n%[Event "b"]\n\n`,
      '1. e4 1-0 2',
      `stray\n\n${game}1. e4 1-0`,
    ]) {
      assert.equal(lastGameStart(inside), 0, inside);
    }
    assert.equal(lastGameStart(`${game}1. e4 { open\n\n[Event "b"]`), `${game}1. e4 { open\n\n`.length);
    assert.equal(lastGameStart('1. e4 1-0 1. d4 '), '1. e4 1-0 '.length);
  });

  it('is cut where an example or a trace starts for sure', () => {
    const node = '\uFEFFMinimax\nEvaluation for node: <root>\n';
    const example = '<mav game=chess> %FEN </mav>\n';
    for (const inside of [
      `${node}${example}`,
      `${node}# a remark\n\n : ,\n${example}`,
      `${example}a Minimax in a line\n`,
      `${example}<mav`,
      `${example}Minimax`,
    ])
      assert.equal(lastMavStart(inside), 0, inside);
    // a header right behind a trace is of a node of it perhaps, as what follows tells
    assert.equal(lastMavStart(`${node}${example}${example}`), 0);
    assert.equal(lastMavStart(`${node}${example.repeat(30)}`), node.length + 29 * example.length);
    assert.equal(lastMavStart(`${node}${example}Playing a1!\n${example}`), `${node}${example}Playing a1!\n`.length);
    // a remark above an example names its source: it stays with it
    assert.equal(lastMavStart(`${example}# Evaluation\n${example}`), example.length);
    assert.equal(lastMavStart(`${node}${example} minimax\n`), node.length + example.length);
  });

  it('ends where no game does for too long, and says how much is left', async () => {
    const pieces = asynchronous(['1. e4 *\n\n[Event "b"]\n', '1. e4 e5 '.repeat(300)]);
    const blocks = textBlocks(pieces, lastGameStart, { size: 20, most: 1000 });
    const first = await blocks.next();
    assert.deepEqual(first, { done: false, value: { text: '1. e4 *\n\n', offset: 0, rest: '[Event "b"]\n' } });
    const end = await blocks.next();
    assert.deepEqual(end, { done: true, value: '[Event "b"]\n'.length + 2700 });
  });
});

describe('what speaks of a whole file', () => {
  const lost = (n: number): string => `[Event "${n}"]\n\n1. e4 {lost \uFFFD, and \uFFFD} *\n\n`;
  const text = `[Event "a"]\n\n1. Ke2 *\n\n${[1, 2, 3, 4, 5, 6].map(lost).join('')}[Event "z"]\n\n1. Ke2 *\n`;

  it('is one finding, with the count and some places, however the file is cut', async () => {
    const [first, found, last, ...others] = await inOnePiece(text, 'pgn');
    assert.deepEqual([first.code, last.code, others], ['PGN_ILLEGAL_MOVE', 'PGN_ILLEGAL_MOVE', []]);
    assert.equal(found.code, 'PGN_REPLACEMENT_CHARACTER');
    assert.deepEqual([found.range.start, found.game], [{ line: 6, character: 12 }, 1]);
    assert.match(
      found.message,
      /\(2 in this game\); the same in 5 more games of this file, at lines 11, 15, 19 and others$/,
    );
    for (const size of [1, 60, 200]) assert.deepEqual(await byBlocks([text], 'pgn', size), [first, found, last]);
  });

  it('is counted anew in the next file', () => {
    const findings = new FileFindings({});
    const output = runCheck({ text: lost(1) + lost(2), language: 'pgn', options: {} }, { cancellation: NEVER });
    const messages = ['a', 'b'].map((file) => {
      assert.deepEqual(findings.add(file, output, undefined), []);
      return findings.end().map((finding) => [finding.file, finding.range.start.line, finding.message.slice(-44)]);
    });
    assert.deepEqual(messages[0], [['a', 2, '; the same in one more game of this file, at line 7'.slice(-44)]]);
    assert.deepEqual(messages[1], [['b', ...messages[0][0].slice(1)]]);
    assert.deepEqual(findings.end(), []);
  });

  it('is left out where it is not wanted', () => {
    const findings = new FileFindings({ PGN_REPLACEMENT_CHARACTER: 'off' });
    findings.add('a', runCheck({ text: lost(1), language: 'pgn', options: {} }, { cancellation: NEVER }), undefined);
    assert.deepEqual(findings.end(), []);
  });
});

describe('bytes that are decoded as a stream', () => {
  const whole = (bytes: Buffer): string => {
    const decoder = new Decoder();
    return decoder.push(bytes) + decoder.end();
  };
  const bytes = (): fc.Arbitrary<Buffer> =>
    fc
      .array(fc.constantFrom('a', '\n', '\u00e9', '\u2654', '\u{1F600}', 'x'.repeat(70_000)), { maxLength: 12 })
      .chain((parts) => fc.array(fc.boolean()).map((latin) => ({ parts, latin })))
      .map(({ parts, latin }) =>
        Buffer.concat(parts.map((part, i) => Buffer.from(part, latin[i] ? 'latin1' : 'utf8'))),
      );

  it('give the same text however they are cut', () => {
    fc.assert(
      fc.property(bytes(), fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1 }), (given, pieces) => {
        const decoder = new Decoder();
        const read = [...decoded(given, pieces, decoder)].join('');
        const other = new Decoder();
        assert.equal(read, other.push(given) + other.end());
        assert.deepEqual(decoder.foreign, other.foreign);
      }),
      { numRuns: 60 },
    );
  });

  it('are UTF-8 line by line, and Windows-1252 where they are not', () => {
    const decoder = new Decoder();
    const given = Buffer.concat([
      Buffer.from('Beliavsky \u2654\n'),
      Buffer.from('Bj\xf6rn \x93x\x94\n', 'latin1'),
      Buffer.from('Zvjagincev \u2655\n'),
    ]);
    const text = decoder.push(given) + decoder.end();
    assert.equal(text, 'Beliavsky \u2654\nBj\u00f6rn \u201cx\u201d\nZvjagincev \u2655\n');
    assert.deepEqual(decoder.foreign, { offset: text.indexOf('\u00f6'), encoding: 'Windows-1252' });
  });

  it('are UTF-16 by their mark or by their NULs', () => {
    const text = '[Event "Bj\u00f6rn"]\n';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    assert.equal(whole(little), text);
    assert.equal(whole(big), text);
    assert.equal(whole(Buffer.concat([Buffer.from([0xff, 0xfe]), little])), `\uFEFF${text}`);
    assert.equal(whole(Buffer.concat([Buffer.from([0xfe, 0xff]), big])), `\uFEFF${text}`);
    const decoder = new Decoder();
    decoder.push(big);
    decoder.end();
    assert.deepEqual(decoder.foreign, { offset: 0, encoding: 'UTF-16 BE' });
  });

  it('are what they are said to be', () => {
    const read = (bytes: Buffer, encoding: ConstructorParameters<typeof Decoder>[0]): string => {
      const decoder = new Decoder(encoding);
      const text = decoder.push(bytes) + decoder.end();
      assert.equal(decoder.foreign, undefined);
      return text;
    };
    assert.equal(read(Buffer.from('\u00e9'), 'latin1'), '\u00c3\u00a9');
    assert.equal(read(Buffer.from([0x80]), 'windows-1252'), '\u20ac');
    assert.equal(read(Buffer.from([0x61, 0xe9, 0x62]), 'utf-8'), 'a\uFFFDb');
    assert.equal(read(Buffer.from('\u265a', 'utf16le'), 'utf-16'), '\u265a');
  });
});
