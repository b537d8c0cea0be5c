import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LineIndex } from '../../../src/core/base/text/lines.ts';
import { shiftRange } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { languageKit } from '../../../src/core/languages/kits.ts';
import { LongRead } from '../../../src/core/languages/pgn/kit.ts';
import { predictionsIn } from '../../../src/core/languages/predictions.ts';
import { shiftDiagnostic } from '../../../src/core/notation/diagnostic.ts';
import { readFenFile } from '../../../src/core/notation/fen/fen-file.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { readChunk, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { ServerDocument } from '../../../src/server/documents/document.ts';
import { Sections } from '../../../src/server/documents/sections.ts';
import { TextBuffer } from '../../../src/server/documents/text-buffer.ts';
import { sectionTexts } from '../../../src/server/languages/section-texts.ts';
import { itLong } from '../../support/thorough.ts';
import { pgnText } from '../pgn/arbitrary.ts';

interface Edit {
  /** Shares of the text's length. */
  readonly from: number;
  readonly length: number;
  readonly text: string;
}

const share = () => fc.double({ min: 0, max: 1, noNaN: true });
const edits = (text: fc.Arbitrary<string>) =>
  fc.array(fc.record({ from: share(), length: fc.oneof(fc.constant(0), fc.constant(0.02), share()), text }), {
    maxLength: 6,
  });

/** The span of an edit in a text. */
function spanOf({ from, length }: Edit, text: string) {
  const start = Math.floor(from * text.length);
  return { start, end: Math.min(text.length, start + Math.floor(length * length * text.length)) };
}

/** Does all the work that a document has. */
function finish(document: ServerDocument): void {
  while (document.step());
}

const FEN_LINES = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  '8/8/8/8/8/8/8/K1k5 w - - 0 1',
  '# pfen gpt-4o ?',
  '# pfen a@b#2 8/8/8/8/8/8/8/K1k5 b - - 0 1',
  '# pfen',
  '# a remark',
  'no position',
  '\uFEFF8/8/8/8/8/8/8/K1k5 w - - 0 1',
  '  \t',
  '',
];
const fenText = () =>
  fc
    .array(fc.tuple(fc.constantFrom(...FEN_LINES), fc.constantFrom('\n', '\n', '\r\n', '\r', '')), { maxLength: 12 })
    .map((lines) => lines.map(([line, end]) => line + end).join(''));

/** What a fresh read of the whole text gives. */
function fresh(text: string, language: Language) {
  return {
    diagnostics: checkText(text, language),
    predictions: predictionsIn(text, language).map(({ label, fen, range, game, ply, path, trueFen, variant }) => ({
      label: label.text,
      fen: fen ?? null,
      range,
      game,
      ply,
      path,
      trueFen: trueFen ?? null,
      variant,
    })),
  };
}

const diagnosticsOf = (document: ServerDocument) =>
  document.findings().flatMap(({ found, offset, game }) => found.map((d) => shiftDiagnostic(d, offset, game)));

function kept(document: ServerDocument) {
  return {
    diagnostics: diagnosticsOf(document),
    predictions: document.sections.list
      .flatMap((_, i) => document.predictionsOf(i))
      .map(({ prediction, offset, game }) => ({
        label: prediction.label,
        fen: prediction.fen,
        range: { start: prediction.range.start + offset, end: prediction.range.end + offset },
        game,
        ply: prediction.ply,
        path: prediction.path,
        trueFen: prediction.trueFen,
        variant: prediction.variant,
      })),
  };
}

/** What is said to be read is as in a fresh read of the whole text, though other parts may not be read at all. */
function assertFinal(document: ServerDocument): void {
  const { text, sections } = document;
  const { chunks, offsets } = readPgn(text);
  for (let i = 0; i < sections.count && sections.isReadTo(sections.at(i).offset); i++) {
    const { section, offset } = sections.at(i);
    assert.deepEqual([offset, section.reading?.chunk], [offsets[i], chunks[i]]);
  }
}

