import { dominantLineEnding } from '../../core/base/text/lines.ts';
import { changedSpan, shiftRange, wholeLines } from '../../core/base/text/range.ts';
import { gameNumbering, numberText } from '../../core/notation/pgn/move-numbers.ts';
import { moveText, type WholeGame } from '../../core/notation/pgn/replay.ts';
import { tokenEnd } from '../../core/notation/pgn/tree.ts';
import {
  deleteVariation,
  firstVariation,
  makeMainLine,
  promoteVariation,
  variationAt,
  variationDepth,
} from '../../core/notation/pgn/variations.ts';
import { ownLineEdits } from '../../core/notation/predictions/own-lines.ts';
import { LARGE } from '../documents/section-options.ts';
import { type ActionSource, editAction } from './source.ts';

const KIND = 'refactor.rewrite';

/** Rewrites of the variation at the cursor, and of the variations of the move under it. */
export const variationActions: ActionSource = {
  kind: KIND,
  actions({ document, range }, { views }) {
    const placed = views.gameAt(document, range.start);
    if (placed === undefined || placed.view.text.length > LARGE) return [];
    const { view } = placed;
    if (range.end > placed.placed.offset + view.text.length) return [];
    const { offset } = placed.placed;
    return rewritesAt(view, range.start - offset).flatMap(({ title, text }) => {
      const edit = text === undefined ? undefined : changedSpan(view.text, 0, view.text.length, text);
      if (edit === undefined) return [];
      const moved = { range: shiftRange(edit.range, offset), newText: edit.newText };
      return [editAction(document, title, KIND, [moved])];
    });
  },
};

/** Puts the predictions of a game on separate lines; offered in lines with predictions between moves. */
export const ownLineActions: ActionSource = {
  kind: KIND,
  actions({ document, range }, { views }) {
    const found = views.gameAt(document, range.start);
    if (found === undefined || found.view.text.length > LARGE) return [];
    const { view, placed } = found;
    const edits = ownLineEdits(view, dominantLineEnding(view.text));
    const lines = wholeLines(view.text, shiftRange(range, -placed.offset));
    if (!edits.some((edit) => edit.range.start <= lines.end && edit.range.end >= lines.start)) return [];
    const moved = edits.map((edit) => ({ range: shiftRange(edit.range, placed.offset), newText: edit.newText }));
    return [editAction(document, 'Put each prediction on a line of its own', KIND, moved)];
  },
};

interface Rewrite {
  readonly title: string;
  /** Text of the whole game; undefined if the rewrite is not possible. */
  readonly text: string | undefined;
}

function rewritesAt(game: WholeGame, offset: number): Rewrite[] {
  const { tree } = game.replay;
  const rewrites: Rewrite[] = [];
  const node = variationAt(game, offset);
  const first = node < 0 ? -1 : tree.moveNode.indexOf(node);
  if (first >= 0) {
    const name = numbered(game, first);
    rewrites.push({ title: `Promote variation ${name}`, text: promoteVariation(game, node) });
    const level = variationDepth(game, node);
    // every level costs one more reading of the game
    if (level > 1 && level * game.text.length <= LARGE)
      rewrites.push({ title: `Make ${name} the main line`, text: makeMainLine(game, node) });
    rewrites.push({ title: `Delete variation ${name}`, text: deleteVariation(game, node) });
  }
  const move = moveUnder(game, offset);
  const variation = move < 0 ? -1 : firstVariation(game, move);
  const other = variation < 0 ? -1 : tree.moveNode.indexOf(variation);
  if (other >= 0) {
    const title = `Demote ${numbered(game, move)} below ${numbered(game, other)}`;
    rewrites.push({ title, text: promoteVariation(game, variation) });
  }
  return rewrites;
}

/** Returns the move that an offset lies in or directly after; -1 for none. */
function moveUnder({ replay: { tree } }: WholeGame, offset: number): number {
  const { chunk, moveToken } = tree;
  return moveToken.findIndex((token) => (chunk.starts[token] ?? 0) <= offset && offset <= tokenEnd(chunk, token));
}

/** Formats a move as `12...Nf6`; without its number if that is unknown. */
function numbered({ text, tags, replay }: WholeGame, move: number): string {
  const numbering = gameNumbering(replay.start, tags);
  const number = numbering === undefined ? '' : numberText(numbering, replay.tree.movePly[move] ?? 0);
  return number + moveText(text, replay.tree, move);
}
