import type * as vscode from 'vscode';
import type { ExamplePrompt } from '../../core/mav/write/prompt-edits.ts';
import { Anchors } from '../platform/anchors.ts';

/** Positions of examples while their document is edited. */
export class ExampleAnchors implements vscode.Disposable {
  readonly #indices: ReadonlyMap<ExamplePrompt, number>;
  readonly #anchors: Anchors;

  constructor(uri: vscode.Uri, examples: readonly ExamplePrompt[]) {
    this.#indices = new Map(examples.map((found, i) => [found, i]));
    this.#anchors = new Anchors(
      uri,
      examples.flatMap(({ inputs, outputs }) => [inputs, outputs ?? inputs]),
    );
  }

  /** Returns an example at its current position; undefined if it was edited. */
  now(found: ExamplePrompt): ExamplePrompt | undefined {
    const index = this.#indices.get(found) ?? -1;
    const { ranges } = this.#anchors;
    const [inputs, outputs] = [ranges[2 * index], ranges[2 * index + 1]];
    if (inputs === undefined || outputs === undefined) return undefined;
    return { ...found, inputs, outputs: found.outputs === undefined ? undefined : outputs };
  }

  dispose(): void {
    this.#anchors.dispose();
  }
}
