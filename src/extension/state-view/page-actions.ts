import * as vscode from 'vscode';
import type { StateLine } from '../../core/evaluation/game-trace/timeline.ts';
import { predictionsIn } from '../../core/languages/predictions.ts';
import { type Prediction, withoutSample } from '../../core/notation/predictions/prediction.ts';
import { COMPARISON_REQUEST, type ComparePlace, type ComparisonResult } from '../../protocol/lsp.ts';
import type { FromState, StateCommand } from '../../protocol/state-messages.ts';
import { documentLanguage } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt, showRange } from '../platform/files/open-document.ts';
import { saveBytes } from '../platform/files/save.ts';
import { t } from '../platform/l10n.ts';
import { isWrong } from '../platform/navigation.ts';
import { writeMove, writeTaken } from './document-edits.ts';
import { isAtPrediction } from './prediction-notes.ts';
import type { StateController } from './state-controller.ts';

/** The next wrong prediction of a text. */
interface WrongTarget<P extends Prediction> {
  readonly prediction: P;
  /** True if it is in another game than the position that is shown. */
  readonly isElsewhere: boolean;
  /** True if the search went around the end of the text. */
  readonly isAround: boolean;
}

interface WrongSearch {
  /** Offset of the position that is shown. */
  readonly offset: number;
  /** The position that is shown, whose own predictions are none to go to; undefined if that is not known. */
  readonly place: ComparePlace | undefined;
  readonly forward: boolean;
}

/** Returns the next or previous wrong prediction of another position, around the ends of the text; undefined for none. */
function nextWrongPrediction<P extends Prediction>(
  predictions: readonly P[],
  { offset, place, forward }: WrongSearch,
): WrongTarget<P> | undefined {
  const at = place && { game: place.game, ply: place.ply, path: place.path };
  const others = predictions.filter((prediction) => at === undefined || !isAtPrediction(prediction, at));
  const [before, after] = [
    others.filter(({ range }) => range.start <= offset),
    others.filter(({ range }) => range.start > offset),
  ];
  const first = (list: readonly P[]): P | undefined => (forward ? list.find(isWrong) : list.filter(isWrong).at(-1));
  const ahead = first(forward ? after : before);
  const prediction = ahead ?? first(forward ? before : after);
  if (prediction === undefined) return undefined;
  return {
    prediction,
    isElsewhere: place !== undefined && prediction.game !== place.game,
    isAround: ahead === undefined,
  };
}

/** Returns the next or previous other step of a line with a wrong state, around its ends; undefined for none. */
function nextWrongStep(
  { steps, rows }: StateLine,
  at: number,
  forward: boolean,
  label: string | null,
): number | undefined {
  const own = rows.filter((row) => label === null || row.label === label);
  for (let i = 1; i < steps.length; i++) {
    const index = (at + (forward ? i : -i) + steps.length) % steps.length;
    if (own.some(({ cells }) => (cells[index] ?? null) !== null && cells[index]?.verdict !== 'exact')) return index;
  }
  return undefined;
}

const MEANWHILE = t('The text was changed meanwhile: the move was not written. Try again.');
const NO_DOCUMENT = t('This line stands in no file.');

/** Actions that the page requests. */
export class PageActions {
  readonly #context: FeatureContext;
  readonly #controller: StateController;
  readonly #notify: (text: string) => void;
  /** The last edit; edits run one after the other, since each starts where the one before ended. */
  #writing: Promise<void> = Promise.resolve();

  /** @param notify shows a text on the page */
  constructor(context: FeatureContext, controller: StateController, notify: (text: string) => void) {
    this.#context = context;
    this.#controller = controller;
    this.#notify = notify;
  }

  async take(message: FromState): Promise<void> {
    const controller = this.#controller;
    switch (message.type) {
      case 'ready':
        return controller.ready();
      case 'go':
        return controller.go(message.lineId, message.at, message.number);
      case 'step':
        return controller.step(message.to);
      case 'goTo': {
        const uri = controller.contents.shown?.source?.uri;
        if (uri !== undefined) controller.goTo(uri, message.cursor);
        return;
      }
      case 'nextWrong':
        return this.#nextWrong(message.to === 'next');
      case 'toText':
        return this.#toText();
      case 'play':
        this.#writing = this.#writing.catch(() => undefined).then(() => this.#play(message.move, message.fen));
        return this.#writing;
      case 'select':
        return controller.selected(message.label);
      case 'take':
        this.#writing = this.#writing.catch(() => undefined).then(() => this.#take(message.label, message.state));
        return this.#writing;
      case 'reveal':
        return this.#reveal(message.label);
      case 'pin':
        return controller.pin(message.pinned);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return this.#notify(t('{0} is in the clipboard.', message.what));
      case 'save': {
        const saved = await saveBytes(message.name, new TextEncoder().encode(message.text));
        if (saved !== undefined) this.#notify(t('{0} is saved.', saved));
        return;
      }
      case 'command':
        return this.#run(message.command);
    }
  }

