import * as vscode from 'vscode';
import { readMav } from '../../core/mav/read-mav.ts';
import { predictionsIn } from '../../core/notation/predictions/annotate.ts';
import {
  COMPARISON_REQUEST,
  COMPARISON_STEP_REQUEST,
  type ComparePlace,
  type ComparisonParams,
  type ComparisonResult,
  type ComparisonStepParams,
  type LspRange,
} from '../../protocol/lsp.ts';
import { readSettings } from '../../protocol/settings.ts';
import { COMPARE_VIEW } from '../../protocol/views.ts';
import { type FromPage, readFromPage, type ToPage, WEBVIEW_VERSION } from '../../protocol/webview.ts';
import { languageOfDocument } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { type Attempts, askServer } from '../platform/pages/ask-server.ts';
import type { PageKind } from '../platform/pages/panel.ts';
import { PageSession } from '../platform/pages/session.ts';
import { showRange } from '../platform/show-range.ts';
import { speakOf } from './compare-places.ts';
import { ComparisonState } from './comparison-state.ts';

/** Quiet time after a change of the document, or of a setting, before its comparison is asked for again. */
const QUIET_MS = 300;

const STARTING: Attempts = { attempts: 10, pauseMs: QUIET_MS };

const PAGE: PageKind<FromPage> = { name: 'compare', title: 'Comparison of states', read: readFromPage };

/** What the panel shows: asks the server for it, keeps it up to date, and does what the page asks. */
export class ComparisonView {
  readonly #context: FeatureContext;
  readonly #session: PageSession<ToPage, FromPage>;
  readonly #state = new ComparisonState();

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#session = new PageSession(context.extension.extensionUri, PAGE, {
      quietMs: QUIET_MS,
      uri: () => this.#state.wanted?.uri,
      read: (token, isLatest) => this.#read(token, isLatest),
      receive: (message) => {
        this.#onMessage(message).catch((error: unknown) => this.#failed(error));
      },
      failed: (error) => this.#failed(error),
      closed: () => this.#state.clear(),
    });
  }

  /** Compares what is at a place, in the panel that is there or in a new one. */
  async open(place: ComparisonParams): Promise<void> {
    this.#session.show(() => vscode.window.createWebviewPanel(COMPARE_VIEW, 'Comparison', vscode.ViewColumn.Beside));
    await this.#go(place);
  }

  /** Takes over a panel that VS Code restores; it stays empty when nothing is known of what it showed. */
  async restore(panel: vscode.WebviewPanel, place: ComparisonParams | undefined): Promise<void> {
    this.#session.restore(panel);
    if (place === undefined) this.#say('What was compared here is not known any more. Click a lens to compare.');
    else await this.#go(place);
  }

  dispose(): void {
    this.#session.dispose();
  }

  async #go(place: ComparisonParams): Promise<void> {
    this.#state.go(place);
    await this.#session.refresh();
  }

  /** Asks for the comparison of all predictions of the position. */
  async #read(token: vscode.CancellationToken, isLatest: () => boolean): Promise<void> {
    const place = this.#state.wanted;
    if (place === undefined) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
    const { version } = document;
    const { uri, game, ply, path } = place;
    const params: ComparisonParams = { uri, game, ply, path };
    const { client } = this.#context;
    const result = await askServer<ComparisonResult>(client, COMPARISON_REQUEST, params, token, STARTING, () =>
      mayHave(document, params),
    );
    if (!isLatest()) return;
    if (result === null || result.predictions.length + result.lists.length === 0) {
      this.#say('What was compared is no longer in the file.');
      return;
    }
    this.#state.take(result, version);
    this.#show();
  }

  /** Title and page, by what is known now. */
  #show(): void {
    const { orientation } = readSettings(vscode.workspace.getConfiguration().get('statelens'));
    this.#showTitle();
    for (const message of this.#state.messages(orientation)) this.#session.post(message);
  }

  #showTitle(): void {
    const { title } = this.#state;
    if (title !== undefined) this.#session.title = title;
  }

  #say(reason: string): void {
    this.#state.miss(reason);
    this.#session.post({ version: WEBVIEW_VERSION, type: 'unavailable', reason });
  }

  #failed(error: unknown): void {
    this.#context.log.error(`The comparison failed: ${error instanceof Error ? error.message : String(error)}`);
    this.#say('The comparison could not be computed. “StateLens: Show Log” says why.');
  }

  async #onMessage(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#show();
        break;
      case 'select':
        this.#state.select(message.label);
        this.#showTitle();
        break;
      case 'revealMove':
        await this.#revealMove(message.ply);
        break;
      case 'revealPrediction':
        await this.#reveal(
          ({ predictions, lists }) => [...predictions, ...lists].find(({ label }) => label === message.label)?.range,
        );
        break;
      case 'step':
        await this.#step(message.to);
        break;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        this.#session.post({ version: WEBVIEW_VERSION, type: 'copied', format: message.format });
        break;
    }
  }

  async #revealMove(ply: number): Promise<void> {
    await this.#reveal(({ history, predictions }) => {
      const index = history.findIndex((entry) => entry.ply === ply);
      return predictions[0]?.moveRanges[index] ?? undefined;
    });
  }

  /** Selects a range of the document in its editor; the page keeps the keyboard. */
  async #reveal(rangeIn: (result: ComparisonResult) => LspRange | undefined): Promise<void> {
    const before = this.#state.shown;
    if (before === undefined) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(before.place.uri));
    // Ranges of an older text would point anywhere.
    if (document.version !== before.version) await this.#session.refresh();
    const { shown } = this.#state;
    const range = shown?.place.uri === before.place.uri ? rangeIn(shown.result) : undefined;
    if (range !== undefined) await showRange(document, range);
  }

  async #step(to: 'next' | 'previous'): Promise<void> {
    const place = this.#state.wanted;
    if (place === undefined) return;
    const params: ComparisonStepParams = { place, to };
    const next = await this.#context.client.sendRequest<ComparePlace | null>(COMPARISON_STEP_REQUEST, params);
    if (next === null) this.#say('There is nothing to compare in this file any more.');
    else await this.#go({ uri: place.uri, ...next });
  }
}

/** True if a text has anything at a place that the server does not know yet. */
function mayHave(document: vscode.TextDocument, place: ComparePlace): boolean {
  const language = languageOfDocument(document);
  if (language === undefined) return false;
  if (language === 'mav') return place.game < readMav(document.getText()).length;
  return speakOf(predictionsIn(document.getText(), language), place);
}
