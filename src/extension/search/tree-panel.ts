import * as vscode from 'vscode';
import { stateLine } from '../../core/evaluation/game-trace/timeline.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { readTrackedLabel } from '../../core/search/language-model.ts';
import type { Unversioned } from '../../protocol/messages.ts';
import { readSettings } from '../../protocol/settings.ts';
import { SHOW_STATE_COMMAND, type StandaloneLine, type StoredAnswer } from '../../protocol/state.ts';
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
import { exportBytes, exportName } from './tree-files.ts';

const PAGE: PageKind<FromTree> = { name: 'tree', title: t('Search tree'), read: readFromTree };

/** The part of a tree's panel that differs between sources. */
export interface TreeOwner {
  /** Called when the page listens, and has no content. */
  ready(): void;
  /** Called when a node was selected; `focus`: its text gets the keyboard focus. */
  select?(node: number, focus: boolean): void;
  stop?(): void;
  resume?(): void;
  /** Returns the tree as a file, if it can be saved. */
  readonly text?: () => string | undefined;
  closed(): void;
}

/** Fields of the message `open` that differ between trees. */
export type Opening = Pick<Extract<ToTree, { type: 'open' }>, 'size' | 'notes' | 'selected'> & {
  /** Title on the page; default: that of the panel. */
  readonly title?: string;
  /** Game of the tree, if it has values of one. */
  readonly game: MavGameName | undefined;
};

/** A panel with a tree: the common part of pages of files, searches and traces. */
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

  /** @param name of saved files, without an extension */
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

  /** True if it has the keyboard focus. */
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

  /** Resolves when the page has the message, or cannot get it: a page that does not listen yet sends `ready` later. */
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
        const line = nodeLine(message, this.title, this.#name);
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
    const bytes = exportBytes(format, content);
    const saved = bytes && (await saveBytes(exportName(this.#name, format), bytes));
    if (saved !== undefined) this.notice(t('Saved as {0}.', saved));
  }

  /** Returns the reason why reference values are not available; undefined if they are. */
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

type StateMessage = Extract<FromTree, { readonly type: 'state' }>;

/** Depth of p and r in the details of a step. */
const DEPTH = 4;

/**
 * Returns the path to a node of a tree as a line of the state view: the true states are its steps, and the states that
 * the world model printed are its row, with the text of a language model.
 *
 * @param title of the tree
 * @param source storage of the tree, for its answers
 */
export function nodeLine(
  { rules, model, steps }: Pick<StateMessage, 'rules' | 'model' | 'steps'>,
  title: string,
  source: string,
): StandaloneLine {
  const label = labelOf(model);
  const line = steps.map(({ ply, move, truth }) => ({ ply, fen: truth, ...(move !== null && { san: move }) }));
  // the root was given, not predicted
  const asked = steps.map((step, at) => ({ ...step, at })).filter(({ at }) => at > 0);
  const answers = asked.map(({ at, believed, text }) => ({
    label,
    at,
    fen: believed,
    ...(text !== null && { answer: { raw: text } }),
  }));
  return {
    line: stateLine(line, answers, { title, variant: rules, m: DEPTH, labels: 'models' }),
    at: steps.length - 1,
    label,
    answers: asked.flatMap(({ at, text, fault, believed }) =>
      text === null ? [] : [{ ...answerOf(text, believed === null ? fault : null), label, source, step: at }],
    ),
  };
}

/** Returns the label of the model that wrote the states; in a tracked label, values come from another model. */
const labelOf = (model: string): string =>
  (readTrackedLabel(model)?.model ?? model).replace(/\s+/g, ' ').trim() || 'model';

const answerOf = (raw: string, fault: string | null): Omit<StoredAnswer, 'label' | 'source'> => ({
  prompt: null,
  raw,
  reading: null,
  reasoning: null,
  drafts: [],
  finishReason: null,
  tokens: null,
  seconds: null,
  attempts: null,
  at: null,
  fault,
  otherMoves: false,
});