/** The tokens of all games. */
const tokensOf = (document: ServerDocument) => document.sections.list.map(({ reading }) => reading?.chunk);

describe('an edited document', () => {
  const cases: [language: Language, text: fc.Arbitrary<string>][] = [
    ['pgn', pgnText()],
    ['fen', fenText()],
    ['epd', fenText()],
  ];
  for (const [language, text] of cases)
    itLong(`is in the state of a fresh one (${language})`, () => {
      fc.assert(
        fc.property(text, edits(text), fc.array(fc.nat({ max: 12 }), { maxLength: 6 }), (before, changes, steps) => {
          const id = language === 'epd' ? 'epd' : language;
          const document = new ServerDocument(`file:///a.${language}`, id, 1, before);
          changes.forEach((change, i) => {
            // Edits come while there is still work to do.
            for (let n = steps[i] ?? 50; n > 0; n--) document.step();
            if (language === 'pgn') assertFinal(document);
            const { start, end } = spanOf(change, document.text);
            const range = document.rangeAt({ start, end });
            const exact =
              document.buffer.offsetAt(range.start) === start && document.buffer.offsetAt(range.end) === end;
            // A place between CR and LF has no name in the protocol.
            if (exact) document.update([{ range, text: change.text }], i + 2);
            else
              document.update(
                [{ text: document.text.slice(0, start) + change.text + document.text.slice(end) }],
                i + 2,
              );
          });
          finish(document);
          assert.deepEqual(kept(document), fresh(document.text, language));
          if (language === 'pgn') assert.deepEqual(tokensOf(document), readPgn(document.text).chunks);
          const total = document.sections.list.reduce((sum, { length }) => sum + length, 0);
          assert.equal(total, document.text.length);
        }),
        { numRuns: 200 },
      );
    });

  it('reads only the games around an edit again', () => {
    const game = '[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n';
    const document = new ServerDocument('file:///a.pgn', 'pgn', 1, game.repeat(1000));
    finish(document);
    const before = new Set(document.sections.list);
    assert.equal(before.size, 1000);
    const at = document.buffer.positionAt(500 * game.length + game.indexOf('Nf3'));
    document.update([{ range: { start: at, end: at }, text: 'd5 ' }], 2);
    finish(document);
    const changed = document.sections.list.filter((section) => !before.has(section));
    assert.ok(changed.length <= 3, `${changed.length} games were read again`);
    assert.equal(diagnosticsOf(document)[0]?.game, 500);
    assert.equal(diagnosticsOf(document)[0]?.range.start, 500 * game.length + game.indexOf('Nf3'));
  });

  it('finds the section of a game', () => {
    const text = '{ nothing } stray\n\n[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *\n';
    const document = new ServerDocument('file:///a.pgn', 'pgn', 1, text);
    finish(document);
    for (const game of [0, 1]) {
      const placed = document.sections.at(document.sections.indexOfGame(game));
      assert.equal(placed.game, game);
      assert.equal(placed.section.reading?.counts, true);
    }
    assert.equal(document.sections.indexOfGame(2), -1);
    assert.equal(document.sections.indexOfGame(-1), -1);
  });

  it('turns into one of the server when its first line says what it is', () => {
    const document = new ServerDocument('untitled:Untitled-1', 'plaintext', 1, '');
    finish(document);
    assert.equal(document.kit?.id, undefined);
    document.update([{ text: '[Event "x"]\n\n1. e5 *\n' }], 2);
    finish(document);
    assert.equal(document.kit?.id, 'pgn');
    assert.deepEqual(
      diagnosticsOf(document).map((d) => d.code),
      ['PGN_ILLEGAL_MOVE'],
    );
  });
});

