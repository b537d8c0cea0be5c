import fs from 'node:fs';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { legalMoves } from '../../../src/core/games/chess/chess.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { formatPieces } from '../../../src/core/languages/format.ts';
import { PGN } from '../../../src/core/languages/pgn/kit.ts';
import { annotate, predictionsIn, removePredictions } from '../../../src/core/languages/predictions.ts';
import { completePgn } from '../../../src/core/notation/pgn/authoring/complete-pgn.ts';
import { pgnInlays } from '../../../src/core/notation/pgn/authoring/move-notes.ts';
import {
  alternatives,
  boardPosition,
  counterparts,
  samePosition,
} from '../../../src/core/notation/pgn/board-position.ts';
import { isGame, readChunk } from '../../../src/core/notation/pgn/document.ts';
import { textMeaning } from '../../../src/core/notation/pgn/game-meaning.ts';
import { insertMove } from '../../../src/core/notation/pgn/insert-move.ts';
import { finalUrl, resultRange, startLink } from '../../../src/core/notation/pgn/outline/analysis-links.ts';
import { partFolds, selectionsAt } from '../../../src/core/notation/pgn/outline/folding-and-selection.ts';
import { gameSymbol } from '../../../src/core/notation/pgn/outline/symbols.ts';
import { tokenSpans } from '../../../src/core/notation/pgn/outline/token-spans.ts';
import { readGame, stateAfter } from '../../../src/core/notation/pgn/replay.ts';
import {
  deleteVariation,
  firstVariation,
  makeMainLine,
  promoteVariation,
  variationAt,
  variationDepth,
} from '../../../src/core/notation/pgn/variations.ts';
import { ownLineEdits } from '../../../src/core/notation/predictions/own-lines.ts';
import { makeLabel, SAME_LABEL } from '../../../src/core/notation/predictions/prediction.ts';
import { assertRecorded, type RecordedValue, variants } from '../../support/recorded.ts';

/** Games and parts of games, most with one slip of the pen. */
const TEXTS = JSON.parse(fs.readFileSync('test/fixtures/recorded/games.json', 'utf8')) as readonly string[];
/** Characters of a text between two places that are looked at. */
const STRIDE = 3;
const LABELS = ['m', 'm#2', 'gpt-4o@ask'].map((label) => makeLabel(label));
const STATE = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';

const games = TEXTS.map((text, i) => ({ key: String(i), text })).filter(({ text }) => isGame(readChunk(text, 0)));

/** The values of every game, or of every `step`th. */
function* each(
  value: (text: string) => { readonly summary: string; readonly value: unknown },
  step = 1,
): Iterable<RecordedValue> {
  for (let i = 0; i < games.length; i += step) {
    const { key, text } = games[i];
    yield { key, ...value(text) };
  }
}

function findings(text: string, strictExport: boolean): { readonly summary: string; readonly value: unknown } {
  const found = checkText(text, 'pgn', { strictExport });
  const codes = [...new Set(found.map(({ code }) => code))].sort();
  return { summary: codes.join(' '), value: found };
}

const places = (text: string): readonly number[] =>
  Array.from({ length: Math.floor(text.length / STRIDE) + 1 }, (_, i) => i * STRIDE);

/** What an editor shows at the places of a game. */
function atPlaces(text: string): { readonly summary: string; readonly value: unknown } {
  const game = readGame(text);
  const shown = places(text).map((offset) => {
    const position = boardPosition(text, game.replay, offset);
    return [completePgn(game, offset), selectionsAt(text, game.replay.tree, offset), position];
  });
  return { summary: `${shown.length} places`, value: shown };
}

/** What an editor shows of a whole game. */
function overview(text: string): { readonly summary: string; readonly value: unknown } {
  const { replay } = readGame(text);
  const chunk = readChunk(text, 0);
  const game = readGame(text);
  const inlays = (['ply', 'fen', 'off'] as const).map((inlayPosition) =>
    pgnInlays(game, { start: 0, end: text.length }, { inlayPosition, inlayOpening: true, inlayGlyphs: true }),
  );
  const moves = Array.from(replay.tree.moveToken, (_, move) => [
    alternatives(replay.tree, move),
    counterparts(replay.tree, move),
    samePosition(replay, move),
  ]);
  const symbol = gameSymbol(text, chunk, 0, 1, true);
  const links = [startLink(replay), resultRange(replay), finalUrl(replay)];
  return {
    summary: symbol.name.replaceAll(/\s/g, ' '),
    value: [symbol, partFolds(chunk, 0), tokenSpans(text, replay), inlays, moves, links],
  };
}

