import * as v from 'valibot';
import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { thrownMessage } from '../../core/base/result.ts';
import type { TextPosition } from '../../core/base/text/lines.ts';
import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import {
  COMPARISON_REQUEST,
  type ComparePlace,
  type ComparisonResult,
  LINE_COMPARISON_REQUEST,
  type PositionParams,
} from '../../protocol/lsp.ts';
import { readSettings } from '../../protocol/settings.ts';
import {
  STATE_CHANGED_NOTIFICATION,
  STATE_REQUEST,
  type StandaloneLine,
  type StateChangedParams,
  type StateParams,
  type StateResult,
} from '../../protocol/state.ts';
import {
  type FromState,
  readFromState,
  readStatePage,
  STATE_VERSION,
  type ToState,
} from '../../protocol/state-messages.ts';
import { STATE_VIEW } from '../../protocol/views.ts';
import { Anchors, documentLanguage } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt, openDocument } from '../platform/files/open-document.ts';
import { baseName } from '../platform/files/uris.ts';
import type { AnswerArchive } from '../platform/kept-answers.ts';
import { t } from '../platform/l10n.ts';
import { openChosen } from '../platform/models/open.ts';
import { createBeside, unlockBehind } from '../platform/pages/beside.ts';
import type { PageKind } from '../platform/pages/panel.ts';
import { type Attempts, askServer } from '../platform/pages/requests.ts';
import { PageSession } from '../platform/pages/session.ts';
import { modelIsChosen, readSettings as predictSettings } from '../platform/settings.ts';
import { OwnMoves, reveal } from './document-edits.ts';
import { PageActions } from './page-actions.ts';
import { findingAt, ReferenceViews, wantedAnswers } from './position-sources.ts';
import { predictionPlace } from './prediction-notes.ts';
import type { AnswerPlace, StateHost } from './state-contents.ts';
import { StateController } from './state-controller.ts';

/** Quiet time after a change of the text before the line is requested again, in milliseconds. */
const QUIET_MS = 60;
/** Minimum time between two moves of the cursor, in milliseconds: the window draws each, in a browser in the page's own thread. */
const MOVE_MS = 50;
const STARTING: Attempts = { attempts: 15, pauseMs: 300 };

const PAGE: PageKind<FromState> = { name: 'state', title: t('State'), read: readFromState };

/** The panel of the state view: it follows the cursors of the editors and performs the actions of its page. */
export class StateView {
  readonly #context: FeatureContext;
  readonly #listeners: vscode.Disposable[];
  readonly #session: PageSession<ToState, FromState>;
  readonly #controller: StateController;
  readonly #actions: PageActions;
  readonly #answers: AnswerArchive;
  readonly #own = new OwnMoves();
  /** A pinned position, which moves with the text before it. */
  #anchors: Anchors | undefined;
  #moving: { readonly uri: string; readonly to: TextPosition } | undefined;
  #stopMoving: (() => void) | undefined;
  #title = '';

