import * as vscode from 'vscode';
import { type Range, shiftRanges } from '../../core/base/text/range.ts';

/** Ranges of a document that follow its edits until they are disposed of. */
export class Anchors implements vscode.Disposable {
  #ranges: readonly (Range | undefined)[];
  readonly #listener: vscode.Disposable;

  constructor(uri: vscode.Uri, ranges: readonly Range[]) {
    this.#ranges = ranges;
    this.#listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.toString() !== uri.toString()) return;
      const changes = contentChanges.map(({ rangeOffset: start, rangeLength, text }) => ({
        range: { start, end: start + rangeLength },
        length: text.length,
      }));
      this.#ranges = shiftRanges(this.#ranges, changes);
    });
  }

  /** Current ranges; undefined for one whose text was edited. */
  get ranges(): readonly (Range | undefined)[] {
    return this.#ranges;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