  /** Returns the visible document, once the content is read from its current text. */
  async #current(): Promise<{ readonly document: vscode.TextDocument; readonly version: number } | undefined> {
    const uri = this.#controller.place?.uri;
    if (uri === undefined) return undefined;
    const document = await documentAt(vscode.Uri.parse(uri));
    await this.#controller.settled();
    for (let tries = 0; tries < 3; tries++) {
      const { shown } = this.#controller.contents;
      if (shown?.source?.uri === uri && shown.source.version === document.version)
        return { document, version: document.version };
      await this.#controller.refresh();
    }
    return undefined;
  }

  /** Goes to the next or previous wrong state, also in another game, and says where that is if it is not ahead. */
  async #nextWrong(forward: boolean): Promise<void> {
    const controller = this.#controller;
    await controller.settled();
    const { shown, at, label = null, here } = controller.contents;
    if (shown === undefined) return;
    const { place } = controller;
    if (shown.source !== undefined && place !== undefined && shown.line.labels === 'models') {
      const document = await documentAt(vscode.Uri.parse(shown.source.uri));
      const { line, character } = place.position;
      const offset = document.offsetAt(new vscode.Position(line, character));
      const found = nextWrongPrediction(ownPredictions(document, label), { offset, place: here?.place, forward });
      if (found === undefined) return this.#notify(noOtherText(label));
      const start = document.positionAt(found.prediction.range.start);
      controller.goTo(shown.source.uri, { line: start.line, character: start.character });
      await controller.settled();
      const title = controller.contents.shown?.line.title ?? '';
      if (found.isAround) this.#notify(aroundText(forward, title));
      else if (found.isElsewhere) this.#notify(forward ? t('Next game: {0}', title) : t('Previous game: {0}', title));
      return;
    }
    const step = nextWrongStep(shown.line, at, forward, label);
    if (step === undefined) return this.#notify(noOtherText(label));
    controller.go(shown.lineId, step);
    await controller.settled();
    if (forward ? step < at : step > at) this.#notify(aroundText(forward, shown.line.title));
  }

  /** Gives the keyboard focus to the text of the shown line, or to the editor before it. */
  async #toText(): Promise<void> {
    const uri = this.#controller.contents.shown?.source?.uri ?? this.#controller.place?.uri;
    if (uri === undefined) {
      await vscode.commands.executeCommand('workbench.action.focusPreviousGroup');
      return;
    }
    const document = await documentAt(vscode.Uri.parse(uri));
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    await vscode.window.showTextDocument(document, { viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One });
  }

  /** Writes a move after the position of the page's message; if that is no longer shown, nothing is written. */
  async #play(move: string, fen: string): Promise<void> {
    const current = await this.#current();
    const { place, contents } = this.#controller;
    const shown = contents.shown;
    if (current === undefined || place === undefined || shown?.line.steps[contents.at]?.fen !== fen)
      return this.#notify(shown?.source === undefined ? NO_DOCUMENT : MEANWHILE);
    const { document, version } = current;
    const written = await writeMove(this.#context.client, document, place, version, move);
    if (typeof written === 'string') this.#notify(written);
    else this.#controller.goTo(place.uri, written);
    await this.#controller.settled();
  }

  /** Writes another state of a shown answer into the prediction of its label. */
  async #take(label: string, state: string): Promise<void> {
    const { contents } = this.#controller;
    const place = contents.here?.place;
    if (contents.shown?.source === undefined || place === undefined) return this.#notify(NO_DOCUMENT);
    // Only states of the answer are written into the text.
    if (!this.#controller.holds(label, state)) return this.#notify(t('This state is not in the answer that is shown.'));
    const step = JSON.stringify(place);
    const current = await this.#current();
    if (current === undefined || JSON.stringify(contents.here?.place) !== step)
      return this.#notify(t('The text was changed meanwhile: the state was not taken. Try again.'));
    const problem = await writeTaken(current.document, { ...place, label }, current.version, state);
    this.#notify(problem ?? t('Taken by hand. Undo in the text takes it back.'));
  }

  /** Selects the prediction of a label in the editor; the page keeps the keyboard focus. */
  async #reveal(label: string): Promise<void> {
    const { contents } = this.#controller;
    const uri = contents.shown?.source?.uri;
    const place = contents.here?.place;
    if (uri === undefined || place === undefined) return this.#notify(NO_DOCUMENT);
    const { client } = this.#context;
    const result = await client.sendRequest<ComparisonResult | null>(COMPARISON_REQUEST, { uri, ...place });
    const all = result === null ? [] : [...result.predictions, ...result.lists];
    const found =
      all.find((prediction) => prediction.label === label) ??
      all.find((prediction) => withoutSample(prediction.label) === withoutSample(label));
    if (found === undefined) return this.#notify(t('{0} no longer has a prediction here.', label));
    await showRange(await documentAt(vscode.Uri.parse(uri)), found.range);
  }

  /** Runs a command in the editor of the content: commands need an active one. */
  async #run(command: StateCommand): Promise<void> {
    const { place } = this.#controller;
    if (place !== undefined) {
      const document = await documentAt(vscode.Uri.parse(place.uri));
      const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
      const { line, character } = place.position;
      const at = new vscode.Range(line, character, line, character);
      await vscode.window.showTextDocument(document, {
        viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
        selection: at,
      });
    }
    await vscode.commands.executeCommand(command);
  }
}

/** Returns the predictions of a label in a text, or with null all; with samples and without. */
function ownPredictions(document: vscode.TextDocument, label: string | null): Prediction[] {
  const language = documentLanguage(document);
  if (language === undefined) return [];
  return predictionsIn(document.getText(), language).filter(
    (prediction) => label === null || withoutSample(prediction.label.text) === label,
  );
}

const noOtherText = (label: string | null): string =>
  label === null ? t('There is no other wrong state here.') : t('There is no other wrong state of {0} here.', label);

const aroundText = (forward: boolean, title: string): string =>
  forward ? t('From the start again: {0}', title) : t('From the end again: {0}', title);