  constructor(context: FeatureContext, answers: AnswerArchive) {
    this.#context = context;
    this.#answers = answers;
    this.#controller = new StateController(this.#host());
    this.#actions = new PageActions(context, this.#controller, (text) => this.#notify(text));
    this.#session = new PageSession(context.extension.extensionUri, PAGE, {
      quietMs: QUIET_MS,
      uri: () => this.#controller.place?.uri,
      read: () => this.#refresh(),
      receive: (message) => this.#receive(message),
      failed: (error) => this.#failed(error),
      changed: (isOpen) => void vscode.commands.executeCommand('setContext', 'statelens.stateViewOpen', isOpen),
      closed: () => this.#closed(),
    });
    this.#listeners = [
      vscode.window.onDidChangeTextEditorSelection((event) => {
        if (this.#session.isOpen && isOurs(event.textEditor) && !this.#own.takes(event)) this.#follow(event.textEditor);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (this.#session.isOpen && editor !== undefined && isOurs(editor)) this.#follow(editor);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (this.#session.isOpen && change.affectsConfiguration('statelens')) this.#controller.repeat();
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const uri = this.#controller.place?.uri;
        if (uris.some((item) => item.toString() === uri)) this.#controller.find();
      }),
      context.client.onNotification(STATE_CHANGED_NOTIFICATION, ({ uri }: StateChangedParams) => {
        if (uri === this.#controller.place?.uri) void this.#controller.refresh();
      }),
    ];
  }

  get isOpen(): boolean {
    return this.#session.isOpen;
  }

  /**
   * Brings the panel to the front with its content, or opens it.
   *
   * @param focus true to give the panel the keyboard focus
   */
  showPanel(focus = false): void {
    const create = (): vscode.WebviewPanel => createBeside(STATE_VIEW, t('State'), focus);
    const editor = this.isOpen ? undefined : vscode.window.activeTextEditor;
    this.#session.show(create, !focus);
    // Beside the new panel the editor is narrower: with more wrapped lines its cursor would be out of sight.
    editor?.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /**
   * Shows a position in the existing panel or in a new one.
   *
   * @param label to open, null for all; undefined leaves the one that is open
   * @param focus true to give the panel the keyboard focus
   */
  async open(place: PositionParams, label?: string | null, focus = false): Promise<void> {
    this.showPanel(focus);
    await this.#controller.open(place, label);
  }

  /** Opens a model's new answer at the visible position, if the panel is open. */
  async predicted(uri: string, label: string): Promise<void> {
    if (this.isOpen) await this.#controller.predicted(uri, label);
  }

  /** Scrolls to the answer of the open model: the sample that the label names. */
  showAnswer(label: string): void {
    this.#controller.showAnswer(label);
  }

  /** Shows a position whose example has a new reference, with the reference beside its answer. */
  async openReference(place: PositionParams): Promise<void> {
    this.showPanel();
    await this.#controller.openReference(place);
  }

  /** Shows the position at the cursor of an editor. */
  openAt(editor: vscode.TextEditor, label?: string | null, focus = false): Promise<void> {
    return this.open(placeIn(editor), label, focus);
  }

  /**
   * Shows a line outside any document; the caller keeps the keyboard focus.
   *
   * @param front true to bring the panel to the front, or open it
   */
  show(given: StandaloneLine, front: boolean): void {
    if (front) this.showPanel();
    this.#controller.show(given);
  }

  /** Takes over a panel that VS Code restores: its own, or one of those that it replaces. */
  async restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    this.#session.restore(panel);
    unlockBehind(panel);
    const { activeTextEditor: editor } = vscode.window;
    const cursor = editor !== undefined && isOurs(editor) ? placeIn(editor) : undefined;
    const state = readStatePage(kept);
    if (state !== undefined) {
      await this.#controller.restore(state, cursor);
      this.#pinTo();
      return;
    }
    const old = readOldPlace(kept);
    const place =
      old === undefined || 'position' in old ? old : await predictionPlace(this.#context.client, old.uri, old.compared);
    const label = old !== undefined && 'label' in old ? old.label : undefined;
    const known = place ?? cursor;
    if (known !== undefined) await this.#controller.open(known, label);
  }

  /** Does the same as the page's keys, for commands. */
  step(to: BoardStep): void {
    if (this.#session.isOpen) this.#session.post({ version: STATE_VERSION, type: 'step', to });
    else vscode.window.setStatusBarMessage(t('StateLens: open the state view first'), 4000);
  }

  flip(): void {
    this.#session.post({ version: STATE_VERSION, type: 'flip' });
  }

  dispose(): void {
    this.#closed();
    for (const listener of this.#listeners) listener.dispose();
    this.#session.dispose();
  }

  #closed(): void {
    this.#stopMoving?.();
    this.#anchors?.dispose();
    this.#anchors = undefined;
    this.#title = '';
    this.#controller.clear();
  }

  #host(): StateHost {
    const { client, references } = this.#context;
    const views = new ReferenceViews(references);
    const never = new vscode.CancellationTokenSource().token;
    return {
      ask: (params, isNewest) => this.#ask(params, isNewest, never),
      detail: (place) => client.sendRequest<ComparisonResult | null>(COMPARISON_REQUEST, place, never),
      lineDetail: (params) => client.sendRequest<ComparisonResult | null>(LINE_COMPARISON_REQUEST, params, never),
      answers: async (place: AnswerPlace) => {
        const wanted = wantedAnswers(place);
        const found = await this.#answers.find(vscode.Uri.parse(place.uri), wanted, never);
        return wanted.flatMap((item) => found.get(item) ?? []);
      },
      reference: (place) => views.at(place),
      finding: (place, notify) => void findingAt(place, notify).catch((error: unknown) => this.#failed(error)),
      post: (message) => this.#session.post(message),
      notice: (text) => this.#notify(text),
      title: (text) => {
        if (text !== this.#title) this.#session.title = this.#title = text;
      },
      moveCursor: (uri, to) => this.#moveCursor(uri, to),
      settings: () => {
        const { orientation } = readSettings(vscode.workspace.getConfiguration().get('statelens'));
        const model = modelIsChosen() ? openChosen(this.#context, predictSettings()) : undefined;
        return { orientation, asks: model?.ok === true ? model.value.label : '' };
      },
      after: (ms, then) => systemClock.after(ms, then),
      failed: (error) => this.#failed(error),
    };
  }

  async #ask(
    params: StateParams,
    isNewest: () => boolean,
    token: vscode.CancellationToken,
  ): Promise<StateResult | null> {
    const uri = vscode.Uri.parse(params.uri);
    try {
      await documentAt(uri);
    } catch {
      const reason = t('{0} cannot be opened', baseName(uri));
      return { version: 0, lineId: '', line: null, here: null, reason };
    }
    return askServer<StateResult>(this.#context.client, STATE_REQUEST, params, token, STARTING, isNewest);
  }

  #follow(editor: vscode.TextEditor): void {
    this.#controller.follow(placeIn(editor));
  }

  /** Requests the same position again; a pinned one moves with its text. */
  async #refresh(): Promise<void> {
    const { place } = this.#controller;
    const range = this.#anchors?.ranges[0];
    const document = place === undefined ? undefined : openDocument(place.uri);
    if (range === undefined || document === undefined) return this.#controller.refresh();
    const { line, character } = document.positionAt(range.start);
    await this.#controller.refresh({ line, character });
  }

  #pinTo(): void {
    this.#anchors?.dispose();
    this.#anchors = undefined;
    const { place, contents } = this.#controller;
    const document = place === undefined ? undefined : openDocument(place.uri);
    if (!contents.pinned || place === undefined || document === undefined) return;
    const offset = document.offsetAt(new vscode.Position(place.position.line, place.position.character));
    this.#anchors = new Anchors(document.uri, [{ start: offset, end: offset }]);
  }

  /** Moves the cursor to the target of the last step: immediately, then every `MOVE_MS` while steps come. */
  #moveCursor(uri: string, to: TextPosition): void {
    this.#moving = { uri, to };
    if (this.#stopMoving !== undefined) return;
    const move = (): void => {
      const moving = this.#moving;
      this.#moving = this.#stopMoving = undefined;
      if (moving === undefined) return;
      const document = openDocument(moving.uri);
      if (document === undefined) return;
      this.#own.add(moving.to);
      reveal(document, moving.to);
      this.#stopMoving = systemClock.after(MOVE_MS, move);
    };
    move();
  }

  #receive(message: FromState): void {
    this.#actions.take(message).catch((error: unknown) => this.#failed(error));
    if (message.type === 'pin' || message.type === 'go' || message.type === 'step') this.#pinTo();
  }

  #notify(text: string): void {
    this.#session.post({ version: STATE_VERSION, type: 'notice', text });
  }

  #failed(error: unknown): void {
    this.#context.log.error(`The state view failed: ${thrownMessage(error)}`);
    this.#notify(
      this.#context.client.isRunning()
        ? t('The state could not be read. “StateLens: Show Log” says why.')
        : t(
            'The language server does not run: what is shown may be out of date. “StateLens: Restart Server” starts it.',
          ),
    );
  }
}

