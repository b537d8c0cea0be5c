import { lineEndingOf } from '../../core/base/text/line-ending.ts';
import { modelOf } from '../../core/mav/check/example-model.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type DraftLine, type ExampleDraft, printTarget } from '../../core/mav/write/draft.ts';
import type { PlacedPrompt } from '../../core/mav/write/placed-prompt.ts';

/** The two texts of a comparison: each the whole example. */
export interface MavComparison {
  readonly reference: string;
  readonly outputs: string;
}

/**
 * An example with its outputs and with those of the reference. The reference's list has the order of the example's, as far as
 * they have the same actions, so that only what is different shows.
 */
export function mavComparison(
  text: string,
  { example, prompt, outputs }: PlacedPrompt,
  draft: ExampleDraft,
  dialect: MavDialect,
): MavComparison {
  const { game, list } = modelOf(example, dialect);
  const order = new Map<string, number>();
  const actions = list?.body.kind === 'list' ? list.body.actions : [];
  for (const { move } of actions) {
    const action = game?.normal(move.text) ?? move.text;
    if (!order.has(action)) order.set(action, order.size);
  }
  const inOrder = (line: DraftLine): DraftLine => {
    if (line.command !== 'top' || typeof line.list === 'string') return line;
    const place = ({ action }: { readonly action: string }): number => order.get(action) ?? order.size;
    return { ...line, list: [...line.list].sort((a, b) => place(a) - place(b)) };
  };
  const target = printTarget({ ...draft, lines: draft.lines.map(inOrder) }, dialect);
  const own = outputs === undefined ? '' : text.slice(outputs.start, outputs.end) + lineEndingOf(text);
  const plain = (all: string): string => all.replace(/\r\n?/g, '\n');
  return { reference: plain(prompt + target), outputs: plain(prompt + own) };
}
