// What the stand-in of VS Code draws and folds of predictions.
import { type MarkdownString, Range } from '../../support/editor/values.ts';
import type { Editor } from '../../support/editor/window.ts';
import type { StartedWindow } from './started-window.ts';

/** A game with predictions of two models on lines of their own, and the heads of its folds. */
export const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
export const OTHER = AFTER_E4.replace('4P3/8', '8/4P3');
export const predicted = (label: string, fen: string) => `{ [%pfen ${label} ${fen}] }`;
export const GAME = `[Result "*"]

1. e4
${predicted('gpt-4o-2024-08-06', OTHER)}
${predicted('o3-mini-2025-01-31', AFTER_E4)}
1... e5
${predicted('o3-mini-2025-01-31', AFTER_E4)}
*
`;
export const FOLDS = [2, 5];

export interface Drawn {
  readonly range: Range;
  readonly hoverMessage?: MarkdownString;
  readonly renderOptions?: {
    readonly after: { readonly contentText: string; readonly color: { readonly id: string } };
  };
}

/** The chips of the active editor: the line, then the texts from left to right. */
export function chipsIn({ stand }: StartedWindow): string[] {
  const lines = new Map<number, string[]>();
  for (const drawn of stand.window.active?.decorations.values() ?? [])
    for (const { range, renderOptions } of drawn as Drawn[])
      if (renderOptions !== undefined)
        lines.set(range.start.line, [...(lines.get(range.start.line) ?? []), renderOptions.after.contentText]);
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, texts]) => [line, ...texts].join(' ').replaceAll('\u00a0', ' '));
}

/** The lines that an editor shows after a command: folds hide the line after their head. */
function visibleIn({ document }: Editor, command: string, heads: readonly number[]): Range[] {
  const last = document.lineCount - 1;
  if (command === 'editor.unfold') return [new Range(0, 0, last, 0)];
  return [-1, ...heads].map((head, i) => new Range(head < 0 ? 0 : head + 2, 0, heads[i] ?? last, 0));
}

/** What VS Code was told to fold and unfold. */
export function folding({ stand }: StartedWindow): [command: string, lines: readonly number[]][] {
  const told: [string, readonly number[]][] = [];
  for (const command of ['editor.fold', 'editor.unfold'])
    stand.commands.set(command, (how) => {
      const { selectionLines } = how as { readonly selectionLines: readonly number[] };
      const { active } = stand.window;
      if (active !== undefined) Reflect.set(active, 'visibleRanges', visibleIn(active, command, selectionLines));
      told.push([command.slice('editor.'.length), selectionLines]);
    });
  return told;
}

/** True once the first chips have their score. */
export const isScored = (window: StartedWindow): boolean => /✗ gpt-4o 0\.\d\d/.test(chipsIn(window)[0] ?? '');