const isOurs = ({ document }: vscode.TextEditor): boolean => documentLanguage(document) !== undefined;

const placeIn = ({ document, selection: { active } }: vscode.TextEditor): PositionParams => ({
  uri: document.uri.toString(),
  position: { line: active.line, character: active.character },
});

// States that the pages of the board and the comparison stored before the state view existed.

const point = v.object({ line: v.number(), character: v.number() });
const board = v.object({ shown: v.object({ place: v.object({ uri: v.string(), position: point }) }) });
const comparison = v.object({
  shown: v.object({
    place: v.object({
      uri: v.string(),
      game: v.number(),
      ply: v.number(),
      path: v.array(v.object({ ply: v.number(), index: v.number() })),
    }),
  }),
  label: v.nullable(v.string()),
});

/** Content of an old panel: a position of a text, or a position with the open label. */
export type OldPlace =
  | PositionParams
  | { readonly uri: string; readonly compared: ComparePlace; readonly label: string | null };

/** Reads the state of an old page; undefined if it is invalid. */
export function readOldPlace(value: unknown): OldPlace | undefined {
  const followed = v.safeParse(board, value);
  if (followed.success) return followed.output.shown.place;
  const compared = v.safeParse(comparison, value);
  if (!compared.success) return undefined;
  const { shown, label } = compared.output;
  const { uri, ...position } = shown.place;
  return { uri, compared: label === null ? position : { ...position, label }, label };
}
