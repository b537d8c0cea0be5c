import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { saveBytes } from '../platform/files/save.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { LiveSearch, type SearchPlan } from './live-search.ts';
import { storeTree, TREE_ENDING, treeFileName } from './tree-files.ts';
import { TreePanel } from './tree-panel.ts';
import { PIECE, type SearchPlace, samePlace, searchPlace, TreeWriter } from './tree-writer.ts';

/** A search with its title. */
export interface SearchSource extends SearchPlan {
  /** Title of the panel, such as `game.pgn:7 by rollouts: 1`. */
  readonly title: string;
  /** Title of its page: the last move before the root, else its location. */
  readonly subject: string;
  readonly document: vscode.Uri;
  /** Its file, if it continues one. */
  readonly file?: vscode.Uri;
  /** Asks the user about further requests, once the agreed ones are done. */
  readonly confirm: (requests: number) => Promise<boolean>;
}

/**
 * A running search, with its panel, its file and its status bar item. Closing the panel stops it and keeps the file.
 */
export class SearchPanel {
  readonly #shown: SearchSource;
  readonly #search: LiveSearch;
  readonly #panel: TreePanel;
  readonly #place: SearchPlace;
  readonly #writer: TreeWriter;
  readonly #reader: ReturnType<LiveSearch['lines']['reader']>;
  readonly #item: vscode.StatusBarItem;
  /** True once the page listens. */
  #isReady = false;
  #isPumping = false;
  #isStale = false;

  /**
   * @param changed called when its state has changed
   * @param closed called when the panel is closed
   */
  constructor(
    context: FeatureContext,
    panel: vscode.WebviewPanel,
    shown: SearchSource,
    changed: () => void,
    closed: () => void,
  ) {
    this.#shown = shown;
    this.#search = new LiveSearch(shown, systemClock, () => {
      this.#update();
      changed();
    });
    this.#reader = this.#search.lines.reader();
    const { label } = shown.model;
    const { file } = shown;
    this.#place = file === undefined ? searchPlace(context, shown.document, label) : samePlace(context, file);
    const failed = (reason: string): void => {
      void showMessage('warning', t('the search continues, but its tree could not be written: {0}', reason), {
        [t('Save Tree As…')]: 'statelens.saveTree',
      });
    };
    this.#writer = new TreeWriter(this.#search.lines, this.#place, failed, file !== undefined);
    // After a reload its file is shown, if it has one.
    void this.#place.uri.then(
      (uri) => storeTree(context.workspaceState, shown.title, { kind: 'search', file: uri.toString() }),
      () => undefined,
    );
    this.#item = vscode.window.createStatusBarItem('statelens.search', vscode.StatusBarAlignment.Right, 99);
    this.#item.name = t('StateLens: search');
    this.#item.command = 'statelens.revealSearch';
    this.#panel = new TreePanel(
      context,
      panel,
      { source: 'search', title: shown.title, name: treeFileName(label) },
      {
        ready: () => this.#ready(),
        stop: () => this.stop(),
        resume: () => void this.resume(),
        closed: () => {
          this.stop();
          this.#item.dispose();
          closed();
        },
      },
    );
  }

  get title(): string {
    return this.#shown.title;
  }

  get isRunning(): boolean {
    const { state } = this.#search.status;
    return state === 'running' || state === 'stopping';
  }

  get canResume(): boolean {
    return this.#search.status.canResume;
  }

  get isActive(): boolean {
    return this.#panel.isActive;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  stop(): void {
    this.#search.stop();
  }

  start(): void {
    void this.#search.run();
  }

  /** Returns true if it writes to a file. */
  async isOf(file: vscode.Uri): Promise<boolean> {
    const own = await this.#place.uri.catch(() => undefined);
    return own?.toString() === file.toString();
  }

  /** Resumes the search; the user is asked again about as many simulations as before. */
  async resume(): Promise<void> {
    const { done, total, canResume } = this.#search.status;
    if (!canResume) return;
    if (done < total || (await this.#shown.confirm(this.#shown.settings.simulations))) await this.#search.run();
  }

  /** Runs Save Tree As…. */
  async saveAs(): Promise<void> {
    const suggested = await this.#place.uri.then(
      baseName,
      () => `${treeFileName(this.#shown.model.label)}${TREE_ENDING}`,
    );
    const saved = await saveBytes(suggested, new TextEncoder().encode(this.#search.lines.text));
    if (saved !== undefined) this.#panel.notice(t('Saved as {0}.', saved));
  }

  #ready(): void {
    this.#isReady = true;
    this.#reader.rewind();
    this.#panel.open({ title: this.#shown.subject, size: null, game: this.#shown.root.game, notes: [], selected: 0 });
    void this.#pump();
  }

  #update(): void {
    const { done, total, text } = this.#search.status;
    if (this.isRunning && !this.#panel.isClosed) {
      this.#item.text = t('$(sync~spin) Search {0}/{1}', done.toLocaleString('en-US'), total.toLocaleString('en-US'));
      this.#item.tooltip = [this.#shown.title, t('Click to show its tree.'), ...(text === '' ? [] : [text])].join('\n');
      this.#item.show();
    } else this.#item.hide();
    void this.#writer.save(!this.isRunning);
    void this.#pump();
  }

  /** Sends new lines to the page, one piece after another; the host gets a turn between them. */
  async #pump(): Promise<void> {
    if (!this.#isReady || this.#panel.isClosed) return;
    this.#isStale = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#isStale && !this.#panel.isClosed) {
      this.#isStale = false;
      for (let text = this.#reader.next(); text !== undefined; text = this.#reader.next()) {
        await this.#panel.post({ type: 'lines', text, done: false });
        // Lines that arrived meanwhile follow with the next report; otherwise a fast search would leave no time for
        // anything else.
        if (text.length < PIECE || this.#panel.isClosed) break;
      }
      // No lines are the last: the search can be resumed.
      const { status, queued } = this.#search;
      void this.#panel.post({ type: 'queued', paths: queued });
      await this.#panel.post({ type: 'status', status });
    }
    this.#isPumping = false;
  }
}
