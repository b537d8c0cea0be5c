import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { thrownMessage } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import { completeQuery, type SeenGames } from '../../core/datasets/query/completion.ts';
import { parseQuery } from '../../core/datasets/query/parse.ts';
import { faultLines, type Query, suggestName } from '../../core/datasets/query/syntax.ts';
import { moveName } from '../../core/games/chess/moves.ts';
import { fenAfter } from '../../core/notation/pgn/replay.ts';
import {
  type ExpressionFault,
  type FromGames,
  GAMES_VERSION,
  type GameBoard,
  type GamesPageState,
  type RowSpan,
  readFromGames,
  type ToGames,
} from '../../protocol/games-messages.ts';
import type { Unversioned } from '../../protocol/messages.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { type PageKind, PagePanel } from '../platform/pages/panel.ts';
import { exportGames, type Selection, useInExperiment } from './export-games.ts';
import { gamesIn, listMessage, narrowedText, rowsFrom } from './game-messages.ts';
import { GameSession } from './game-session.ts';
import { type GameSourceFile, gamesAt, watchGames } from './game-sources.ts';
import { openGame } from './open-game.ts';

const PAGE: PageKind<FromGames> = { name: 'games', title: t('Games'), read: readFromGames };
/**
 * Minimum time between progress messages to the page, in milliseconds, and in multiples of the time that counting
 * takes.
 */
const PAUSE_MS = 200;
const PAUSES_A_COUNT = 8;

/** A panel of Query Games…: connects the page with the files. */
export class GamesPanel {
  readonly #context: FeatureContext;
  readonly #panel: PagePanel<ToGames, FromGames>;
  #watching: vscode.Disposable | undefined;
  #kept: GamesPageState;
  #sources: readonly GameSourceFile[] = [];
  #session: GameSession | undefined;
  #isStale = false;
  #cancelReport: (() => void) | undefined;
  #pause = PAUSE_MS;
  #isClosed = false;

  /** @param closed called when the panel is closed */
  constructor(context: FeatureContext, panel: vscode.WebviewPanel, kept: GamesPageState, closed: () => void) {
    this.#context = context;
    this.#kept = kept;
    this.#panel = new PagePanel(
      panel,
      context.extension.extensionUri,
      PAGE,
      (message) => void this.#receive(message).catch((error: unknown) => this.#failed(error)),
      () => {
        this.#isClosed = true;
        this.#cancelReport?.();
        this.#watching?.dispose();
        void this.#session?.close();
        closed();
      },
    );
    this.#panel.title = t('Games: {0}', this.#title);
  }

  /** @param expression to evaluate, if a command gives one */
  reveal(expression: string): void {
    this.#panel.reveal();
    if (expression === '' || expression === this.#kept.expression) return;
    this.#kept = { ...this.#kept, expression, choice: {} };
    this.#post({ type: 'show', title: this.#title, ...this.#kept });
    void this.#run().catch((error: unknown) => this.#failed(error));
  }

  dispose(): void {
    this.#panel.dispose();
  }

  get #uris(): readonly vscode.Uri[] {
    return this.#kept.uris.map((uri) => vscode.Uri.parse(uri));
  }

  get #title(): string {
    const [first, ...others] = this.#uris;
    return others.length > 0 || first === undefined ? plural(this.#kept.uris.length, 'file') : baseName(first);
  }

  #post(message: Unversioned<ToGames>): void {
    if (!this.#isClosed) this.#panel.post({ ...message, version: GAMES_VERSION }).then(undefined, () => undefined);
  }

  #notice(text: string): void {
    this.#post({ type: 'notice', text });
  }

  #failed(error: unknown): void {
    const reason = thrownMessage(error);
    this.#context.log.warn(`Query Games: ${reason}`);
    this.#notice(reason);
  }

  async #receive(message: FromGames): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#post({ type: 'show', title: this.#title, ...this.#kept });
        if (this.#session === undefined) await this.#start();
        else this.#report();
        break;
      case 'query':
        this.#kept = { ...this.#kept, expression: message.expression };
        await this.#run();
        break;
      case 'narrow':
        this.#kept = { ...this.#kept, choice: message.choice };
        this.#session?.narrow(message.choice);
        this.#report();
        break;
      case 'rows':
      case 'boards':
      case 'check':
        await this.#answer(message);
        break;
      case 'open':
        await this.#open(message.row, message.turn);
        break;
      case 'export':
      case 'experiment':
        await this.#use(message.type, message.turn, message.spans);
        break;
      case 'copy':
        await this.#copy();
        break;
      case 'cancel':
        this.#session?.cancel();
        break;
      case 'again':
        await this.#start();
        break;
    }
  }

  /** Finds the files and reads them. */
  async #start(): Promise<void> {
    await this.#session?.close();
    this.#watching?.dispose();
    this.#watching = await watchGames(this.#uris, () => this.#changed());
    this.#sources = await gamesAt(this.#uris, this.#context.platform);
    if (this.#isClosed) return;
    this.#session = new GameSession(this.#sources, () => this.#reportSoon());
    await this.#run();
  }

  async #run(): Promise<void> {
    const session = this.#session;
    const query = this.#query();
    if (session === undefined || query === null) return;
    this.#isStale = false;
    const reading = session.run(query, this.#kept.choice);
    this.#report();
    if (this.#sources.length === 0) this.#notice(t('There are no PGN files here.'));
    await reading;
  }

  /** Returns the expression; undefined for all games, null for a malformed one, which is reported. */
  #query(): Query | undefined | null {
    const { expression } = this.#kept;
    if (expression.trim() === '') return undefined;
    const read = parseQuery(expression);
    if (read.ok) return read.value;
    this.#notice(t('The expression is malformed: {0}', read.error.message));
    return null;
  }

  /** Marks the list as stale after a file has changed. */
  #changed(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    this.#reportSoon();
  }

  #reportSoon(): void {
    if (!this.#isClosed) this.#cancelReport ??= systemClock.after(this.#pause, () => this.#report());
  }

  #report(): void {
    this.#cancelReport?.();
    this.#cancelReport = undefined;
    if (this.#session === undefined || this.#isClosed) return;
    const began = systemClock.now();
    this.#post(listMessage(this.#session, this.#isStale));
    this.#pause = Math.max(PAUSE_MS, PAUSES_A_COUNT * (systemClock.now() - began));
  }

  async #answer(asked: Extract<FromGames, { type: 'rows' | 'boards' | 'check' }>): Promise<void> {
    const session = this.#session;
    const { question } = asked;
    if (asked.type === 'check') {
      const seen = { tags: session?.seen.tags ?? [], of: (field: string) => session?.seen.of(field) ?? [] };
      this.#post({ type: 'checked', question, ...checkedExpression(asked.expression, asked.offset, seen) });
      return;
    }
    if (session === undefined) return;
    const { turn } = session.counts;
    if (asked.type === 'rows') {
      const names = this.#sources.length > 1 ? this.#sources.map(({ name }) => name) : [];
      this.#post({ type: 'rows', question, turn, rows: rowsFrom(session, asked.from, asked.count, names) });
      return;
    }
    const boards: GameBoard[] = [];
    for (const game of asked.games) {
      const board = await readGameBoard(session, game);
      if (session.counts.turn !== turn) return;
      if (board !== undefined) boards.push(board);
    }
    this.#post({ type: 'boards', question, turn, boards });
  }

  async #open(row: number, turn: number): Promise<void> {
    const session = this.#session;
    const game = session?.counts.turn === turn ? session.gameAt(row) : undefined;
    const read = game === undefined ? undefined : await session?.read(game);
    const source = read === undefined ? undefined : this.#sources[read.place.file];
    if (read !== undefined && source !== undefined) this.#notice((await openGame(read, source.uri)) ?? '');
  }

  async #use(what: 'export' | 'experiment', turn: number, spans: readonly RowSpan[] | null): Promise<void> {
    const session = this.#session;
    if (session === undefined || session.counts.turn !== turn) return;
    if (this.#isStale) {
      this.#notice(t('A file has changed since it was read: query it again first.'));
      return;
    }
    const selection: Selection = { session, sources: this.#sources, games: gamesIn(session, spans) };
    const { games } = selection;
    const { platform } = this.#context;
    if (what === 'export') {
      const target = await exportGames(selection, platform);
      if (target !== undefined) this.#notice(savedText(games.length, baseName(target)));
      return;
    }
    const { read, progress, isCanceled } = session.counts;
    const isWhole = games.length === read && progress === undefined && !isCanceled && this.#sources.length === 1;
    const done = await useInExperiment(selection, isWhole, platform);
    if (done !== undefined) this.#notice(done);
  }

  async #copy(): Promise<void> {
    if (this.#session === undefined) return;
    const text = narrowedText(this.#session);
    await vscode.env.clipboard.writeText(text);
    const isAll = text === '';
    this.#notice(isAll ? t('All games are shown: there is no expression.') : t('In the clipboard: {0}', text));
  }
}

