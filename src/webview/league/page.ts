import { type FromLeague, readKeptScroll, type ToLeague } from '../../protocol/league-messages.ts';
import { button, h } from '../common/dom.ts';
import type { Host } from '../common/host.ts';
import { t } from '../common/l10n.ts';
import { adoptStyle, partElement } from '../common/report-parts.ts';

/** Quiet time before the place in the page is kept, in milliseconds. */
const QUIET_MS = 100;

/** The page of a league: ratings, curves and the games between every two players, shown again as games are added. */
export class LeaguePage {
  readonly #root: HTMLElement;
  readonly #host: Host<FromLeague>;
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  /** How far somebody has come: VS Code throws the page away while it is hidden. */
  #scroll: number;
  #isKeeping = false;

  constructor(root: HTMLElement, host: Host<FromLeague>) {
    this.#root = root;
    this.#host = host;
    this.#scroll = readKeptScroll(host.kept());
    adoptStyle();
    window.addEventListener('scroll', () => this.#keepSoon());
    root.append(h('p', { class: 'notice' }, t('Reading the games…')));
  }

  receive(message: ToLeague): void {
    if (message.type === 'notice') this.#notice.textContent = message.text;
    else if (message.type === 'unavailable')
      this.#root.replaceChildren(h('p', { class: 'error', role: 'alert' }, message.reason));
    else this.#show(message);
  }

  #show({ title, text, notes, parts }: Extract<ToLeague, { type: 'show' }>): void {
    const save = button(t('Save League As…'), () => this.#host.send({ type: 'save' }));
    this.#root.replaceChildren(
      h('header', {}, h('h1', {}, title), h('div', { class: 'toolbar' }, save)),
      h('p', { class: 'quiet', lang: 'en' }, text),
      ...notes.map((note) => h('p', { class: 'warning' }, note)),
      this.#notice,
      ...parts.map(partElement),
    );
    window.scrollTo(0, this.#scroll);
  }

  #keepSoon(): void {
    if (this.#isKeeping) return;
    this.#isKeeping = true;
    setTimeout(() => {
      this.#isKeeping = false;
      this.#scroll = window.scrollY;
      this.#host.keep({ scroll: this.#scroll });
    }, QUIET_MS);
  }
}
