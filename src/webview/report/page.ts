import { plural } from '../../core/base/text/plural.ts';
import { ALL_SAMPLES, type SampleQuery } from '../../core/evaluation/report/sample-table.ts';

import {
  type FromReport,
  type ReportContent,
  type ReportView,
  readKeptView,
  type ToReport,
} from '../../protocol/report-messages.ts';
import { button, h, section } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { filters, verdictsOf } from './filters.ts';
import { addActions, adoptStyle, partElement, type SampleActions } from './parts.ts';
import { SampleRows } from './rows.ts';

/** Quiet time before the place in the page is kept, in milliseconds. */
const QUIET_MS = 100;

/** The page of a report: its sections, then all samples. */
export class ReportPage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromReport>;
  readonly #actions: SampleActions;
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  #rows: SampleRows | undefined;
  readonly #count = h('p', { class: 'quiet', role: 'status' });
  /** Number of the last question; answers to others are late. */
  #question = 0;
  #query: SampleQuery = ALL_SAMPLES;
  #uris: readonly string[] = [];
  /** How far somebody has come: VS Code throws the page away while it is hidden. */
  #view: ReportView | undefined;
  #isKeeping = false;

  constructor(root: HTMLElement, host: Host<FromReport>) {
    this.#root = root;
    this.#host = host;
    this.#actions = {
      open: (sample) => host.send({ type: 'open', sample }),
      compare: (sample) => host.send({ type: 'compare', sample }),
    };
    adoptStyle();
    this.#view = readKeptView(host.kept());
    window.addEventListener('scroll', () => this.#keepSoon());
    root.append(h('p', { class: 'notice' }, 'Reading the runs…'));
  }

  receive(message: ToReport): void {
    switch (message.type) {
      case 'show':
        this.#show(message);
        break;
      case 'progress':
        this.#progress(message);
        break;
      case 'rows':
        if (message.question !== this.#question) break;
        this.#rows?.take(message.from, message.total, message.rows);
        this.#count.textContent = plural(message.total, 'sample');
        break;
      case 'notice':
        this.#notice.textContent = message.text;
        break;
      case 'unavailable':
        this.#rows = undefined;
        this.#root.replaceChildren(
          h('p', { class: 'error', role: 'alert' }, message.reason),
          h(
            'div',
            { class: 'toolbar' },
            button('Try Again', () => this.#host.send({ type: 'again' })),
          ),
        );
        break;
    }
  }

  #progress({ text, done, total, uris }: Extract<ToReport, { type: 'progress' }>): void {
    this.#uris = uris;
    this.#keep();
    const bar = this.#root.querySelector('progress');
    if (bar === null) {
      this.#rows = undefined;
      this.#root.replaceChildren(
        h('h1', {}, 'State tracking report'),
        h('p', { class: 'working', role: 'status' }, text),
        h('progress', { max: Math.max(1, total), value: done, 'aria-label': 'Samples scored' }),
        h(
          'div',
          { class: 'toolbar' },
          button('Cancel', () => this.#host.send({ type: 'cancel' })),
        ),
      );
      return;
    }
    bar.max = Math.max(1, total);
    bar.value = done;
    const line = this.#root.querySelector('.working');
    if (line !== null) line.textContent = text;
  }

  #show(content: ReportContent): void {
    const { title, uris, parts, worst, notes, isComplete, runs } = content;
    const view = this.#view;
    const query = queryIn(view?.query, content);
    this.#uris = uris;
    const links = [...parts, { id: 'samples', title: 'All samples' }].map(({ id, title: text }) =>
      h('li', {}, h('a', { href: `#${id}` }, text)),
    );
    const sections = parts.map(partElement);
    for (const one of sections) addActions(one, worst, this.#actions);
    const again = isComplete ? undefined : button('Score the Rest', () => this.#host.send({ type: 'again' }));
    this.#root.replaceChildren(
      h(
        'header',
        {},
        h('h1', {}, title),
        h(
          'div',
          { class: 'toolbar' },
          again,
          button('Save Report As…', () => this.#host.send({ type: 'save' })),
        ),
      ),
      h('p', { class: 'quiet' }, runs.join(' · ')),
      ...notes.map((note) => h('p', { class: 'warning' }, note)),
      this.#notice,
      h('nav', { 'aria-label': 'Sections' }, h('ul', {}, ...links)),
      ...sections,
      this.#samples(content, query),
    );
    this.#rows?.show(query, view);
    window.scrollTo(0, view?.top ?? 0);
    this.#keep();
  }

  /** Rows move with every pixel. */
  #keepSoon(): void {
    if (this.#isKeeping) return;
    this.#isKeeping = true;
    setTimeout(() => {
      this.#isKeeping = false;
      if (this.#rows !== undefined) this.#view = { query: this.#rows.query, ...this.#rows.place, top: window.scrollY };
      this.#keep();
    }, QUIET_MS);
  }

  #keep(): void {
    this.#host.keep({ uris: this.#uris, ...(this.#view !== undefined && { view: this.#view }) });
  }

  #samples(content: ReportContent, query: SampleQuery): HTMLElement {
    const { changes, runs } = content;
    const ask = (query: SampleQuery, from: number, count: number): void => {
      if (query !== this.#query) {
        this.#query = query;
        this.#question++;
      }
      this.#host.send({ type: 'rows', question: this.#question, query, from, count });
    };
    const rows = new SampleRows(changes !== undefined, ask, this.#actions, () => this.#keepSoon());
    this.#rows = rows;
    const compared =
      changes &&
      `Of ${plural(changes.better + changes.worse + changes.same, 'position')} that both answered, ${runs[1] ?? ''} is better than ${runs[0] ?? ''} in ${changes.better.toLocaleString('en')}, worse in ${changes.worse.toLocaleString('en')}, the same in ${changes.same.toLocaleString('en')}.`;
    const found = section(
      'All samples',
      'all-samples',
      compared === undefined ? undefined : h('p', {}, compared),
      filters(content, query, (to) => rows.show({ ...rows.query, ...to })),
      this.#count,
      rows.element,
      h(
        'p',
        { class: 'quiet' },
        'Click or press Enter to show the move in its PGN; press C to compare the answer with the true state.',
      ),
    );
    found.id = 'samples';
    return found;
  }
}

/** The query that was kept, as far as the report has what it asks for; of two runs the changes come first. */
function queryIn(kept: SampleQuery | undefined, { series, verdicts, groups, changes }: ReportContent): SampleQuery {
  if (kept === undefined) return { ...ALL_SAMPLES, ...(changes !== undefined && { sort: 'change' as const }) };
  const known = <T>(value: T | null, all: readonly T[]): T | null => all.find((one) => same(one, value)) ?? null;
  return {
    ...kept,
    sort: kept.sort === 'change' && changes === undefined ? ALL_SAMPLES.sort : kept.sort,
    series: known(kept.series, series),
    verdict: known(kept.verdict, verdictsOf(verdicts)),
    group: known(kept.group, groups),
    change: changes === undefined ? null : kept.change,
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
