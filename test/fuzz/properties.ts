import assert from 'node:assert/strict';
import { type FileFinding, FileFindings } from '../../src/cli/check/findings.ts';
import { textBlocks } from '../../src/cli/io/file-blocks.ts';
import { runCheck } from '../../src/compute/jobs/check-job.ts';
import { NEVER } from '../../src/core/base/cancellation.ts';
import { applyEdits, type Range } from '../../src/core/base/text/range.ts';
import { cleanGame, DROPPED, type Dropped } from '../../src/core/datasets/cleaning.ts';
import { GameFacts } from '../../src/core/datasets/game-facts.ts';
import { gamePositionRows, gameRow } from '../../src/core/datasets/game-output.ts';
import { checkText } from '../../src/core/languages/check.ts';
import { sectionCut } from '../../src/core/languages/cuts.ts';
import { predictionsIn, removePredictions } from '../../src/core/languages/predictions.ts';
import { FileFacts, mergeFileHabits } from '../../src/core/mav/check/file-habits.ts';
import { readMav, readMavSection } from '../../src/core/mav/read-mav.ts';
import { mavView } from '../../src/core/mav/view.ts';
import { type Diagnostic, shiftDiagnostic } from '../../src/core/notation/diagnostic.ts';
import { CODES } from '../../src/core/notation/diagnostic-codes.ts';
import type { Language } from '../../src/core/notation/language.ts';
import { completePgn } from '../../src/core/notation/pgn/authoring/complete-pgn.ts';
import { readChunk, readPgn } from '../../src/core/notation/pgn/document.ts';
import { moveText, readGame } from '../../src/core/notation/pgn/replay.ts';
import { kindBits, STRAY } from '../../src/core/notation/pgn/tokens.ts';
import { buildTree } from '../../src/core/notation/pgn/tree.ts';
import { ServerDocument } from '../../src/server/documents/document.ts';
import { assertKept, fixAll } from '../unit/format/fix-law.ts';
import { assertLaw, STYLES } from '../unit/format/format-law.ts';
import { assertSafeFixesKeep } from '../unit/mav/mav-fix-law.ts';
import { assertMavLaw } from '../unit/mav/mav-law.ts';
import { assertTraceTrees } from '../unit/search/trace-tree-law.ts';
import { mutated } from './bytes.ts';
import type { Dice } from './dice.ts';
import { grammarText } from './grammar.ts';

/** What has to hold of any text. Throws where it does not. */
export interface Property {
  readonly name: string;
  holds(text: string, language: Language, dice: Dice): void | Promise<void>;
}

function inside({ start, end }: Range, text: string, what: string): void {
  assert.ok(start >= 0 && start <= end && end <= text.length, `${what} at ${start}-${end} of ${text.length}`);
}

/** Chunks tile the text and tokens the chunks; nodes lie inside of their parents. */
const lossless: Property = {
  name: 'lossless',
  holds(text, language) {
    if (language !== 'pgn') return;
    const { chunks, offsets } = readPgn(text);
    let at = 0;
    chunks.forEach((chunk, g) => {
      assert.equal(offsets[g], at);
      assert.ok(chunk.length > 0 && chunk.starts[0] === 0, 'an empty chunk');
      for (let i = 1; i < chunk.starts.length; i++) assert.ok(chunk.starts[i] > chunk.starts[i - 1], 'an empty token');
      assert.ok(chunk.starts[chunk.starts.length - 1] < chunk.length, 'a token behind the end');
      const { nodeFirst, nodeEnd, nodeParent } = buildTree(chunk, at);
      for (let n = 1; n < nodeParent.length; n++) {
        const parent = nodeParent[n];
        assert.ok(parent < n && nodeFirst[parent] <= nodeFirst[n] && nodeEnd[n] <= nodeEnd[parent], 'a node outside');
      }
      at += chunk.length;
    });
    assert.equal(at, text.length);
  },
};

/** A game, and a section of a MAV file, is read by itself as it is read in its text, whatever stands behind it. */
const alone: Property = {
  name: 'alone',
  holds(text, language) {
    if (language === 'pgn') {
      const { chunks, offsets } = readPgn(text);
      chunks.forEach((chunk, g) => {
        const { kinds, starts, length } = readChunk(text.slice(offsets[g], offsets[g] + chunk.length), 0);
        assert.deepEqual({ kinds, starts, length }, { kinds: chunk.kinds, starts: chunk.starts, length: chunk.length });
      });
    }
    if (language === 'mav')
      for (const { offset, section } of readMav(text)) {
        const own = text.slice(offset, offset + section.length);
        assert.deepEqual(readMavSection(own, 0), readMavSection(text.slice(offset), 0));
      }
  },
};

