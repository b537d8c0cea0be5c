import { nagMeaning, nagOf } from '../nags.ts';
import type { MoveNotes } from './notes.ts';

/** Maximum number of glyphs of a move that are spelled out. */
const MAX = 4;

/** A glyph and its meaning: `!? speculative move`, `$14 ⩲ White has a slight advantage`. */
export function glyphText(written: string): string {
  const nag = nagOf(written);
  const known = nag === undefined ? undefined : nagMeaning(nag);
  if (known === undefined) return `${written} has no meaning in the standard`;
  const { glyph, meaning } = known;
  return [written, ...(glyph === '' || glyph === written ? [] : [glyph]), meaning].join(' ');
}

/** The notes of a move in one line: `!? speculative move · eval 0.25 · clock 0:05:00`; empty if there are none. */
export function notesText({ glyphs, evaluation, clock }: MoveNotes): string {
  return [
    ...glyphs.slice(0, MAX).map(glyphText),
    ...(evaluation === undefined ? [] : [`eval ${evaluation.slice(0, 20)}`]),
    ...(clock === undefined ? [] : [`clock ${clock.slice(0, 20)}`]),
  ].join(' · ');
}
