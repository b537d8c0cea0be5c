import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wholeBlocks } from '../../../src/cli/io/file-blocks.ts';
import { decodedPieces, EncodingProbe } from '../../../src/cli/io/text-source.ts';
import { editedBlocks } from '../../../src/cli/rewrite/rewrite-blocks.ts';
import { dominantLineEnding, firstLineEnding, LineEndings, LineIndex } from '../../../src/core/base/text/lines.ts';
import type { BlockEditor } from '../../../src/core/base/text/long-text-edits.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { blockFormatter, formatPieces } from '../../../src/core/languages/format.ts';
import { textLines } from '../../../src/core/languages/positions.ts';
import {
  annotate,
  blockAnnotator,
  PredictionReader,
  predictionsIn,
  removeFromBlock,
  removePredictions,
} from '../../../src/core/languages/predictions.ts';
import type { SourceLine } from '../../../src/core/mav/author/source-lines.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import {
  type Annotation,
  makeLabel,
  type Prediction,
  SAME_LABEL,
} from '../../../src/core/notation/predictions/prediction.ts';
import { decodeText } from '../../../src/models/decode-text.ts';
import { itLong } from '../../support/thorough.ts';
import { pgnText } from '../pgn/arbitrary.ts';
import { fenText, games, mavText } from './arbitrary.ts';

const sizes = (): fc.Arbitrary<number[]> => fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });

/** Parts of the given sizes, again and again. */
function* parts<T extends string | Buffer>(whole: T, lengths: readonly number[]): Generator<T> {
  for (let at = 0, i = 0; at < whole.length; i++) {
    const to = at + (lengths[i % lengths.length] ?? 1);
    yield whole.slice(at, to) as T;
    at = to;
  }
}

async function* asynchronous<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value);
}

/** A text as an editor leaves it that reads it in blocks of a length, and the number of blocks. */
async function inBlocks(
  text: string,
  language: Language,
  { editor, pieces, size }: { editor: BlockEditor; pieces: readonly number[]; size: number },
): Promise<{ text: string; blocks: number }> {
  const source = { name: 'a', language, pieces: () => asynchronous(parts(text, pieces)) };
  let edited = '';
  let blocks = 0;
  for await (const { before, after, isEdited } of editedBlocks(source, editor, size)) {
    edited += after;
    blocks++;
    if (!isEdited) assert.equal(after, before);
  }
  return { text: edited, blocks };
}

const TEXTS: readonly (readonly [string, Language, fc.Arbitrary<string>])[] = [
  ['pieces of PGN', 'pgn', pgnText()],
  ['games and tags', 'pgn', games()],
  ['FEN lines', 'fen', fenText()],
  ['EPD lines', 'epd', fenText()],
  ['examples and traces', 'mav', mavText()],
];

const annotations = (): fc.Arbitrary<Annotation[]> =>
  fc.array(
    fc.record({
      game: fc.integer({ min: 0, max: 8 }),
      ply: fc.integer({ min: 0, max: 4 }),
      label: fc.constantFrom('gpt-4o', 'a@b#2', 'other').map((name) => makeLabel(name)),
      fen: fc.constantFrom(undefined, '8/8/8/8/8/8/8/8 w - - 0 1'),
    }),
    { maxLength: 12 },
  );

