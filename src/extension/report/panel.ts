import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import type { PageScript } from '../../core/evaluation/report/html/page.ts';
import { queryText, type SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../core/evaluation/report/report-text.ts';
import { PAGE_SCRIPT, PAGE_STYLE, pageScript } from '../../models/report/report-page.ts';
import type { ReportOverview, ReportProgress, ReportService, SamplePlace } from '../../models/report/report-session.ts';
import type { Unversioned } from '../../protocol/messages.ts';
import { type FromReport, REPORT_VERSION, readFromReport, type ToReport } from '../../protocol/report-messages.ts';
import type { FeatureContext, OpenReport } from '../platform/feature.ts';
import { saveBytes } from '../platform/files/save.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { shortDuration } from '../platform/models/pace.ts';
import { type PageKind, PagePanel } from '../platform/pages/panel.ts';
import { reportSettings } from '../platform/settings.ts';
import { LINK_PATH } from './link-address.ts';
import { compareSample, openSample, sampleGames } from './sample-games.ts';

const PAGE: PageKind<FromReport> = { name: 'report', title: t('Report'), read: readFromReport };

const FORMAT_NAMES: Readonly<Record<ReportFormat, readonly [title: string, ending: string]>> = {
  html: [t('HTML, one page with charts and answers'), 'html'],
  md: ['Markdown', 'md'],
  latex: ['LaTeX', 'tex'],
  csv: [t('CSV, a line a figure'), 'csv'],
  json: ['JSON', 'json'],
  junit: ['JUnit XML', 'xml'],
};

type Content = Omit<Extract<ToReport, { type: 'show' }>, 'type' | 'version'>;
type Question = Extract<FromReport, { type: 'rows' | 'facts' | 'positions' | 'detail' }>;
type State = Unversioned<Extract<ToReport, { type: 'show' | 'progress' | 'unavailable' }>>;

/** The panel of one report: connects the page with a thread that has the samples. */
export class ReportPanel {
  readonly #context: FeatureContext;
  readonly #uris: readonly vscode.Uri[];
  readonly #query: SampleQuery | null;
  readonly #service: ReportService;
  readonly #panel: PagePanel<ToReport, FromReport>;
  #scoring: AbortController | undefined;
  /** State of the page, or its first one once it listens. */
  #state: State | undefined;
  /** Indices of samples, one for each PGN of the worst answers. */
  #games: readonly number[] = [];

  /**
   * @param query initial query, if a link names one
   * @param closed called when the panel is closed
   */
  constructor(
    context: FeatureContext,
    openReport: OpenReport,
    panel: vscode.WebviewPanel,
    uris: readonly vscode.Uri[],
    query: SampleQuery | null,
    closed: () => void,
  ) {
    this.#context = context;
    this.#uris = uris;
    this.#query = query;
    this.#service = openReport(uris, reportSettings(context));
    this.#panel = new PagePanel(
      panel,
      context.extension.extensionUri,
      PAGE,
      (message) => void this.#receive(message),
      () => {
        this.#scoring?.abort();
        this.#service.dispose();
        closed();
      },
    );
    this.#panel.title = this.#title;
    void this.#score();
  }

  /** @param query to show, if a link names one */
  reveal(query: SampleQuery | null): void {
    this.#panel.reveal();
    if (query !== null && this.#state?.type === 'show') this.#post({ ...this.#state, query });
  }

  dispose(): void {
    this.#panel.dispose();
  }

  get #title(): string {
    const [first] = this.#uris;
    return this.#uris.length === 1 && first !== undefined
      ? t('Report: {0}', baseName(first))
      : t('Report: {0} runs', this.#uris.length);
  }

  get #addresses(): string[] {
    return this.#uris.map((uri) => uri.toString());
  }

  #post(message: Unversioned<ToReport>): void {
    this.#panel.post({ ...message, version: REPORT_VERSION }).then(undefined, () => undefined);
  }

  #present(state: State): void {
    this.#state = state;
    this.#post(state);
  }

  async #score(): Promise<void> {
    if (this.#scoring !== undefined) return;
    const scoring = new AbortController();
    this.#scoring = scoring;
    try {
      const shown = await this.#service.open((progress) => this.#showProgress(progress), scoring.signal);
      this.#present({ type: 'show', ...this.#content(shown) });
    } catch (error) {
      const cause = thrownMessage(error);
      this.#context.log.warn(`The report could not be made: ${cause}`);
      this.#present({ type: 'unavailable', reason: t('The report could not be made: {0}', cause) });
    } finally {
      this.#scoring = undefined;
    }
  }

  #content({ games, ...shown }: ReportOverview): Content {
    this.#games = games;
    const parts = shown.parts.map(({ id, title, body }) => ({ id, title, body: [...body] }));
    return { title: t('State tracking report'), uris: this.#addresses, ...shown, parts, query: this.#query };
  }

  #showProgress({ file, done, total, rate, left }: ReportProgress): void {
    const number = (n: number): string => Math.round(n).toLocaleString('en');
    const text = [
      t('Scoring {0}: {1} of {2}', file, number(done), number(total)),
      t('{0}/s', number(rate)),
      ...(left === undefined ? [] : [t('{0} left', shortDuration(left))]),
    ].join(' · ');
    this.#present({ type: 'progress', text, done, total, uris: this.#addresses });
  }

  async #receive(message: FromReport): Promise<void> {
    switch (message.type) {
      case 'ready':
        if (this.#state === undefined) break;
        this.#post(this.#state);
        // The page's state is newer than the link that opened it.
        if (this.#state.type === 'show') this.#state = { ...this.#state, query: null };
        break;
      case 'rows':
      case 'facts':
      case 'positions':
      case 'detail':
        await this.#answer(message);
        break;
      case 'link':
        await vscode.env.clipboard.writeText(reportLink(this.#context, this.#uris, message.query));
        this.#post({
          type: 'notice',
          text: t('A link that opens this report with these filters is in the clipboard.'),
        });
        break;
      case 'open':
      case 'compare':
        await this.#goTo(message.type, message.sample);
        break;
      case 'save':
        await this.#save();
        break;
      case 'cancel':
        this.#scoring?.abort();
        break;
      case 'again':
        await this.#score();
        break;
    }
  }

  async #answer(asked: Question): Promise<void> {
    const { question } = asked;
    switch (asked.type) {
      case 'rows': {
        const page = await this.#asked(this.#service.page(asked.query, asked.from, asked.count));
        if (page !== undefined) this.#post({ type: 'rows', question, page });
        break;
      }
      case 'facts': {
        const facts = await this.#asked(this.#service.facts(asked.query, asked.sample));
        if (facts !== undefined) this.#post({ type: 'facts', question, facts });
        break;
      }
      case 'positions': {
        const { query, order, from, count } = asked;
        const page = await this.#asked(this.#service.positions(query, order, from, count));
        if (page !== undefined) this.#post({ type: 'positions', question, page });
        break;
      }
      case 'detail': {
        const detail = (await this.#asked(this.#service.detail(asked.sample))) ?? null;
        this.#post({ type: 'detail', question, detail });
        break;
      }
    }
  }

  /** Returns the answer of the thread; undefined, after a message, if it failed. */
  async #asked<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      this.#post({ type: 'notice', text: thrownMessage(error) });
      return undefined;
    }
  }

  async #goTo(what: 'open' | 'compare', sample: number): Promise<void> {
    const place = await this.#asked(this.#service.place(sample));
    if (place === undefined) return;
    const run = this.#runOf(place);
    if (run === undefined) return;
    const fault = await this.#asked(
      what === 'open'
        ? openSample(place, run)
        : compareSample(place, run, (found) => this.#service.state(sample, found)),
    );
    this.#post({ type: 'notice', text: fault ?? '' });
  }

  #runOf(place: SamplePlace): vscode.Uri | undefined {
    return this.#uris.find((uri) => uri.fsPath === place.run || uri.toString() === place.run) ?? this.#uris[0];
  }

  /** Returns the report as text, with the places of its worst answers. */
  async #text(format: ReportFormat): Promise<string> {
    const places = await Promise.all(this.#games.map((sample) => this.#service.place(sample)));
    const samples = places.flatMap((place) => {
      const run = place && this.#runOf(place);
      return place === undefined || run === undefined ? [] : [{ place, run }];
    });
    const page = format === 'html' ? await this.#pageScript() : undefined;
    return await this.#service.text(format, await sampleGames(samples), page);
  }

  /** Returns the script of an exported page, from the extension's files. */
  async #pageScript(): Promise<PageScript> {
    const { extensionUri } = this.#context.extension;
    const [script, style] = await Promise.all(
      [PAGE_SCRIPT, PAGE_STYLE].map(async (file) =>
        new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'dist', file))),
      ),
    );
    return await pageScript(script ?? '', style ?? '');
  }

  async #save(): Promise<void> {
    const items = REPORT_FORMATS.map((format) => ({ format, label: FORMAT_NAMES[format][0] }));
    const chosen = await vscode.window.showQuickPick(items, { title: t('StateLens: Save Report As') });
    if (chosen === undefined) return;
    const text = await this.#asked(this.#text(chosen.format));
    if (text === undefined) return;
    const [, ending] = FORMAT_NAMES[chosen.format];
    const [first] = this.#uris;
    const name =
      this.#uris.length === 1 && first !== undefined ? baseName(first).replace(/\.run\.jsonl$/, '') : 'report';
    const folder = first && vscode.Uri.joinPath(first, '..');
    const saved = await saveBytes(`${name}.${ending}`, new TextEncoder().encode(text), folder);
    if (saved !== undefined) this.#post({ type: 'notice', text: t('Saved as {0}.', saved) });
  }
}

/** Returns a link that opens a report in VS Code with the filters of a query. */
function reportLink(context: FeatureContext, runs: readonly vscode.Uri[], query: SampleQuery): string {
  const { uriScheme } = vscode.env;
  const { id } = context.extension.extension;
  const named = runs.map((run) => `run=${encodeURIComponent(run.toString())}`).join('&');
  return `${uriScheme}://${id}${LINK_PATH}?${named}#${queryText(query)}`;
}