describe('the records of a document', () => {
  it('are those of its whole text', () => {
    fc.assert(
      fc.property(fenText(), (text) => {
        const document = new ServerDocument('file:///a.fen', 'fen', 1, text);
        finish(document);
        const found = [...sectionTexts(document)].flatMap(({ text: own, offset }) =>
          readFenFile(own).records.map(({ range, predictions }) => ({
            range: shiftRange(range, offset),
            predictions: predictions.map((one) => shiftRange(one, offset)),
          })),
        );
        assert.deepEqual(found, readFenFile(text).records);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a text buffer', () => {
  const pieces = () =>
    fc
      .array(fc.constantFrom('a', 'bc', '\n', '\r', '\r\n', '\n\r', '\u{1F600}'), { maxLength: 12 })
      .map((p) => p.join(''));

  it('knows the places of a fresh index after every edit', () => {
    fc.assert(
      fc.property(pieces(), edits(pieces()), (before, changes) => {
        const buffer = new TextBuffer(before);
        let { text } = buffer;
        for (const change of changes) {
          const span = spanOf(change, text);
          buffer.replace(span, change.text);
          text = text.slice(0, span.start) + change.text + text.slice(span.end);
          assert.equal(buffer.text, text);
          const index = new LineIndex(text);
          assert.equal(buffer.lineCount, index.lineCount);
          for (let i = -1; i <= text.length + 1; i++) assert.deepEqual(buffer.positionAt(i), index.positionAt(i));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('takes a place behind the end of a line for its end', () => {
    const buffer = new TextBuffer('ab\r\nc\n');
    assert.equal(buffer.offsetAt({ line: 0, character: 9 }), 2);
    assert.equal(buffer.offsetAt({ line: 1, character: 9 }), 5);
    assert.equal(buffer.offsetAt({ line: 2, character: 9 }), 6);
    assert.equal(buffer.offsetAt({ line: 9, character: 0 }), 6);
  });
});

describe('a long game', () => {
  it('is read in steps as it is in one go, whatever the steps are', () => {
    fc.assert(
      fc.property(
        pgnText(),
        pgnText(),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (a, b, step, window) => {
          const text = a + b;
          for (let at = 0; at < text.length; ) {
            const long = new LongRead(new TextBuffer(text), at, step, window);
            let read = long.step();
            for (let n = 0; read === undefined; n++) {
              assert.ok(n < 5000);
              read = long.step();
            }
            const { chunk } = read.reading;
            assert.ok(chunk !== undefined);
            assert.deepEqual(chunk, readChunk(text.slice(at), 0));
            assert.equal(read.text, text.slice(at, at + chunk.length));
            at += chunk.length;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read in many short steps, and anew when it was edited meanwhile', () => {
    const text = `[Event "x"]\n\n${'1. Nf3 Nf6 2. Ng1 Ng8\n'.repeat(40_000)}*\n\n[Event "y"]\n\n1. e4 *\n`;
    const sections = new Sections(languageKit('pgn'), text.length);
    const buffer = new TextBuffer(text);
    let steps = 0;
    while (sections.readNext(buffer) && steps < 5) steps++;
    assert.equal(sections.list[0].reading, undefined);
    const span = { start: 13, end: 13 };
    buffer.replace(span, '1. d4 *\n\n');
    sections.edit(span, 9);
    while (sections.readNext(buffer)) steps++;
    assert.ok(steps > 10, `${steps} steps`);
    const { chunks } = readPgn(buffer.text);
    assert.equal(chunks.length, 3);
    assert.deepEqual(
      sections.list.map(({ reading }) => reading?.chunk),
      chunks,
    );
  });

  it('ask for dialect files once, and only for texts that may be written in them', () => {
    let asked = 0;
    const beside = {
      world: () => assert.fail('no world is named'),
      domain: () => assert.fail('no domain is named'),
      dialects: () => {
        asked++;
        return [];
      },
    };
    const open = (name: string, language: string, text: string): ServerDocument =>
      new ServerDocument(`file:///${name}`, language, 1, text, undefined, beside);
    open('a.pgn', 'pgn', '1. e4 *\n');
    assert.equal(asked, 0);
    const trace = open('a.trace', 'trace', 'Current State: 5:[2, 3], Operations: []\n');
    trace.update([{ text: 'Current State: 6:[2, 3], Operations: []\n' }], 2);
    assert.equal(asked, 1);
  });
});