describe('a text that is rewritten as a stream', () => {
  for (const [name, language, arbitrary] of TEXTS) {
    const cut = [arbitrary, sizes(), fc.integer({ min: 1, max: 200 })] as const;

    it(`is formatted as in one piece: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(...cut, fc.constantFrom('gentle', 'export'), async (text, pieces, size, style) => {
          const edits = [...(formatPieces(text, language, { style }) ?? [])].flat();
          const endings = { first: firstLineEnding(text), most: dominantLineEnding(text) };
          const editor = blockFormatter(language, { style }, endings);
          assert.equal((await inBlocks(text, language, { editor, pieces, size })).text, applyEdits(text, edits));
        }),
        { numRuns: 1000 },
      );
    });

    it(`loses the same predictions: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(...cut, fc.constantFrom({}, { label: 'gpt-4o' }), async (text, pieces, size, options) => {
          const whole = removePredictions(text, language, options);
          let removed = 0;
          const editor: BlockEditor = (block) => {
            const stripped = removeFromBlock(block, language, options);
            removed += stripped.removed;
            return stripped.edits;
          };
          const edited = await inBlocks(text, language, { editor, pieces, size });
          assert.deepEqual([edited.text, removed], [applyEdits(text, whole.edits), whole.removed]);
        }),
        { numRuns: 1000 },
      );
    });

    it(`is annotated as in one piece: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          ...cut,
          annotations(),
          fc.constantFrom(...SAME_LABEL),
          async (text, pieces, size, all, same) => {
            const whole = annotate(text, language, all, { sameLabel: same });
            const annotator = blockAnnotator(language, all, dominantLineEnding(text), { sameLabel: same });
            const editor: BlockEditor = (block) => annotator.edits(block);
            const edited = await inBlocks(text, language, { editor, pieces, size });
            assert.equal(edited.text, applyEdits(text, whole.edits));
            const { written, skipped, missing } = annotator;
            assert.deepEqual(
              { written, skipped, missing },
              {
                written: whole.written,
                skipped: whole.skipped,
                missing: whole.missing,
              },
            );
          },
        ),
        { numRuns: 1000 },
      );
    });
  }

  it('comes in more than one block', async () => {
    const text = '[Event "x"]\n\n1.e4 *\n\n'.repeat(20);
    const editor = blockFormatter('pgn', { style: 'gentle' }, { first: '\n', most: '\n' });
    assert.equal((await inBlocks(text, 'pgn', { editor, pieces: [7], size: 30 })).blocks, 20);
  });
});

describe('the line endings of a text', () => {
  it('begin with one outside of comments, where there is one', () => {
    const of = (text: string): string => firstLineEnding(text);
    assert.equal(of('1. e4 {a\rb}\r\n1... e5\n'), '\r\n');
    assert.equal(of('{a\rb} 1. e4 { \n } *\r\n'), '\r\n');
    assert.equal(of('1. e4 ; {\r1... e5 }\n'), '\r');
    assert.equal(of('[Event "{"]\r[Site "\\"{"]\n'), '\r');
    assert.equal(of('\n% {\r\n}\n'), '\r\n');
    assert.equal(of('1. e4 {a\rb\n} *'), '\r');
    assert.equal(of(' \r\n '), '\r\n');
    assert.equal(of('1. e4 *'), '\n');
  });

  it('are those of its pieces', () => {
    const text = fc.oneof(
      fenText(),
      fc.array(fc.constantFrom('a', ' ', '\r', '\n', '\uFEFF', '{', '}'), { maxLength: 30 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, sizes(), (whole, lengths) => {
        const endings = new LineEndings();
        for (const piece of parts(whole, lengths)) {
          endings.push(piece);
          if (endings.settledFirst !== undefined) assert.equal(endings.settledFirst, firstLineEnding(whole));
        }
        endings.end();
        assert.deepEqual([endings.first, endings.most], [firstLineEnding(whole), mostUsed(whole)]);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The line ending that a text uses most, the first of those that it uses as often. */
function mostUsed(text: string): string {
  const all = text.match(/\r\n|\r|\n/g) ?? ['\n'];
  const count = (ending: string): number => all.filter((one) => one === ending).length;
  return all.reduce((best, one) => (count(one) > count(best) ? one : best));
}

describe('the encoding of bytes', () => {
  const bytes = (): fc.Arbitrary<Buffer> =>
    fc.oneof(
      fc
        .array(fc.constantFrom(0x41, 0x0a, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xff, 0xfe, 0xed))
        .map((all) => Buffer.from(all)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
      fc.array(fc.integer({ min: 0, max: 255 })).map((all) => Buffer.from([0xff, 0xfe, ...all])),
      fc.array(fc.integer({ min: 0, max: 255 })).map((all) => Buffer.from([0xfe, 0xff, ...all])),
    );

  itLong('is found piece by piece, and so is the text', async () => {
    await fc.assert(
      fc.asyncProperty(bytes(), sizes(), async (all, lengths) => {
        const probe = new EncodingProbe();
        for (const piece of parts(all, lengths)) probe.push(piece);
        const encoding = probe.end();
        let text = '';
        for await (const piece of decodedPieces(asynchronous(parts(all, lengths)), encoding)) text += piece;
        assert.deepEqual({ text, encoding }, decodeText(all));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what is found in a text that is read as a stream', () => {
  const source = (text: string, language: Language, pieces: readonly number[]) => ({
    name: 'a',
    language,
    pieces: () => asynchronous(parts(text, pieces)),
  });

  for (const [name, language, arbitrary] of TEXTS) {
    const cut = [arbitrary, sizes(), fc.integer({ min: 1, max: 200 })] as const;

    it(`has the predictions that it has in one piece: ${name}`, async () => {
      const facts = (all: readonly Prediction[], line: number, text: string) => {
        const lines = new LineIndex(text);
        return all.map(({ range, fen, game, ply, san, trueFen, unknown, label }) => ({
          fen,
          game,
          ply,
          san,
          trueFen,
          unknown,
          label: label.text,
          text: text.slice(range.start, range.end),
          line: line + lines.positionAt(range.start).line,
        }));
      };
      await fc.assert(
        fc.asyncProperty(...cut, async (text, pieces, size) => {
          const reader = new PredictionReader(language);
          const found: unknown[] = [];
          let line = 0;
          for await (const block of wholeBlocks(source(text, language, pieces), size)) {
            found.push(...facts(reader.read(block.text), line, block.text));
            line += new LineIndex(block.text).lineCount - 1;
          }
          assert.deepEqual(found, facts(predictionsIn(text, language), 0, text));
        }),
        { numRuns: 600 },
      );
    });

    it(`has the games and records that it has in one piece: ${name}`, async () => {
      const facts = (one: SourceLine) => ('skipped' in one ? one.skipped : [one.line, one.isRecord]);
      await fc.assert(
        fc.asyncProperty(...cut, async (text, pieces, size) => {
          const found: unknown[] = [];
          for await (const block of wholeBlocks(source(text, language, pieces), size))
            found.push(...Array.from(textLines(block.text, language), facts));
          assert.deepEqual(found, Array.from(textLines(text, language), facts));
        }),
        { numRuns: 600 },
      );
    });
  }

  it('is held a block at a time, whatever its length', async () => {
    const record = '8/8/8/8/8/8/8/K1k5 w - - 0 1\n';
    const example =
      '<mav game=chess> %FEN %top_1 </mav>\n[%FEN 8/8/8/8/8/8/8/K1k5 w - - 0 1]\n[%top_1 a1a2:<ctrl3>]\n\n';
    const game = '[Event "x"]\n\n1. e4 { [%pfen a ?] } e5 2. Nf3 *\n\n';
    const [piece, length] = [1 << 16, 20_000_000];
    for (const [language, part] of [
      ['pgn', game],
      ['fen', record],
      ['mav', example],
    ] as const) {
      const text = part.repeat(Math.ceil(piece / part.length));
      const long = {
        name: 'a',
        language,
        pieces: () => asynchronous(Array<string>(Math.round(length / piece)).fill(text)),
      };
      const lengths: number[] = [];
      for await (const block of wholeBlocks(long)) lengths.push(block.text.length + block.rest.length);
      assert.ok(lengths.length > 60, `${language}: ${lengths.length} blocks`);
      assert.ok(Math.max(...lengths) < 500_000, `${language}: ${Math.max(...lengths)} characters`);
    }
  });
});
