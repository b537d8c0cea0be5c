import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Example, Word } from '../syntax.ts';
import type { MavView } from '../view.ts';

/** An action of chess, of which capital letters are read as if they were small. */
const ACTION = /^[a-h][1-8][a-h][1-8][nbrq]?$/i;

/**
 * The hint that actions of chess are written with capital letters (`a7a8Q`), with a fix for all of them: one in a section, since a
 * model or a converter writes them all so. A tokenizer has other tokens for them.
 */
export function looseActions({ section, examples }: MavView): Diagnostic[] {
  const { item } = section;
  if (item === undefined || examples[0]?.model.game?.hasFen !== true) return [];
  const words = [...wordsOf(item)]
    .filter(({ text }) => ACTION.test(text) && text !== text.toLowerCase())
    .sort((a, b) => a.range.start - b.range.start);
  const [first, ...others] = words;
  if (first === undefined) return [];
  const right = first.text.toLowerCase();
  const more = others.length === 0 ? '' : `, and ${others.length} more alike`;
  const edits = words.map(({ range, text }) => ({ range, newText: text.toLowerCase() }));
  const title = others.length === 0 ? `Write ${right}` : `Write ${right} (all ${words.length})`;
  return [
    diagnostic('MAV_LOOSE_ACTION', first.range, `${first.text} must be written ${right}${more}`, {
      fixes: [{ title, edits, safe: true }],
    }),
  ];
}

/** The actions of an example or a trace, but for those in the names of its nodes. */
function* wordsOf(item: NonNullable<MavView['section']['item']>): Generator<Word> {
  if (item.kind === 'example') {
    yield* wordsOfExample(item);
    return;
  }
  for (const step of item.steps) {
    if (step.kind === 'evaluation' && step.example !== undefined) yield* wordsOfExample(step.example);
    if (step.kind !== 'decision') continue;
    for (const { move } of step.actions) yield move;
    if (step.selection?.kind === 'action') yield step.selection.action.move;
  }
}

function* wordsOfExample({ lines }: Example): Generator<Word> {
  for (const { body } of lines) {
    if (body.kind === 'move') yield body.move;
    if (body.kind === 'list') for (const { move } of body.actions) yield move;
  }
}
