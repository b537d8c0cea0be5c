import * as vscode from 'vscode';
import { predictionsIn } from '../core/predictions/predictions-in.ts';
import type { Prediction } from '../core/predictions/types.ts';
import { COMPARISON_REQUEST, type ComparisonParams, type ComparisonResult, type LspRange } from '../protocol/lsp.ts';
import { readSettings } from '../protocol/settings.ts';
import { COMPARE_VIEW, type FromPage, readFromPage, type ToPage, WEBVIEW_VERSION } from '../protocol/webview.ts';
import { neighbouringPlace, speakOf } from './compare-places.ts';
import { languageOfDocument } from './documents.ts';
import type { FeatureContext } from './feature.ts';
import { LatestRequest } from './latest-request.ts';
import { type PageKind, PagePanel } from './panel.ts';

/** Quiet time after a change of the document, or of a setting, before its comparison is asked for again. */
const QUIET_MS = 300;

/** How often a server that is starting is asked. */
const ATTEMPTS = 10;

const PAGE: PageKind<FromPage> = { name: 'compare', title: 'Comparison of states', read: readFromPage };

/** What the panel shows: asks the server for it, keeps it up to date, and does what the page asks. */
export class ComparisonView {
  readonly #context: FeatureContext;
  readonly #listeners: vscode.Disposable[];
  readonly #latest: LatestRequest;
  #panel: PagePanel<ToPage, FromPage> | undefined;
  #place: ComparisonParams | undefined;
  #result: ComparisonResult | undefined;
  /** The version of the document that `#result` is of. */
  #version = -1;
  /** What a page that was thrown away while it was hidden has to be told again. */
  #last: ToPage | undefined;

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#latest = new LatestRequest(
      QUIET_MS,
      (token, isLatest) => this.#read(token, isLatest),
      (error) => this.#failed(error),
    );
    this.#listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.#place?.uri) this.#refreshSoon();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('statelens')) this.#refreshSoon();
      }),
    ];
  }

  /** Compares what is at a place, in the panel that is there or in a new one. */
  async open(place: ComparisonParams): Promise<void> {
    if (this.#panel === undefined) {
      this.#attach(vscode.window.createWebviewPanel(COMPARE_VIEW, 'Comparison', vscode.ViewColumn.Beside));
    } else this.#panel.reveal();
    await this.#go(place);
  }

  /** Takes over a panel that VS Code restores; it stays empty when nothing is known of what it showed. */
  async restore(panel: vscode.WebviewPanel, place: ComparisonParams | undefined): Promise<void> {
    this.#panel?.dispose();
    this.#attach(panel);
    if (place === undefined) this.#say('What was compared here is not known any more. Click a lens to compare.');
    else await this.#go(place);
  }

  dispose(): void {
    this.#latest.cancel();
    for (const listener of this.#listeners) listener.dispose();
    this.#panel?.dispose();
  }

  #attach(panel: vscode.WebviewPanel): void {
    const own: PagePanel<ToPage, FromPage> = new PagePanel(
      panel,
      this.#context.extension.extensionUri,
      PAGE,
      (message) => {
        this.#onMessage(message).catch((error: unknown) => this.#failed(error));
      },
      () => {
        if (this.#panel === own) this.#forget();
      },
    );
    this.#panel = own;
  }

  #forget(): void {
    this.#latest.cancel();
    this.#panel = undefined;
    this.#place = undefined;
    this.#result = undefined;
    this.#last = undefined;
  }

  async #go(place: ComparisonParams): Promise<void> {
    this.#place = place;
    await this.#refresh();
  }

  #refreshSoon(): void {
    if (this.#panel !== undefined) this.#latest.soon();
  }

  /** Asks for the comparison of all predictions of the position. */
  async #read(token: vscode.CancellationToken, isLatest: () => boolean): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
    const { version } = document;
    const result = await this.#ask(document, place, token);
    if (!isLatest()) return;
    if (result === null || result.predictions.length === 0) {
      this.#say('The prediction that was compared is no longer in the file.');
      return;
    }
    this.#result = result;
    this.#version = version;
    this.#show();
  }

  #refresh(): Promise<void> {
    return this.#latest.now();
  }

  /**
   * A server that has just started may not have been told of the document yet, and knows nothing then of a prediction
   * that is there: it is asked again a few times.
   */
  async #ask(
    document: vscode.TextDocument,
    { uri, game, ply, path }: ComparisonParams,
    token: vscode.CancellationToken,
  ): Promise<ComparisonResult | null> {
    const params: ComparisonParams = { uri, game, ply, path };
    for (let attempt = 1; ; attempt++) {
      const result = await this.#context.client.sendRequest<ComparisonResult | null>(COMPARISON_REQUEST, params, token);
      if (result !== null || attempt === ATTEMPTS || token.isCancellationRequested) return result;
      if (!speakOf(predictionsOf(document), params)) return null;
      await new Promise<void>((resolve) => setTimeout(resolve, QUIET_MS));
    }
  }

  #show(): void {
    const [place, result] = [this.#place, this.#result];
    if (this.#panel === undefined || place === undefined || result === undefined) return;
    const { orientation } = readSettings(vscode.workspace.getConfiguration().get('statelens'));
    this.#panel.title = `Compare: ${place.label ?? 'all models'}`;
    this.#post({ version: WEBVIEW_VERSION, type: 'show', place, result, orientation });
  }

  #say(reason: string): void {
    this.#post({ version: WEBVIEW_VERSION, type: 'unavailable', reason });
  }

  #failed(error: unknown): void {
    this.#context.log.error(`The comparison failed: ${error instanceof Error ? error.message : String(error)}`);
    this.#say('The comparison could not be computed. “StateLens: Show Log” says why.');
  }

  #post(message: ToPage): void {
    if (message.type !== 'copied') this.#last = message;
    // A page that does not listen yet says `ready` when it does.
    this.#panel?.post(message).then(undefined, () => undefined);
  }

  async #onMessage(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        if (this.#last !== undefined) this.#post(this.#last);
        break;
      case 'select':
        this.#select(message.label);
        break;
      case 'revealMove':
        await this.#revealMove(message.ply);
        break;
      case 'revealPrediction':
        await this.#reveal((result) => result.predictions.find(({ label }) => label === message.label)?.range);
        break;
      case 'step':
        await this.#step(message.to);
        break;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        this.#post({ version: WEBVIEW_VERSION, type: 'copied', format: message.format });
        break;
    }
  }

  #select(label: string | null): void {
    if (this.#place === undefined) return;
    const { label: _, ...position } = this.#place;
    this.#place = label === null ? position : { ...position, label };
    if (this.#panel !== undefined) this.#panel.title = `Compare: ${label ?? 'all models'}`;
  }

  async #revealMove(ply: number): Promise<void> {
    await this.#reveal(({ history, predictions }) => {
      const index = history.findIndex((entry) => entry.ply === ply);
      return predictions[0]?.moveRanges[index] ?? undefined;
    });
  }

  /** Selects a range of the document in its editor; the page keeps the keyboard. */
  async #reveal(rangeIn: (result: ComparisonResult) => LspRange | undefined): Promise<void> {
    if (this.#place === undefined) return;
    const uri = vscode.Uri.parse(this.#place.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    // Ranges of an older text would point anywhere.
    if (document.version !== this.#version) await this.#refresh();
    const range = this.#result === undefined ? undefined : rangeIn(this.#result);
    if (range === undefined) return;
    const visible = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === uri.toString());
    const { start, end } = range;
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
      preserveFocus: true,
      selection,
    });
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #step(to: 'next' | 'previous'): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
    const next = neighbouringPlace(predictionsOf(document), place, to);
    if (next === undefined) this.#say('There are no predictions in this file any more.');
    else await this.#go({ uri: place.uri, ...next });
  }
}

function predictionsOf(document: vscode.TextDocument): readonly Prediction[] {
  const language = languageOfDocument(document);
  return language === undefined ? [] : predictionsIn(document.getText(), language);
}
