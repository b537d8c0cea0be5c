import * as vscode from 'vscode';
import type { MavGameName } from '../../core/mav/games.ts';
import { readSettings } from '../../protocol/settings.ts';
import { SHOW_STATE_COMMAND } from '../../protocol/state.ts';
import {
  type FromTree,
  readFromTree,
  type ToTree,
  TREE_VERSION,
  type TreeSource,
} from '../../protocol/tree-messages.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { saveBytes } from '../platform/files/save.ts';
import { t } from '../platform/l10n.ts';
import { type PageKind, PagePanel } from '../platform/pages/panel.ts';
import { lineOfNode } from './node-state.ts';
import { bytesOfExport, exportName } from './tree-texts.ts';

const PAGE: PageKind<FromTree> = { name: 'tree', title: t('Search tree'), read: readFromTree };

/** What all panels of trees do not do themselves. */
export interface TreeOwner {
  /** The page listens, and has nothing. */
  ready(): void;
  /** A node was selected; `focus`: its text is to take the keyboard. */
  select?(node: number, focus: boolean): void;
  stop?(): void;
  resume?(): void;
  /** The tree as a file, where there is one to be saved. */
  readonly text?: () => string | undefined;
  closed(): void;
}

/** What an `open` says that differs from tree to tree. */
export type Opening = Pick<Extract<ToTree, { type: 'open' }>, 'size' | 'notes' | 'selected'> & {
  /** On the page; default: that of the panel. */
  readonly title?: string;
  /** Undefined where it is not known. */
  readonly game: MavGameName | undefined;
};

type Unversioned<T> = T extends unknown ? Omit<T, 'version'> : never;

/** A panel with a tree: what pages of files, searches and traces have in common. */
export class TreePanel {
  readonly #context: FeatureContext;
  readonly #panel: PagePanel<ToTree, FromTree>;
  readonly #source: TreeSource;
  readonly #name: string;
  readonly #closing = new AbortController();
  readonly owner: TreeOwner;
  /** The tree's game, once it is known. */
  #game: MavGameName | undefined;
  #isActive: boolean;
  title: string;

  /** @param name of files that are saved, without an ending */
  constructor(
    context: FeatureContext,
    panel: vscode.WebviewPanel,
    { source, title, name }: { readonly source: TreeSource; readonly title: string; readonly name: string },
    owner: TreeOwner,
  ) {
    this.#context = context;
    this.#source = source;
    this.#name = name;
    this.title = title;
    this.owner = owner;
    this.#isActive = panel.active;
    panel.onDidChangeViewState(() => {
      this.#isActive = panel.active;
    });
    panel.onDidDispose(() => this.#closing.abort());
    this.#panel = new PagePanel(
      panel,
      context.extension.extensionUri,
      PAGE,
      (message) => this.#receive(message),
      () => owner.closed(),
    );
  }

  /** True if it has the keyboard. */
  get isActive(): boolean {
    return this.#isActive;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  get name(): string {
    return this.#name;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Resolves when the page has it, or cannot have it: a page that does not listen says `ready` when it does. */
  post(message: Unversioned<ToTree>): Thenable<unknown> {
    if (this.isClosed) return Promise.resolve();
    return this.#panel.post({ ...message, version: TREE_VERSION }).then(undefined, () => undefined);
  }

  open({ game, ...opening }: Opening): void {
    this.#game = game;
    const { orientation } = readSettings(vscode.workspace.getConfiguration().get('statelens'));
    this.#panel.title = this.title;
    const hasValues = this.#game !== undefined && this.#valuesFault(this.#game) === undefined;
    const { title } = this;
    void this.post({ type: 'open', source: this.#source, title, orientation, hasValues, ...opening });
  }

  notice(text: string): void {
    void this.post({ type: 'notice', text });
  }

  #receive(message: FromTree): void {
    const { owner } = this;
    switch (message.type) {
      case 'ready':
        owner.ready();
        break;
      case 'select':
      case 'reveal':
        owner.select?.(message.node, message.type === 'reveal');
        break;
      case 'state': {
        const line = lineOfNode(message, this.title, this.#name);
        const how = message.open ? [] : ['if-open'];
        void vscode.commands.executeCommand(SHOW_STATE_COMMAND, line, ...how).then(undefined, (error: unknown) => {
          this.#context.log.error(`The state view failed: ${String(error)}`);
          if (message.open) this.notice(t('The state view could not be opened. “StateLens: Show Log” says why.'));
        });
        break;
      }
      case 'stop':
        owner.stop?.();
        break;
      case 'resume':
        owner.resume?.();
        break;
      case 'values':
        void this.#values(message.node, message.state);
        break;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text).then(() => this.notice(t('Copied to the clipboard.')));
        break;
      case 'export':
        void this.#export(message);
        break;
    }
  }

  async #export({ format, content }: Extract<FromTree, { type: 'export' }>): Promise<void> {
    const bytes = bytesOfExport(format, content);
    const saved = bytes && (await saveBytes(exportName(this.#name, format), bytes));
    if (saved !== undefined) this.notice(t('Saved as {0}.', saved));
  }

  /** Why no reference values can be had; undefined where they can. */
  #valuesFault(game: MavGameName): string | undefined {
    const source = this.#context.values.source();
    if (source === undefined) return t('no engine can run here');
    return source.games.includes(game) ? undefined : t('nothing values {0}', game);
  }

  async #values(node: number, state: string): Promise<void> {
    const game = this.#game;
    const fault = game === undefined ? t('the tree names no game') : this.#valuesFault(game);
    const source = this.#context.values.source();
    if (game === undefined || fault !== undefined || source === undefined) {
      void this.post({ type: 'values', node, values: [], reason: fault ?? t('there is no engine') });
      return;
    }
    const answer = await source.values({ game, state }, this.#closing.signal);
    const values = answer.ok ? answer.value.actions.map(({ action, win }) => [action, win] as const) : [];
    const isOver = answer.ok && answer.value.outcome !== undefined;
    const reason = answer.ok ? (isOver ? t('the game is over here') : '') : answer.error.message;
    void this.post({ type: 'values', node, values, reason });
  }
}
