import { dominantLineEnding } from '../../core/base/text/lines.ts';
import { shiftRange, wholeLines } from '../../core/base/text/range.ts';
import { ownLineEdits } from '../../core/notation/predictions/own-lines.ts';
import { LARGE } from '../documents/section-options.ts';
import { type ActionSource, editAction } from './source.ts';

const KIND = 'refactor.rewrite';

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