/** Every diagnostic is of a known code, inside the text, and in order; so are its fixes. */
const located: Property = {
  name: 'located',
  holds(text, language) {
    const list = checkText(text, language, { predictions: true, strictExport: true });
    for (const { code, range, message, related = [], fixes = [] } of list) {
      assert.ok(Object.hasOwn(CODES, code) && message !== '', code);
      for (const place of [range, ...related.map((r) => r.range)]) inside(place, text, code);
      for (const { edits, title } of fixes) {
        assert.ok(edits.length > 0 && title !== '', `an empty fix of ${code}`);
        edits.forEach((edit, i) => {
          inside(edit.range, text, `a fix of ${code}`);
          if (i > 0) assert.ok(edits[i - 1].range.end <= edit.range.start, `edits of ${code} out of order`);
        });
        assert.notEqual(applyEdits(text, edits), text, `a fix of ${code} changes nothing`);
      }
    }
  },
};

/** Predictions lie inside the text; taken out, none is left, and the text around them stays. */
const predictions: Property = {
  name: 'predictions',
  holds(text, language) {
    const found = predictionsIn(text, language);
    for (const { range } of found) inside(range, text, 'a prediction');
    const { edits, removed } = removePredictions(text, language);
    edits.forEach(({ range }, i) => {
      inside(range, text, 'a removal');
      if (i > 0) assert.ok(edits[i - 1].range.end <= range.start, 'removals out of order');
    });
    assert.equal(edits.length === 0, removed === 0);
    const bare = applyEdits(text, edits);
    // One inside of another, which is none before the inner is gone, does not count.
    if (text.split('pfen').length - 1 === removed) assert.equal(removePredictions(bare, language).removed, 0, bare);
  },
};

const diagnosticsOf = (document: ServerDocument): Diagnostic[] =>
  document.findings().flatMap(({ found, offset, game }) => found.map((d) => shiftDiagnostic(d, offset, game)));

/** Of a view what was read: the rest of it are functions of that. */
const sectionsOf = (document: ServerDocument): unknown[] =>
  document.sections.list.map(({ length, reading, predictions: own }) => ({
    length,
    reading: reading && { ...reading, view: reading.view?.section },
    own,
  }));

/** The findings of a document as those of a file, where a habit of nearly all examples is one finding. */
function asFile(found: readonly Diagnostic[], text: string, language: Language): readonly Diagnostic[] {
  if (language !== 'mav') return found;
  const facts = new FileFacts();
  for (const { section } of readMav(text)) facts.add(mavView(text, section));
  return mergeFileHabits(found, facts);
}

/** After any edits, with work at any point between them, a document is in the state of a fresh one, bit for bit. */
const incremental: Property = {
  name: 'incremental',
  holds(text, language, dice) {
    const open = (content: string) => new ServerDocument(`file:///a.${language}`, language, 1, content);
    const edited = open(text);
    for (let n = 1 + dice.below(5); n > 0; n--) {
      for (let steps = dice.pick([0, 1, 3, 1000]); steps > 0 && edited.step(); steps--);
      const now = edited.text;
      const start = dice.below(now.length + 1);
      const end = Math.min(now.length, start + (dice.once(3) ? dice.below(200) : dice.below(3)));
      const piece = dice.once(3)
        ? grammarText(dice, language).slice(0, dice.below(80))
        : mutated(dice, ' ').slice(0, 3);
      edited.update([{ range: edited.rangeAt({ start, end }), text: piece }], n);
    }
    while (edited.step());
    const fresh = open(edited.text);
    while (fresh.step());
    assert.deepEqual(sectionsOf(edited), sectionsOf(fresh));
    assert.deepEqual(diagnosticsOf(edited), diagnosticsOf(fresh));
    assert.deepEqual(asFile(diagnosticsOf(fresh), edited.text, language), checkText(edited.text, language));
  },
};

/** A game of many moves, with a finding so that it is replayed: what its replay leaves behind must not be read. */
const LONG_GAME = `1. d4 ${'Nf6 2. Nf3 Ng8 3. Ng1 '.repeat(40)}`;

/** A text has the same findings whatever was checked before it. */
const repeatable: Property = {
  name: 'repeatable',
  holds(text, language) {
    if (language !== 'pgn') return;
    const found = checkText(text, language);
    assert.ok(checkText(LONG_GAME, language).length > 0);
    assert.deepEqual(checkText(text, language), found);
  },
};

/** Sizes of the blocks that the command line cuts texts into, in code units; a file of one block is the last. */
const BLOCK_SIZES = [1, 30, 200, 1000, 100_000];

const byPlace = (findings: readonly FileFinding[]): FileFinding[] =>
  [...findings].sort(({ range: { start: a }, code: x }, { range: { start: b }, code: y }) =>
    a.line === b.line ? a.character - b.character || (x < y ? -1 : x > y ? 1 : 0) : a.line - b.line,
  );

