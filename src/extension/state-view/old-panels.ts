import * as v from 'valibot';
import type { ComparePlace, PositionParams } from '../../protocol/lsp.ts';

// What the pages of the board and of the comparison kept, before there was the state view.

const point = v.object({ line: v.number(), character: v.number() });
const board = v.object({ shown: v.object({ place: v.object({ uri: v.string(), position: point }) }) });
const comparison = v.object({
  shown: v.object({
    place: v.object({
      uri: v.string(),
      game: v.number(),
      ply: v.number(),
      path: v.array(v.object({ ply: v.number(), index: v.number() })),
    }),
  }),
  label: v.nullable(v.string()),
});

/** What an old panel showed: a place of a text, or a position with the label that was open. */
export type OldPlace =
  | PositionParams
  | { readonly uri: string; readonly compared: ComparePlace; readonly label: string | null };

/** The place that an old page kept; undefined where it cannot be read. */
export function readOldPlace(value: unknown): OldPlace | undefined {
  const followed = v.safeParse(board, value);
  if (followed.success) return followed.output.shown.place;
  const compared = v.safeParse(comparison, value);
  if (!compared.success) return undefined;
  const { shown, label } = compared.output;
  const { uri, ...position } = shown.place;
  return { uri, compared: label === null ? position : { ...position, label }, label };
}
