import { h, type JSX } from 'preact';
import { type FromMavStats, readMavStatsState, type ToMavStats } from '../../protocol/mav-stats-messages.ts';
import { button } from '../common/elements.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { keepAfterScroll } from '../common/layout.ts';
import { mount } from '../common/mount.ts';
import { adoptStyle, ReportSection } from '../common/report-parts.ts';

type Stats = Extract<ToMavStats, { type: 'show' }>;
type Progress = Extract<ToMavStats, { type: 'progress' }>;

/** The page of a MAV file's statistics, shown again as the file changes. */
export class MavStatsPage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromMavStats>;
  /** Scroll position in pixels. */
  #scroll: number;
  #uri: string | undefined;
  #stats: Stats | undefined;
  #progress: Progress | undefined;
  #notice = '';

  constructor(root: HTMLElement, host: Host<FromMavStats>) {
    this.#root = root;
    this.#host = host;
    const kept = readMavStatsState(host.kept());
    this.#scroll = kept?.scroll ?? 0;
    this.#uri = kept?.uri;
    adoptStyle();
    keepAfterScroll(() => {
      this.#scroll = window.scrollY;
      this.#keep();
    });
    mount(h('p', { class: 'notice' }, t('Reading the examples…')), root);
  }

  /** Takes in a message of the extension. */
  receive(message: ToMavStats): void {
    if (message.type !== 'notice') this.#uri = message.uri;
    switch (message.type) {
      case 'notice':
        this.#notice = message.text;
        break;
      case 'progress':
        this.#progress = message;
        break;
      case 'unavailable':
        this.#stats = undefined;
        this.#keep();
        mount(h('p', { class: 'error', role: 'alert' }, message.reason), this.#root);
        return;
      case 'show':
        this.#stats = message;
        this.#progress = undefined;
        this.#notice = '';
        break;
    }
    const send = (type: FromMavStats['type']) => (): void => this.#host.send({ type });
    mount(h(StatsContent, { stats: this.#stats, progress: this.#progress, notice: this.#notice, send }), this.#root);
    if (message.type === 'show') window.scrollTo(0, this.#scroll);
    this.#keep();
  }

  #keep(): void {
    if (this.#uri !== undefined) this.#host.keep({ uri: this.#uri, scroll: this.#scroll });
  }
}

interface StatsContentProps {
  readonly stats: Stats | undefined;
  readonly progress: Progress | undefined;
  readonly notice: string;
  readonly send: (type: FromMavStats['type']) => () => void;
}

const StatsContent = ({ stats, progress, notice, send }: StatsContentProps): JSX.Element[] => [
  h(
    'header',
    { key: 'head' },
    h('h1', null, stats?.title ?? t('Statistics of Answers')),
    stats !== undefined &&
      h(
        'div',
        { class: 'toolbar' },
        stats.canCompare && progress === undefined && button(t('Compare Values'), send('compare')),
        button(t('Save Statistics As…'), send('save')),
      ),
  ),
  ...(progress === undefined
    ? []
    : [
        h(
          'p',
          { key: 'progress', class: 'notice' },
          h('progress', { value: progress.share, max: 1, 'aria-label': progress.text }),
          ` ${progress.text} `,
          button(t('Cancel'), send('cancel')),
        ),
      ]),
  h('p', { key: 'notice', class: 'notice', role: 'status' }, notice),
  ...(stats === undefined
    ? []
    : [
        h('p', { key: 'text', class: 'quiet', lang: 'en' }, stats.text),
        ...stats.notes.map((note, i) => h('p', { key: `note-${i}`, class: 'warning', lang: 'en' }, note)),
        ...stats.parts.map((part) => h(ReportSection, { key: part.id, part })),
      ]),
];
