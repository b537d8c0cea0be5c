import { h, type JSX } from 'preact';
import { type FromLeague, readKeptScroll, type ToLeague } from '../../protocol/league-messages.ts';
import { button } from '../common/elements.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { keepAfterScroll } from '../common/layout.ts';
import { mount } from '../common/mount.ts';
import { adoptStyle, ReportSection } from '../common/report-parts.ts';

type League = Extract<ToLeague, { type: 'show' }>;

/** The page of a league: ratings, curves and the games between every two players, shown again as games are added. */
export class LeaguePage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromLeague>;
  /** Scroll position in pixels. */
  #scroll: number;
  #content: League | undefined;
  #notice = '';

  constructor(root: HTMLElement, host: Host<FromLeague>) {
    this.#root = root;
    this.#host = host;
    this.#scroll = readKeptScroll(host.kept());
    adoptStyle();
    keepAfterScroll(() => {
      this.#scroll = window.scrollY;
      this.#host.keep({ scroll: this.#scroll });
    });
    mount(h('p', { class: 'notice' }, t('Reading the games…')), root);
  }

  /** Takes in a message of the extension. */
  receive(message: ToLeague): void {
    switch (message.type) {
      case 'notice':
        this.#notice = message.text;
        break;
      case 'unavailable':
        this.#content = undefined;
        mount(h('p', { class: 'error', role: 'alert' }, message.reason), this.#root);
        return;
      case 'show':
        this.#content = message;
        break;
    }
    if (this.#content === undefined) return;
    const save = (): void => this.#host.send({ type: 'save' });
    mount(h(LeagueContent, { league: this.#content, notice: this.#notice, save }), this.#root);
    if (message.type === 'show') window.scrollTo(0, this.#scroll);
  }
}

interface LeagueContentProps {
  readonly league: League;
  readonly notice: string;
  readonly save: () => void;
}

const LeagueContent = ({ league: { title, text, notes, parts }, notice, save }: LeagueContentProps): JSX.Element[] => [
  h('header', null, h('h1', null, title), h('div', { class: 'toolbar' }, button(t('Save League As…'), save))),
  h('p', { class: 'quiet', lang: 'en' }, text),
  ...notes.map((note) => h('p', { class: 'warning' }, note)),
  h('p', { class: 'notice', role: 'status' }, notice),
  ...parts.map((part) => h(ReportSection, { key: part.id, part })),
];