/** The command line, which reads a file in blocks, finds the same in the same lines and columns as the server does in the document. */
const placed: Property = {
  name: 'placed',
  async holds(text, language, dice) {
    const document = new ServerDocument(`file:///a.${language}`, language, 1, text);
    while (document.step());
    const placeOf = ({ start, end }: Range) => ({
      start: document.buffer.positionAt(start),
      end: document.buffer.positionAt(end),
    });
    const whole = new FileFindings({});
    const findings = diagnosticsOf(document).map(({ range, severity, code, message, game = null, ply = null }) => ({
      range: placeOf(range),
      severity,
      code,
      message,
      game,
      ply,
    }));
    whole.add('a', { findings, games: 0, end: document.buffer.positionAt(text.length) }, undefined);

    const pieces = async function* (): AsyncGenerator<string, void, undefined> {
      for (let at = 0; at < text.length; ) {
        const length = 1 + dice.below(300);
        yield text.slice(at, at + length);
        at += length;
      }
    };
    const cut = new FileFindings({});
    const found: FileFinding[] = [];
    for await (const block of textBlocks(pieces(), sectionCut(language), { size: dice.pick(BLOCK_SIZES) })) {
      const job = { text: block.text, language, options: {} };
      found.push(...cut.add('a', runCheck(job, { cancellation: NEVER }), undefined));
    }
    // what speaks of the whole file comes last where the file has several blocks
    assert.deepEqual(byPlace([...found, ...cut.end()]), byPlace(whole.end()));
  },
};

/** Formatting keeps what games and examples say, and once is enough. */
const formatted: Property = {
  name: 'formatted',
  holds(text, language, dice) {
    if (language === 'mav') assertMavLaw(text);
    else if (language === 'pgn' && dice.once(3)) assertLaw(text, dice.pick(STYLES));
  },
};

/** Most rounds of "fix all": one repair may uncover the next. */
const MAX_ROUNDS = 50;

/** Safe repairs keep what games and examples say, and come to an end. */
const repaired: Property = {
  name: 'repaired',
  holds(text, language, dice) {
    if (language === 'mav') assertSafeFixesKeep(text);
    if (language !== 'pgn' || !dice.once(3)) return;
    const options = { strictExport: dice.once(2) };
    let now = text;
    for (let round = 0; ; round++) {
      const next = fixAll(now, options);
      if (next === now) break;
      assert.ok(round < MAX_ROUNDS, 'no end of repairs');
      assertKept(now, next, `round ${round}`);
      now = next;
    }
  },
};

/** What is offered at any place replaces the word there. */
const completed: Property = {
  name: 'completed',
  holds(text, language, dice) {
    if (language !== 'pgn' || text === '' || !dice.once(3)) return;
    const game = readGame(text);
    const length = game.replay.tree.chunk.length;
    const offset = dice.below(length + 1);
    for (const { range, label } of completePgn(game, offset)) {
      assert.ok(label !== '' && range.start <= offset && offset <= range.end && range.end <= length, label);
    }
  },
};

/** Traces, however damaged, are trees that can be read. */
const grown: Property = {
  name: 'grown',
  holds(text, language) {
    if (language === 'mav') assertTraceTrees(text);
  },
};

const movesOf = ({ line, text, tree }: GameFacts): string[] => line.map((move) => moveText(text, tree, move));

const NO_CLEANING = { drop: new Set<Dropped>(), set: new Map<string, string>() };

/** A cleaning that leaves out nothing changes nothing, one that leaves out notes keeps the moves; facts and rows are found in any game. */
const cleanable: Property = {
  name: 'cleanable',
  holds(text, language) {
    if (language !== 'pgn') return;
    const { chunks, offsets } = readPgn(text);
    for (const [i, chunk] of chunks.entries()) {
      const offset = offsets[i];
      const facts = new GameFacts(text, chunk, offset);
      assert.equal(cleanGame(facts, NO_CLEANING), text.slice(offset, offset + chunk.length));
      const written = cleanGame(facts, { ...NO_CLEANING, drop: new Set(DROPPED) });
      const bare = new GameFacts(written, readChunk(written, 0), 0);
      assert.deepEqual(bare.annotations, { comments: 0, variations: 0, nags: 0, clocks: 0, evals: 0, predictions: 0 });
      // whether moves can be played may change, since a comment may hide one; stray text may become part of a word
      if ((chunk.has & kindBits(STRAY)) === 0) assert.deepEqual(movesOf(bare), movesOf(facts), written);
      gameRow({ file: 'f', game: 1, facts });
      assert.ok(gamePositionRows({ file: 'f', game: 1, facts }).length <= facts.line.length + 1);
    }
  },
};

export const PROPERTIES: readonly Property[] = [
  lossless,
  alone,
  located,
  predictions,
  incremental,
  repeatable,
  placed,
  formatted,
  repaired,
  completed,
  grown,
  cleanable,
];
