import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { saveBytes } from '../platform/files/save.ts';
import { baseName } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { tell } from '../platform/tell.ts';
import { LiveSearch, type SearchPlan } from './live-search.ts';
import { storeTree, TREE_ENDING, treeFileName } from './tree-files.ts';
import { TreePanel } from './tree-panel.ts';
import { PIECE, type SearchPlace, samePlace, searchPlace, TreeWriter } from './tree-writer.ts';

/** What is searched, and how it is called. */
export interface SearchSource extends SearchPlan {
  /** `game.pgn:7 by rollouts: 1` */
  readonly title: string;
  readonly document: vscode.Uri;
  /** Its file, where it goes on with one. */
  readonly file?: vscode.Uri;
  /** Asks whether so many more requests may be made, once those that were agreed to are done. */
  readonly confirm: (requests: number) => Promise<boolean>;
}

/** A search that runs, with its panel, its file and its place in the status bar. Closing the panel stops it and keeps the file. */
export class SearchPanel {
  readonly #shown: SearchSource;
  readonly #search: LiveSearch;
  readonly #panel: TreePanel;
  readonly #place: SearchPlace;
  readonly #writer: TreeWriter;
  readonly #reader: ReturnType<LiveSearch['lines']['reader']>;
  readonly #item: vscode.StatusBarItem;
  /** The page listens. */
  #isReady = false;
  #isPumping = false;
  #isStale = false;

  /**
   * @param changed its state is another one now
   * @param closed the panel is gone
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
    const failed = (why: string): void => {
      void tell('warning', t('the search continues, but its tree could not be written: {0}', why), {
        [t('Save Tree As…')]: 'statelens.saveTree',
      });
    };
    this.#writer = new TreeWriter(this.#search.lines, this.#place, failed, file !== undefined);
    // After a reload its file is shown, where it has one.
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

  /** True if it writes to a file. */
  async isOf(file: vscode.Uri): Promise<boolean> {
    const own = await this.#place.uri.catch(() => undefined);
    return own?.toString() === file.toString();
  }

  /** Goes on; as many simulations as before are asked about again. */
  async resume(): Promise<void> {
    const { done, total, canResume } = this.#search.status;
    if (!canResume) return;
    if (done < total || (await this.#shown.confirm(this.#shown.settings.simulations))) await this.#search.run();
  }

  /** Save Tree As…. */
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
    this.#panel.open({ size: null, game: this.#shown.root.game, notes: [], selected: 0 });
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

  /** Sends what the page has not got; pieces follow each other, and the host has its turn between them. */
  async #pump(): Promise<void> {
    if (!this.#isReady || this.#panel.isClosed) return;
    this.#isStale = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#isStale && !this.#panel.isClosed) {
      this.#isStale = false;
      for (let text = this.#reader.next(); text !== undefined; text = this.#reader.next()) {
        await this.#panel.post({ type: 'lines', text, done: false });
        // What came meanwhile goes with the next report, or a fast search would leave no time for anything else.
        if (text.length < PIECE || this.#panel.isClosed) break;
      }
      // No lines are the last: it can go on.
      const { status, queued } = this.#search;
      void this.#panel.post({ type: 'queued', paths: queued });
      await this.#panel.post({ type: 'status', status });
    }
    this.#isPumping = false;
  }
}