const savedText = (games: number, file: string): string =>
  games === 1 ? t('1 game saved as {0}.', file) : t('{0} games saved as {1}.', games.toLocaleString('en-US'), file);

/** Returns the error of an expression; null for a valid or empty one. */
export function expressionFault(expression: string): ExpressionFault | null {
  const read = expression.trim() === '' ? undefined : parseQuery(expression);
  if (read === undefined || read.ok) return null;
  const { message, start, end } = read.error;
  const [shown, carets] = faultLines(expression, read.error);
  return { message, lines: [shown, carets], start, end, suggestion: suggestName(read.error) ?? '' };
}

/** Returns the error of an expression, and the completions at an offset. */
export function checkedExpression(
  expression: string,
  offset: number,
  seen: SeenGames,
): Pick<Extract<ToGames, { type: 'checked' }>, 'fault' | 'completion'> {
  const { start, end, items } = completeQuery(expression, Math.min(offset, expression.length), seen);
  const shown = items.map(({ text, detail }) => ({ text, detail }));
  return { fault: expressionFault(expression), completion: { start, end, items: shown } };
}

/**
 * Returns the position that the row of a game shows; undefined for a game that is not in the list, or can no longer be
 * read.
 */
export async function readGameBoard(session: GameSession, game: number): Promise<GameBoard | undefined> {
  const read = await session.read(game).catch(() => undefined);
  if (read === undefined) return undefined;
  const { facts } = read;
  if (facts.replay.start.state === undefined) return { game, fen: null, lastMove: null, ply: 0, isMatch: false };
  const { ply, isMatch } = session.plyOf(facts);
  const move = facts.playedLine[ply - 1] ?? -1;
  const played = facts.replay.moves[move] ?? -1;
  const squares = /^([a-h][1-8])([a-h][1-8])/.exec(move < 0 || played < 0 ? '' : moveName(played));
  const [, from = '', to = ''] = squares ?? [];
  const lastMove = squares === null ? null : ([from, to] as const);
  return { game, fen: fenAfter(facts.replay, move) ?? null, lastMove, ply, isMatch };
}
