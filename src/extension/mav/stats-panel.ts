import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { mavStatsPage, mavStatsParts, statsLead } from '../../core/evaluation/mav-stats-page.ts';
import { readMavSection } from '../../core/mav/read-mav.ts';
import { CollectedStats, STATS_SCHEMA, type StatsGroup } from '../../core/mav/stats/collected-stats.ts';
import { ValueComparison } from '../../core/mav/stats/compare-values.ts';
import { tallyAnswers } from '../../core/mav/stats/judge-answers.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { sourceLabel, type ValueSource } from '../../core/mav/values.ts';
import {
  type FromMavStats,
  MAV_STATS_VERSION,
  readFromMavStats,
  readMavStatsState,
  type ToMavStats,
} from '../../protocol/mav-stats-messages.ts';
import type { Unversioned } from '../../protocol/messages.ts';
import { MAV_STATS_VIEW } from '../../protocol/views.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { saveInFormat } from '../platform/files/save.ts';
import { baseName } from '../platform/files/uris.ts';
import { FollowedText } from '../platform/files/watch.ts';
import { t } from '../platform/l10n.ts';
import { createBeside } from '../platform/pages/beside.ts';
import { type PageKind, PagePanel } from '../platform/pages/panel.ts';
import { mavDialect } from '../platform/settings.ts';

const PAGE: PageKind<FromMavStats> = { name: 'mav-stats', title: t('Statistics of Answers'), read: readFromMavStats };
/** Length of the text that is judged without a pause, in UTF-16 units. */
const SLICE = 20_000;
/** Minimum time between two messages about the progress, in milliseconds. */
const PROGRESS_MS = 200;

/** The panel of a MAV file's statistics. */
class MavStatsPanel {
  readonly #context: FeatureContext;
  readonly #uri: vscode.Uri;
  readonly #panel: PagePanel<ToMavStats, FromMavStats>;
  #groups: readonly StatsGroup[] = [];
  #work: AbortController | undefined;
  readonly #file: FollowedText;
  #comparesValues = false;
  #told = 0;
  #isClosed = false;

