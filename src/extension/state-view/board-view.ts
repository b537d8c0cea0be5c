import * as vscode from 'vscode';
import type { BoardStep } from '../../core/notation/pgn/board-steps.ts';
import {
  BOARD_VERSION,
  type FromBoard,
  readFromBoard,
  type ShowBoard,
  type ToBoard,
} from '../../protocol/board-messages.ts';
import { POSITION_REQUEST, type PositionParams, type PositionResult } from '../../protocol/lsp.ts';
import { readSettings } from '../../protocol/settings.ts';
import { BOARD_VIEW } from '../../protocol/views.ts';
import { languageOfDocument } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { type Attempts, askServer } from '../platform/pages/ask-server.ts';
import type { PageKind } from '../platform/pages/panel.ts';
import { PageSession } from '../platform/pages/session.ts';
import { reveal, writeMove } from './board-text.ts';

/** Quiet time after the cursor moved, or the text was changed, before the position is asked for. */
const QUIET_MS = 60;
const STARTING: Attempts = { attempts: 15, pauseMs: 300 };
/** How often a position is asked for that a step or a move starts from. */
const MAX_ATTEMPTS = 20;
/** Cursor moves of its own that are remembered. */
const MAX_OWN_MOVES = 8;

const PAGE: PageKind<FromBoard> = { name: 'board', title: 'Board', read: readFromBoard };

