import * as vscode from 'vscode';
import type { PredictionTarget } from '../../models/predict/game-targets.ts';
import { SERVER_ID } from '../../protocol/lsp.ts';
import { type Anchors, lensTitle } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import type { Waits } from '../platform/models/asking.ts';

/**
 * Lenses at positions with a pending request, until the answers are written: `gpt-4o: predicting…`, or the reason and
 * the end of a wait.
 */
export class PendingLenses implements vscode.Disposable {
  readonly #uri: string;
  readonly #label: string;
  readonly #anchors: Anchors;
  readonly #indices: ReadonlyMap<PredictionTarget, number>;
  readonly #waits: Waits;
  /** Numbers of pending or waiting requests, by place. */
  readonly #asked = new Map<PredictionTarget, number>();
  /**
   * Title of the lenses. Each change makes VS Code request all lenses of the text again, so seconds are not counted
   * down here.
   */
  #title: string;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #ends: vscode.Disposable;

  /** @param anchors of the places, in their order */
  constructor(uri: vscode.Uri, label: string, places: readonly PredictionTarget[], anchors: Anchors, waits: Waits) {
    this.#uri = uri.toString();
    this.#label = label;
    this.#anchors = anchors;
    this.#indices = new Map(places.map((place, i) => [place, i]));
    this.#waits = waits;
    this.#title = this.#words();
    this.#ends = vscode.Disposable.from(
      this.#changed,
      waits.listen(() => this.#updateTitle()),
      vscode.languages.registerCodeLensProvider([{ language: 'pgn' }, { language: 'walk' }], {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: (document) => (document.uri.toString() === this.#uri ? this.#lenses(document) : []),
      }),
    );
  }

  /** Records that a request about a place was sent. */
  begin(place: PredictionTarget): void {
    this.#asked.set(place, (this.#asked.get(place) ?? 0) + 1);
    this.#changed.fire();
  }

  /** Records that a request returned, with an answer or without. */
  end(place: PredictionTarget): void {
    const left = (this.#asked.get(place) ?? 0) - 1;
    if (left > 0) this.#asked.set(place, left);
    else this.#asked.delete(place);
    this.#changed.fire();
  }

  dispose(): void {
    this.#ends.dispose();
  }

  #words(): string {
    const { wordsAt } = this.#waits;
    return wordsAt === undefined
      ? t('$(sync~spin) {0}: predicting…', this.#label)
      : `$(watch) ${this.#label}: ${wordsAt}`;
  }

  #updateTitle(): void {
    const title = this.#words();
    if (title === this.#title) return;
    this.#title = title;
    this.#changed.fire();
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (vscode.workspace.getConfiguration(SERVER_ID).get('lens.mode') === 'off') return [];
    const title = this.#title;
    return [...this.#asked.keys()].flatMap((place) => {
      const range = this.#anchors.ranges[this.#indices.get(place) ?? -1];
      if (range === undefined) return [];
      const at = document.positionAt(range.start);
      return [
        new vscode.CodeLens(new vscode.Range(at, at), {
          title: lensTitle(title),
          tooltip: t('Show the log'),
          command: 'statelens.showLog',
        }),
      ];
    });
  }
}