  /** @param closed called when the panel is closed */
  constructor(context: FeatureContext, panel: vscode.WebviewPanel, uri: vscode.Uri, closed: () => void) {
    this.#context = context;
    this.#uri = uri;
    this.#file = new FollowedText(uri, () => void this.#read());
    this.#panel = new PagePanel(
      panel,
      context.extension.extensionUri,
      PAGE,
      (message) => void this.#receive(message),
      () => {
        this.#isClosed = true;
        this.#work?.abort();
        this.#file.dispose();
        closed();
      },
    );
    this.#panel.title = t('Statistics: {0}', baseName(uri));
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #receive({ type }: FromMavStats): Promise<void> {
    if (type === 'ready') await this.#read();
    else if (type === 'compare') {
      this.#comparesValues = true;
      await this.#read();
    } else if (type === 'cancel') {
      this.#comparesValues = false;
      this.#work?.abort();
      await this.#read();
    } else await this.#save();
  }

  /** Judges the file, and shows its figures; a later reading ends an earlier one. */
  async #read(): Promise<void> {
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    const uri = this.#uri.toString();
    try {
      const text = await this.#file.read();
      const source = this.#context.values.source();
      const shown = await this.#judge(text, mavDialect(), this.#comparesValues ? source : undefined, work.signal);
      if (work.signal.aborted) return;
      if (shown.groups.length === 0) {
        this.#post({ type: 'unavailable', uri, reason: t('This file has no examples.') });
        return;
      }
      this.#groups = shown.groups;
      const habits = shown.groups.flatMap(({ game, values }) =>
        values === null || values.habit === null ? [] : [`${game}: ${values.habit}`],
      );
      this.#post({
        type: 'show',
        uri,
        title: baseName(this.#uri),
        text: [statsLead(shown.groups), ...shown.sources].join('; '),
        notes: [...(shown.problem === undefined ? [] : [shown.problem]), ...habits],
        parts: mavStatsParts(shown.groups).map(({ id, title, body }) => ({ id, title, body: [...body] })),
        canCompare: source !== undefined && !this.#comparesValues && hasLists(shown.groups),
      });
    } catch (error) {
      const cause = thrownMessage(error);
      this.#context.log.warn(`The statistics of a MAV file could not be made: ${cause}`);
      this.#post({ type: 'unavailable', uri, reason: t('The statistics could not be made: {0}', cause) });
    }
  }

  /** Judges a text in slices, between which VS Code works. */
  async #judge(
    text: string,
    dialect: MavDialect,
    source: ValueSource | undefined,
    signal: AbortSignal,
  ): Promise<{ groups: StatsGroup[]; sources: string[]; problem: string | undefined }> {
    const collected = new CollectedStats(dialect);
    const comparison =
      source &&
      new ValueComparison(source, dialect, signal, ({ done, lists }) =>
        this.#tell(t('Comparing values: {0} of {1} lists', done, lists), lists === 0 ? 0 : done / lists),
      );
    const slices: string[] = [];
    for (let from = 0, at = 0; at < text.length; ) {
      at += readMavSection(text, at).length;
      if (at - from < SLICE && at < text.length) continue;
      const slice = text.slice(from, at);
      slices.push(slice);
      collected.add(tallyAnswers(slice, dialect));
      from = at;
      this.#tell(t('Reading the examples…'), at / text.length);
      await pause();
      if (signal.aborted) break;
    }
    if (comparison !== undefined)
      for (const values of await Promise.all(slices.map((slice) => comparison.judge(slice))))
        collected.addValues(values);
    const groups = collected.groups();
    const games = groups.flatMap(({ game, values }) => (values === null || game === 'all' ? [] : [game]));
    const sources =
      source === undefined ? [] : games.map((game) => t('values of {0}: {1}', game, labelOfGame(source, game)));
    return { groups, sources, problem: comparison?.problem };
  }

  #tell(text: string, share: number): void {
    if (Date.now() - this.#told < PROGRESS_MS) return;
    this.#told = Date.now();
    this.#post({ type: 'progress', uri: this.#uri.toString(), text, share });
  }

  #post(message: Unversioned<ToMavStats>): void {
    if (!this.#isClosed) this.#panel.post({ ...message, version: MAV_STATS_VERSION }).then(undefined, () => undefined);
  }

  async #save(): Promise<void> {
    if (this.#groups.length === 0) return;
    const { version } = this.#context.extension.extension.packageJSON as { version: string };
    const formats = [
      {
        label: t('HTML, one page with charts'),
        ending: 'html',
        content: mavStatsPage(this.#groups, `statelens ${version}`),
      },
      {
        label: 'JSON',
        ending: 'json',
        content: `${JSON.stringify({ schema: STATS_SCHEMA, groups: this.#groups }, undefined, 2)}\n`,
      },
    ];
    const name = `${baseName(this.#uri).replace(/\.\w+$/, '')}-stats`;
    const saved = await saveInFormat(t('StateLens: Save Statistics As'), name, formats);
    if (saved !== undefined) this.#post({ type: 'notice', text: t('Saved as {0}.', saved) });
  }
}

const hasLists = (groups: readonly StatsGroup[]): boolean =>
  groups.some(({ truth, printed }) => truth.all.n + truth.top.n + printed.all.n + printed.top.n > 0);

const labelOfGame = (source: ValueSource, game: string): string => {
  const known = source.games.find((name) => name === game);
  return known === undefined ? source.label : sourceLabel(source, known);
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The statistics of MAV files: a panel for each file. */
export class MavStatsPanels {
  readonly #context: FeatureContext;
  readonly #panels = new Map<string, MavStatsPanel>();

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  /** Shows the statistics of the active MAV file beside it. */
  show(): void {
    const editor = activeEditor(({ isAnswer }) => isAnswer === true);
    if (editor !== undefined) this.#open(editor.document.uri);
  }

  /** Takes over a panel that VS Code restores. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const kept = readMavStatsState(state);
    if (kept === undefined) panel.dispose();
    else this.#open(vscode.Uri.parse(kept.uri), panel);
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #open(uri: vscode.Uri, restored?: vscode.WebviewPanel): void {
    const key = uri.toString();
    const known = this.#panels.get(key);
    if (known !== undefined) {
      restored?.dispose();
      known.reveal();
      return;
    }
    const panel = restored ?? createBeside(MAV_STATS_VIEW, t('Statistics of Answers'));
    const made: MavStatsPanel = new MavStatsPanel(this.#context, panel, uri, () => {
      if (this.#panels.get(key) === made) this.#panels.delete(key);
    });
    this.#panels.set(key, made);
  }
}