/** What the board shows: follows the cursor of the editors, steps through the game, and writes moves into the text. */
export class BoardView {
  readonly #context: FeatureContext;
  readonly #listeners: vscode.Disposable[];
  readonly #session: PageSession<ToBoard, FromBoard>;
  #place: PositionParams | undefined;
  #shown: ShowBoard | undefined;
  /** Messages of the page are answered one after the other: a step starts where the one before ended. */
  #queue: Promise<void> = Promise.resolve();
  /** Where this view has put the cursor lately: word of that comes late, when the next step may be under way. */
  readonly #ownMoves: string[] = [];

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#session = new PageSession(context.extension.extensionUri, PAGE, {
      quietMs: QUIET_MS,
      uri: () => this.#place?.uri,
      read: (token, isLatest) => this.#read(token, isLatest),
      receive: (message) => this.#enqueue(() => this.#onMessage(message)),
      failed: (error) => this.#failed(error),
      changed: (isOpen) => void vscode.commands.executeCommand('setContext', 'statelens.boardOpen', isOpen),
      closed: () => {
        this.#place = undefined;
        this.#shown = undefined;
      },
    });
    this.#listeners = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // What an extension does to a selection is told as a command's doing, or without a kind.
        const { Command } = vscode.TextEditorSelectionChangeKind;
        const mayBeOwn = kind === undefined || kind === Command;
        const own = mayBeOwn ? this.#ownMoves.indexOf(keyOf(placeIn(textEditor).position)) : -1;
        if (own < 0) this.#follow(textEditor);
        else this.#ownMoves.splice(0, own + 1);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) this.#follow(editor);
      }),
    ];
  }

  /** Shows the position at the cursor of an editor, in the panel that is there or in a new one. */
  async open(editor: vscode.TextEditor): Promise<void> {
    this.#place = placeIn(editor);
    this.#session.show(() =>
      vscode.window.createWebviewPanel(BOARD_VIEW, 'Board', {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
      }),
    );
    await this.#session.refresh();
  }

  /** Takes over a panel that VS Code restores; it waits for an editor when nothing is known of what it showed. */
  async restore(panel: vscode.WebviewPanel, place: PositionParams | undefined): Promise<void> {
    this.#session.restore(panel);
    const editor = vscode.window.activeTextEditor;
    this.#place = editor !== undefined && isOurs(editor) ? placeIn(editor) : place;
    await this.#session.refresh();
  }

  /** For commands: the same as the page's keys. */
  step(to: BoardStep): void {
    if (!this.#session.isOpen) {
      vscode.window.setStatusBarMessage('StateLens: open the board first', 4000);
    } else this.#enqueue(() => this.#step(to));
  }

  flip(): void {
    this.#session.post({ version: BOARD_VERSION, type: 'flip' });
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#session.dispose();
  }

  #enqueue(act: () => Promise<void>): void {
    this.#queue = this.#queue.then(act).catch((error: unknown) => this.#failed(error));
  }

  #follow(editor: vscode.TextEditor): void {
    if (!this.#session.isOpen || !isOurs(editor)) return;
    this.#place = placeIn(editor);
    this.#session.refreshSoon();
  }

  /** Asks for the position. */
  async #read(token: vscode.CancellationToken, isLatest: () => boolean): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
    const { client } = this.#context;
    const position = await askServer<PositionResult>(client, POSITION_REQUEST, place, token, STARTING);
    if (!isLatest() || position === null) return;
    const { orientation } = readSettings(vscode.workspace.getConfiguration().get('statelens'));
    this.#shown = { version: BOARD_VERSION, type: 'show', place, position, orientation };
    this.#session.title = position.title === '' ? 'Board' : `Board: ${position.title}`;
    this.#session.post(this.#shown);
  }

  #say(text: string): void {
    this.#session.post({ version: BOARD_VERSION, type: 'notice', text });
  }

  #failed(error: unknown): void {
    this.#context.log.error(`The board failed: ${error instanceof Error ? error.message : String(error)}`);
    this.#say('The position could not be found out. “StateLens: Show Log” says why.');
  }

  async #onMessage(message: FromBoard): Promise<void> {
    switch (message.type) {
      case 'ready':
        if (this.#shown !== undefined) this.#session.post(this.#shown);
        break;
      case 'step':
        await this.#step(message.to);
        break;
      case 'go':
        await this.#go(message.to, message.textVersion);
        break;
      case 'play':
        await this.#play(message.move, message.fen);
        break;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        this.#say('The FEN is in the clipboard.');
        break;
    }
  }

  /** The document that is shown, once what is shown is read from its text as it is now. */
  async #current(): Promise<{ document: vscode.TextDocument; shown: ShowBoard } | undefined> {
    const uri = this.#place?.uri;
    if (uri === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const isCurrent = (): boolean =>
      this.#shown?.position.version === document.version &&
      this.#shown.place.uri === uri &&
      this.#shown.place.position === this.#place?.position;
    // The cursor may move again, and its question make this one void.
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !isCurrent(); attempt++) await this.#session.refresh();
    return isCurrent() && this.#shown !== undefined ? { document, shown: this.#shown } : undefined;
  }

  async #step(to: BoardStep): Promise<void> {
    const current = await this.#current();
    const target = current?.shown.position.shown?.steps[to];
    if (current === undefined || target === null || target === undefined) return;
    this.#place = { uri: current.shown.place.uri, position: target };
    await this.#reveal(current.document, target, false);
    await this.#session.refresh();
  }

  async #go(to: PositionParams['position'], textVersion: number): Promise<void> {
    const current = await this.#current();
    if (current === undefined || current.document.version !== textVersion) return;
    this.#place = { uri: current.shown.place.uri, position: to };
    await this.#reveal(current.document, to, true);
    await this.#session.refresh();
  }

  async #reveal(document: vscode.TextDocument, at: PositionParams['position'], show: boolean): Promise<void> {
    this.#ownMoves.push(keyOf(at));
    this.#ownMoves.splice(0, this.#ownMoves.length - MAX_OWN_MOVES);
    await reveal(document, at, show);
  }

  /** Writes a move behind the position that the page spoke of; where that is not here any more, nothing is written. */
  async #play(move: string, fen: string): Promise<void> {
    const current = await this.#current();
    if (current === undefined || current.shown.position.shown?.fen !== fen) {
      this.#say('The text was changed meanwhile: the move was not written. Try again.');
      return;
    }
    const { document, shown } = current;
    const written = await writeMove(this.#context.client, document, shown, move);
    if (typeof written === 'string') {
      this.#say(written);
      return;
    }
    this.#place = { uri: shown.place.uri, position: written };
    await this.#session.refresh();
  }
}

const keyOf = ({ line, character }: PositionParams['position']): string => `${line}:${character}`;

const isOurs = ({ document }: vscode.TextEditor): boolean => languageOfDocument(document) !== undefined;

const placeIn = ({ document, selection: { active } }: vscode.TextEditor): PositionParams => ({
  uri: document.uri.toString(),
  position: { line: active.line, character: active.character },
});
