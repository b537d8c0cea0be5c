import * as vscode from 'vscode';
import type { Position } from '../../core/base/text/line-index.ts';

/** Cursor moves that are remembered. */
const MOST = 128;

const keyOf = ({ line, character }: Position): string => `${line}:${character}`;

/** Where this view has put the cursor lately: word of that comes late, when the next step may be under way. */
export class OwnMoves {
  readonly #keys: string[] = [];

  add(to: Position): void {
    this.#keys.push(keyOf(to));
    this.#keys.splice(0, this.#keys.length - MOST);
  }

  /** True if a change of a selection was made here; it and those before it are forgotten. */
  takes({ textEditor, kind }: vscode.TextEditorSelectionChangeEvent): boolean {
    // What an extension does to a selection is told as a command's doing, or without a kind.
    if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) return false;
    const own = this.#keys.indexOf(keyOf(textEditor.selection.active));
    if (own >= 0) this.#keys.splice(0, own + 1);
    return own >= 0;
  }
}
