import type { ComparedGame } from '../../core/metrics/compared-games.ts';
import type { HistoryPly } from '../../core/metrics/line-history.ts';
import { lineTo } from '../../core/notation/pgn/move-before.ts';
import type { VariationStep } from '../../core/notation/pgn/paths.ts';
import type {
  ComparedList,
  ComparedPrediction,
  ComparisonParams,
  ComparisonResult,
  LspRange,
} from '../../protocol/lsp.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { PlacedSection } from '../documents/sections.ts';
import type { PlacedGame, Views } from '../games/views.ts';
import { historyAt, textComparison } from '../lenses/lens-entries.ts';
import type { Comparer } from './comparer.ts';
import { placeInMav } from './mav-place.ts';

/** What is asked about, apart from the predictions. */
export interface Place {
  readonly title: string;
  readonly trueFen: string;
  readonly history: readonly HistoryPly[];
  readonly lastMove: readonly [string, string] | null;
  readonly variant: ComparedGame;
  readonly moveRanges: readonly (LspRange | null)[];
  readonly lists?: readonly ComparedList[];
}

/**
 * Everything about the predictions at a position, in the order of the document. All of it is taken from the document as it is
 * now; the scores follow from the pool. Null where there is no such position, or the moves up to it cannot be replayed.
 */
export async function compareAt(
  document: ServerDocument,
  { game, ply, path, label }: ComparisonParams,
  comparer: Comparer,
  views: Views,
): Promise<ComparisonResult | null> {
  const index = document.sections.indexOfGame(game);
  if (index < 0) return null;
  const section = document.sections.at(index);
  const predictions = section.section.predictions
    .map((prediction, i): PlacedPrediction => ({ prediction, offset: section.offset, game, index: i }))
    .filter(
      ({ prediction: p }) => p.ply === ply && samePath(p.path, path) && (label === undefined || p.label === label),
    );
  const place =
    document.language === 'mav'
      ? placeInMav(document, section, ply)
      : placeOf(document, section, ply, path, predictions, views);
  if (place === undefined) return null;
  const { title, trueFen, history, lastMove, variant, moveRanges, lists = [] } = place;
  const compared = predictions.map(async (placed): Promise<ComparedPrediction> => {
    const { label, fen, range } = placed.prediction;
    const at = { start: placed.offset + range.start, end: placed.offset + range.end };
    const text = textComparison(document, placed, trueFen);
    const options = { moves: true, setBased: true, conditional: true };
    const before = { label, fen, range: document.rangeAt(at), text, moveRanges };
    return { ...before, comparison: (await comparer.compare(document, placed, trueFen, options)) ?? null };
  });
  return {
    title,
    trueFen,
    history,
    lastMove,
    variant,
    labels: document.language === 'mav' ? 'states' : 'models',
    predictions: await Promise.all(compared),
    lists: lists.filter((list) => label === undefined || list.label === label),
  };
}

function placeOf(
  document: ServerDocument,
  section: PlacedSection,
  ply: number,
  path: readonly VariationStep[],
  predictions: readonly PlacedPrediction[],
  views: Views,
): Place | undefined {
  const inGame = views.game(document, section);
  return inGame === undefined ? recordPlace(document, predictions) : placeInGame(document, inGame, ply, path);
}

function placeInGame(
  document: ServerDocument,
  { view, placed: section }: PlacedGame,
  ply: number,
  path: readonly VariationStep[],
): Place | undefined {
  const move = view.moveOf(ply, path);
  const position = move === undefined ? undefined : view.position(move);
  if (move === undefined || position === undefined) return undefined;
  const line = [-1, ...lineTo(view.replay.tree, move)];
  const history: HistoryPly[] = line.map((m) => {
    const at = view.position(m);
    return { ply: at?.ply ?? 0, fen: at?.fen ?? '', ...(m >= 0 && { san: view.san(m) }) };
  });
  const moveRanges = line.map((m) => {
    if (m < 0) return null;
    const { start, end } = view.rangeOf(m);
    return document.rangeAt({ start: start + section.offset, end: end + section.offset });
  });
  const where = position.move === undefined ? 'start position' : `after ${position.move} (ply ${ply})`;
  const { fen: trueFen, lastMove } = position;
  return {
    title: `${view.players ?? `Game ${section.game + 1}`}, ${where}`,
    trueFen,
    history,
    lastMove,
    variant: view.variant,
    moveRanges,
  };
}

/** In a FEN file the record is the position, and has no line. */
function recordPlace(document: ServerDocument, predictions: readonly PlacedPrediction[]): Place | undefined {
  const [first] = predictions;
  const trueFen = first?.prediction.trueFen ?? null;
  if (first === undefined || trueFen === null) return undefined;
  return {
    title: `Position ${first.game + 1}`,
    trueFen,
    history: historyAt(document, first),
    lastMove: null,
    variant: first.prediction.variant,
    moveRanges: [null],
  };
}

const samePath = (a: readonly VariationStep[], b: readonly VariationStep[]): boolean =>
  a.length === b.length && a.every((step, i) => step.ply === b[i]?.ply && step.index === b[i]?.index);