/** The texts after every edit of variations, and after two legal moves are inserted at each place. */
function edited(text: string): { readonly summary: string; readonly value: unknown } {
  const game = readGame(text);
  const { tree } = game.replay;
  const nodes = new Set(places(text).map((offset) => variationAt(game, offset)));
  const lines = [...nodes].map((node) =>
    node < 0
      ? [node]
      : [
          node,
          variationDepth(game, node),
          deleteVariation(game, node),
          promoteVariation(game, node),
          makeMainLine(game, node),
        ],
  );
  const inserted = Array.from({ length: tree.moveToken.length + 1 }, (_, i) => {
    const state = stateAfter(game.replay, i - 1);
    const legal = state === undefined ? [] : [...legalMoves(state)];
    return [0, Math.floor(legal.length / 2)].map((at) => {
      const move = legal[at];
      const found = move === undefined ? undefined : insertMove(text, game.replay, i - 1, move);
      return typeof found === 'object' ? [found, applyEdits(text, found.edits)] : found;
    });
  });
  const firsts = Array.from(tree.moveToken, (_, move) => firstVariation(game, move));
  return { summary: `${nodes.size} lines, ${inserted.length} places`, value: [lines, inserted, firsts] };
}

/** Predictions written into a game at its first plies, read, put on their own lines and removed. */
function predicted(text: string): { readonly summary: string; readonly value: unknown } {
  const annotations = [0, 1, 2, 3, 9].flatMap((ply, i) =>
    LABELS.slice(0, 1 + (i % 3)).map((label) => ({ game: 0, ply, label, fen: ply === 2 ? undefined : STATE })),
  );
  const results = SAME_LABEL.map((sameLabel) => {
    const first = annotate(text, 'pgn', annotations, { sameLabel });
    const once = applyEdits(text, first.edits);
    const second = annotate(once, 'pgn', annotations.slice(0, 3), { sameLabel });
    const twice = applyEdits(once, second.edits);
    const read = predictionsIn(twice, 'pgn').map((prediction) => [prediction, prediction.trueFen, prediction.unknown]);
    const removals = [{}, { label: 'm' }].map((options) => {
      const { edits, removed } = removePredictions(twice, 'pgn', options);
      return [applyEdits(twice, edits), removed];
    });
    const tight = twice.replaceAll(/\n(?=\{)/g, ' ');
    return [first, second, read, removals, applyEdits(tight, ownLineEdits(readGame(tight), '\n'))];
  });
  return { summary: `${predictionsIn(text, 'pgn').length} before`, value: results };
}

/** The fixes that are searched for the findings of a game. */
function repaired(text: string): { readonly summary: string; readonly value: unknown } {
  let unsearched = 0;
  const offers = checkText(text, 'pgn')
    .filter((finding) => PGN.repairs?.isRepairable(finding) === true)
    .map((finding) => PGN.repairs?.offers(text, finding, () => unsearched++));
  return { summary: `${offers.flat().length} offers`, value: [offers, unsearched] };
}

describe('games with slips of the pen, as recorded', () => {
  it('have findings and fixes', () => {
    assertRecorded(
      'game-findings',
      each((text) => findings(text, false)),
    );
  });

  it('have findings and fixes in the export format', () => {
    assertRecorded(
      'game-export-findings',
      each((text) => findings(text, true), 2),
    );
  });

  it('have findings and fixes after more slips', () => {
    const more = games
      .filter((_, i) => i % 2 === 1)
      .flatMap(({ key, text }, i) =>
        [...variants(text, i, 3)]
          .slice(2)
          .map(([name, varied]) => ({ key: `${key} ${name}`, ...findings(varied, false) })),
      );
    assertRecorded('game-slips', more);
  });

  it('have a format and a meaning', () => {
    assertRecorded(
      'game-formats',
      each((text) => {
        const formats = (['gentle', 'export'] as const).map((style) =>
          applyEdits(text, [...(formatPieces(text, 'pgn', { style }) ?? [])].flat()),
        );
        return {
          summary: String(formats.filter((format) => format !== text).length),
          value: [formats, textMeaning(text)],
        };
      }, 2),
    );
  });

  it('have an outline, folds, colors, notes and links', () => {
    assertRecorded('game-overviews', each(overview));
  });

  it('have completions, selections and a board at each place', () => {
    assertRecorded('game-places', each(atPlaces, 7));
  });

  it('take moves, and edits of their variations', () => {
    assertRecorded('game-edits', each(edited, 3));
  });

  it('take predictions, and give them back', () => {
    assertRecorded('game-predictions', each(predicted, 6));
  });

  it('have repairs that are searched', () => {
    assertRecorded('game-repairs', each(repaired, 2));
  });
});
