import { createRef, Fragment, h, type JSX } from 'preact';
import { formatWholeNumber } from '../../core/base/text/counts.ts';
import { FAILURES } from '../../core/evaluation/report/list/sample-query.ts';
import {
  type FromReport,
  type ReportContent,
  type ReportView,
  readKeptView,
  type ToReport,
} from '../../protocol/report-messages.ts';
import { button } from '../common/elements.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { holdPosition, keepAfterScroll } from '../common/layout.ts';
import { mount } from '../common/mount.ts';
import { adoptStyle, ReportSection } from '../common/report-parts.ts';
import { Brushes } from './brushes.ts';
import { addActions, type SampleActions } from './sample-pane.ts';
import { BEGINNING, type ReaderPlace, SampleReader } from './sample-reader.ts';
import { HostSource } from './sample-source.ts';

type Progress = Extract<ToReport, { type: 'progress' }>;

/** A report that is shown. */
interface Shown {
  readonly content: ReportContent;
  readonly place: ReaderPlace;
  readonly brushes: Brushes;
  /** Another number for each report: nothing of an earlier one stays. */
  readonly number: number;
}

/** The page of a report: what the models know, their answers to be read, then the other figures. */
export class ReportPage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromReport>;
  readonly #source: HostSource;
  readonly #actions: SampleActions;
  readonly #reader = createRef<SampleReader>();
  #shown: Shown | undefined;
  #count = 0;
  #notice = '';
  #uris: readonly string[] = [];
  /** Place in the page: VS Code throws the page away while it is hidden. */
  #view: ReportView | undefined;
  readonly #keepSoon: () => void;

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
    this.#keepSoon = keepAfterScroll(() => {
      const reader = this.#reader.current;
      if (reader !== null) this.#view = { ...reader.place, top: window.scrollY };
      this.#keep();
    });
    holdPosition(() => this.#reader.current?.element);
    mount(h('p', { class: 'notice' }, t('Reading the runs…')), root);
  }

  /** Takes in a message of the extension. */
  receive(message: ToReport): void {
    switch (message.type) {
      case 'show':
        this.#show(message);
        break;
      case 'progress':
        this.#uris = message.uris;
        this.#keep();
        this.#leave();
        mount(h(ProgressContent, { progress: message, cancel: () => this.#host.send({ type: 'cancel' }) }), this.#root);
        break;
      case 'rows':
      case 'facts':
      case 'positions':
      case 'detail':
        this.#source.receive(message);
        break;
      case 'notice':
        this.#notice = message.text;
        this.#mount();
        break;
      case 'unavailable':
        this.#leave();
        mount(h(Unavailable, { reason: message.reason, again: () => this.#host.send({ type: 'again' }) }), this.#root);
        break;
    }
  }

  /** Removes the report. */
  #leave(): void {
    this.#shown = undefined;
    this.#reader.current = null;
  }

  #show(content: ReportContent): void {
    const { uris, query } = content;
    const view = this.#view;
    this.#uris = uris;
    const begin = content.changes === undefined ? FAILURES : { ...FAILURES, sort: 'change' as const };
    const place = query === null ? (view ?? { ...BEGINNING, query: begin }) : { ...BEGINNING, query };
    const brushes = new Brushes(
      (only) => this.#reader.current?.has(only) === true,
      (only) => void this.#reader.current?.follow(only),
    );
    this.#shown = { content, place, brushes, number: ++this.#count };
    this.#mount();
    if (this.#reader.current !== null) brushes.show(this.#reader.current.place.query);
    if (query === null) window.scrollTo(0, view?.top ?? 0);
    else this.#reader.current?.element?.scrollIntoView();
    this.#keep();
  }

  #mount(): void {
    if (this.#shown !== undefined) mount(this.#report(this.#shown), this.#root);
  }

  #report({ content, place, brushes, number }: Shown): JSX.Element {
    const { title, parts, worst, notes, isComplete, runs } = content;
    const onReady = (section: HTMLElement): void => {
      addActions(section, worst, this.#actions);
      brushes.add(section);
    };
    const sections = parts.map((part) => h(ReportSection, { key: `${number} ${part.id}`, part, onReady }));
    const reader = h(SampleReader, {
      key: `reader-${number}`,
      handle: this.#reader,
      source: this.#source,
      content,
      place,
      actions: this.#actions,
      moved: () => this.#keepSoon(),
      narrowed: (query) => brushes.show(query),
      link: (query) => this.#host.send({ type: 'link', query }),
    });
    return h(
      Fragment,
      { key: 'report' },
      h(
        'header',
        null,
        h('h1', null, title),
        h(
          'div',
          { class: 'toolbar' },
          isComplete ? null : button(t('Score the Rest'), () => this.#host.send({ type: 'again' })),
          button(t('Save Report As…'), () => this.#host.send({ type: 'save' })),
        ),
      ),
      h(
        'p',
        { class: 'quiet' },
        runs.map(({ file, name }, i) => [i > 0 ? ' · ' : '', h('span', { title: file }, name)]),
      ),
      notes.map((note) => h('p', { class: 'warning' }, note)),
      h('p', { class: 'notice', role: 'status' }, this.#notice),
      sectionLinks(content),
      sections.slice(0, 1),
      changesText(content),
      reader,
      sections.slice(1),
    );
  }

  /** Rows move with every pixel. */
  #keep(): void {
    this.#host.keep({ uris: this.#uris, ...(this.#view !== undefined && { view: this.#view }) });
  }
}

interface ProgressContentProps {
  readonly progress: Progress;
  readonly cancel: () => void;
}

/** The page while samples are scored. */
const ProgressContent = ({ progress: { text, done, total }, cancel }: ProgressContentProps): JSX.Element[] => [
  h('h1', null, t('State tracking report')),
  h('p', { class: 'working', role: 'status' }, text),
  h('progress', { max: Math.max(1, total), value: done, 'aria-label': t('Samples scored') }),
  h('div', { class: 'toolbar' }, button(t('Cancel'), cancel)),
];

interface UnavailableProps {
  readonly reason: string;
  readonly again: () => void;
}

/** The page where there is no report. */
const Unavailable = ({ reason, again }: UnavailableProps): JSX.Element[] => [
  h('p', { class: 'error', role: 'alert' }, reason),
  h('div', { class: 'toolbar' }, button(t('Try Again'), again)),
];

/** Returns links to the sections and to the answers. */
function sectionLinks({ parts }: ReportContent): JSX.Element {
  const [first, ...others] = parts.map(({ id, title }) => ({ id, text: title, lang: 'en' }));
  const answers = { id: 'samples', text: t('Answers'), lang: null };
  const links = first === undefined ? [answers] : [first, answers, ...others];
  return h(
    'nav',
    { 'aria-label': t('Sections') },
    h(
      'ul',
      null,
      links.map(({ id, text, lang }) => h('li', null, h('a', { href: `#${id}`, lang }, text))),
    ),
  );
}

/** Returns how the second of two runs did; null for one run. */
function changesText({ changes, runs }: ReportContent): JSX.Element | null {
  if (changes === undefined) return null;
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
  return h('p', { title: runs.map(({ file }) => file).join(' · ') }, text);
}
