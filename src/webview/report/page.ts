import { formatWholeNumber } from '../../core/base/text/counts.ts';
import { FAILURES } from '../../core/evaluation/report/list/sample-query.ts';
import {
  type FromReport,
  type ReportContent,
  type ReportView,
  readKeptView,
  type ToReport,
} from '../../protocol/report-messages.ts';
import { button, h } from '../common/dom.ts';
import { holdPlace } from '../common/hold-place.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { adoptStyle, partElement } from '../common/report-parts.ts';
import { Brushes } from './brushes.ts';
import { HostSource } from './host-source.ts';
import { addActions } from './parts.ts';
import type { SampleActions } from './sample-pane.ts';
import { BEGINNING, SampleReader } from './sample-reader.ts';

/** Quiet time before the place in the page is kept, in milliseconds. */
const QUIET_MS = 100;

/** The page of a report: what the models know, their answers to be read, then the other figures. */
export class ReportPage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromReport>;
  readonly #source: HostSource;
  readonly #actions: SampleActions;
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  #reader: SampleReader | undefined;
  #uris: readonly string[] = [];
  /** How far somebody has come: VS Code throws the page away while it is hidden. */
  #view: ReportView | undefined;
  #isKeeping = false;

  constructor(root: HTMLElement, host: Host<FromReport>) {
    this.#root = root;
    this.#host = host;
    this.#source = new HostSource(host);
    this.#actions = {
      open: (sample) => host.send({ type: 'open', sample }),
      compare: (sample) => host.send({ type: 'compare', sample }),
    };
    adoptStyle();
    this.#view = readKeptView(host.kept());
    window.addEventListener('scroll', () => this.#keepSoon());
    holdPlace(() => this.#reader?.element);
    root.append(h('p', { class: 'notice' }, t('Reading the runs…')));
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
      case 'facts':
      case 'positions':
      case 'detail':
        this.#source.receive(message);
        break;
      case 'notice':
        this.#notice.textContent = message.text;
        break;
      case 'unavailable':
        this.#reader = undefined;
        this.#root.replaceChildren(
          h('p', { class: 'error', role: 'alert' }, message.reason),
          h(
            'div',
            { class: 'toolbar' },
            button(t('Try Again'), () => this.#host.send({ type: 'again' })),
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
      this.#reader = undefined;
      this.#root.replaceChildren(
        h('h1', {}, t('State tracking report')),
        h('p', { class: 'working', role: 'status' }, text),
        h('progress', { max: Math.max(1, total), value: done, 'aria-label': t('Samples scored') }),
        h(
          'div',
          { class: 'toolbar' },
          button(t('Cancel'), () => this.#host.send({ type: 'cancel' })),
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
    const { title, uris, parts, worst, notes, isComplete, runs, query } = content;
    const view = this.#view;
    this.#uris = uris;
    const begin = content.changes === undefined ? FAILURES : { ...FAILURES, sort: 'change' as const };
    const place = query === null ? (view ?? { ...BEGINNING, query: begin }) : { ...BEGINNING, query };
    const brushes = new Brushes(
      (only) => reader.has(only),
      (only) => void reader.follow(only),
    );
    const reader: SampleReader = new SampleReader(this.#source, content, place, {
      actions: this.#actions,
      moved: () => this.#keepSoon(),
      narrowed: (wanted) => brushes.show(wanted),
      link: (wanted) => this.#host.send({ type: 'link', query: wanted }),
    });
    const sections = parts.map(partElement);
    for (const one of sections) {
      addActions(one, worst, this.#actions);
      brushes.add(one);
    }
    brushes.show(reader.place.query);
    const [first, ...others] = parts.map(({ id, title: text }) => ({ id, text }));
    const links = [first, { id: 'samples', text: t('Answers') }, ...others].flatMap((one) =>
      one === undefined
        ? []
        : [h('li', {}, h('a', { href: `#${one.id}`, lang: one.id === 'samples' ? undefined : 'en' }, one.text))],
    );
    const again = isComplete ? undefined : button(t('Score the Rest'), () => this.#host.send({ type: 'again' }));
    const save = button(t('Save Report As…'), () => this.#host.send({ type: 'save' }));
    this.#root.replaceChildren(
      h('header', {}, h('h1', {}, title), h('div', { class: 'toolbar' }, again, save)),
      h(
        'p',
        { class: 'quiet' },
        ...runs.flatMap(({ file, name }, i) => [i > 0 ? ' · ' : '', h('span', { title: file }, name)]),
      ),
      ...notes.map((note) => h('p', { class: 'warning' }, note)),
      this.#notice,
      h('nav', { 'aria-label': t('Sections') }, h('ul', {}, ...links)),
      ...sections.slice(0, 1),
      ...changesText(content),
      reader.element,
      ...sections.slice(1),
    );
    this.#reader = reader;
    if (query === null) window.scrollTo(0, view?.top ?? 0);
    else reader.element.scrollIntoView();
    this.#keep();
  }

  /** Rows move with every pixel. */
  #keepSoon(): void {
    if (this.#isKeeping) return;
    this.#isKeeping = true;
    setTimeout(() => {
      this.#isKeeping = false;
      if (this.#reader !== undefined) this.#view = { ...this.#reader.place, top: window.scrollY };
      this.#keep();
    }, QUIET_MS);
  }

  #keep(): void {
    this.#host.keep({ uris: this.#uris, ...(this.#view !== undefined && { view: this.#view }) });
  }
}

/** How the second of two runs did. */
function changesText({ changes, runs }: ReportContent): HTMLElement[] {
  if (changes === undefined) return [];
  const { better, worse, same } = changes;
  const [before = '', after = ''] = runs.map(({ name }) => name);
  const all = better + worse + same;
  const named = {
    all: formatWholeNumber(all),
    before,
    after,
    better: better.toLocaleString('en'),
    worse: worse.toLocaleString('en'),
    same: same.toLocaleString('en'),
  };
  const text =
    all === 1
      ? t(
          'Of 1 question that both answered, {after} is better than {before} in {better}, worse in {worse}, the same in {same}.',
          named,
        )
      : t(
          'Of {all} questions that both answered, {after} is better than {before} in {better}, worse in {worse}, the same in {same}.',
          named,
        );
  return [h('p', { title: runs.map(({ file }) => file).join(' · ') }, text)];
}
