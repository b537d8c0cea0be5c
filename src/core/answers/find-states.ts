import type { StatedState } from './reading.ts';
import { scanChess } from './states/scan.ts';
import { originalRange, viewOf } from './text/view.ts';

/** All chess states of a text in every notation, in the order of the text, without their roles. Never throws; linear in the text. */
export function findStates(text: string): StatedState[] {
  const view = viewOf(text);
  return scanChess(view).map(({ range, form, state, stated }) => ({
    range: originalRange(view, range),
    form,
    state,
    stated,
  }));
}
