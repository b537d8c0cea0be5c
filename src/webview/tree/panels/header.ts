import { formatWholeNumber, progressParts } from '../../../core/base/text/counts.ts';
import { MAX_PROBLEMS } from '../../../core/search/read-tree.ts';
import { canContinue } from '../../../core/search/tree-file.ts';
import { endWords } from '../../../core/search/view/search-text.ts';
import { button, h, setText } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import { runCount } from '../run-count.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

/** So long a time the rate of a search is taken over, in milliseconds. */
const RATE_MS = 3000;

const GAMES = {
  chess: t('chess'),
  chess960: 'Chess960',
  connect_four: t('Connect Four'),
  hex: t('Hex'),
  othello: t('Othello'),
} as const;

/** What is missing of a file. */
function leftOutText(lines: number): string {
  if (lines === 1) return t('1 line was left out; the rest is shown');
  return lines < MAX_PROBLEMS
    ? t('{0} lines were left out; the rest is shown', formatWholeNumber(lines))
    : t('{0} lines or more were left out; the rest is shown', formatWholeNumber(lines));
}

function statusWord(state: 'running' | 'stopping' | 'stopped' | 'done'): string {
  switch (state) {
    case 'running':
      return t('running');
    case 'stopping':
      return t('stopping');
    case 'stopped':
      return t('stopped');
    case 'done':
      return t('done');
  }
}

/** The subject of the tree, its progress, and the faults of its file. */
export class HeaderPanel implements Panel {
  readonly #store: PanelContext['store'];
  readonly #host: PanelContext['host'];
  readonly #title = h('h1', {}, t('Waiting for a tree …'));
  readonly #facts = h('ul', { class: 'facts', 'aria-label': t('The tree') });
  readonly #progress = h('progress', { 'aria-label': t('Reading the file'), max: 1 });
  readonly #reading = h('p', { class: 'reading', hidden: true }, this.#progress, ` ${t('reading …')}`);
  readonly #running = h('span', { class: 'running' });
  readonly #stop = button(t('Stop'), () => this.#host.send({ type: 'stop' }));
  readonly #resume = button(t('Resume'), () => this.#host.send({ type: 'resume' }));
  readonly #status = h(
    'div',
    { class: 'live', role: 'group', 'aria-label': t('The search'), hidden: true },
    this.#running,
    this.#stop,
    this.#resume,
  );
  readonly #problems = h('details', { class: 'problems', hidden: true });
  readonly #error = h('p', { class: 'error', role: 'alert', hidden: true });
  readonly element = h(
    'header',
    {},
    h('div', { class: 'headline' }, this.#title, this.#status, this.#reading),
    this.#facts,
    this.#error,
    this.#problems,
  );
  /** When how many simulations had ended. */
  #seen: { readonly time: number; readonly done: number }[] = [];
  #reported = -1;

  constructor({ store, host }: PanelContext) {
    this.#store = store;
    this.#host = host;
  }

  update(changed: ReadonlySet<Part>): void {
    if (hasAny(changed, 'source', 'status', 'progress', 'tree', 'notice')) {
      this.#showFacts();
      this.#showProblems();
    }
    if (hasAny(changed, 'source', 'status', 'progress', 'tree')) this.#showStatus();
  }

  #showFacts(): void {
    const { stored, source, isTrace, feed, status } = this.#store;
    setText(this.#title, source?.title ?? (this.#store.notice === '' ? t('Waiting for a tree …') : t('No tree')));
    this.#reading.hidden = !this.#store.isLoading;
    const size = source?.size ?? null;
    if (size === null || size === 0) this.#progress.removeAttribute('value');
    else this.#progress.value = Math.min(1, feed.received / size);
    setText(this.#error, feed.error === undefined ? '' : t('The tree cannot be shown: {0}.', feed.error));
    this.#error.hidden = feed.error === undefined;
    const words: string[] = [];
    if (stored !== undefined) {
      const { header, nodes, simulations } = stored;
      words.push(GAMES[header.game]);
      // Nothing is said twice: the title may have the model, the status the simulations.
      if (header.model !== '' && source?.title.includes(header.model) !== true) words.push(header.model);
      if (status === undefined) words.push(runCount(simulations.length, isTrace));
      words.push(nodes.length === 1 ? t('1 node') : t('{0} nodes', formatWholeNumber(nodes.length)));
      const lost = feed.hallucinations;
      if (lost > 0) words.push(lost === 1 ? t('1 hallucination') : t('{0} hallucinations', formatWholeNumber(lost)));
      const isOver = stored.end !== undefined || feed.done;
      const end = isOver && !isTrace ? endWords(stored) : '';
      if (end !== '' && (status === undefined || end !== statusWord(status.state))) words.push(end);
    }
    this.#facts.replaceChildren(...words.map((word) => h('li', {}, word)));
  }

  /** A file whose search may go on, once it is read. */
  #isSearchFile(): boolean {
    const { stored, source, isLoading, feed } = this.#store;
    if (stored === undefined || source?.source !== 'file' || isLoading || feed.error !== undefined) return false;
    return canContinue(stored.header, stored.end);
  }

  #showProblems(): void {
    const found = this.#store.stored?.problems ?? [];
    this.#problems.hidden = found.length === 0;
    if (this.#reported === found.length) return;
    this.#reported = found.length;
    this.#problems.replaceChildren(
      h('summary', {}, leftOutText(found.length)),
      h('ul', {}, ...found.map(({ line, message }) => h('li', {}, t('line {0}: {1}', line, message)))),
    );
  }

  #showStatus(): void {
    const now = this.#store.status;
    const isOfFile = now === undefined && this.#isSearchFile();
    this.#status.hidden = now === undefined && !isOfFile;
    if (now === undefined) {
      this.#seen = [];
      setText(this.#running, '');
      this.#stop.hidden = true;
      this.#resume.hidden = !isOfFile;
      return;
    }
    const { state, done, total, canResume, text } = now;
    const time = performance.now();
    if (state !== 'running') this.#seen = [];
    else this.#seen = [...this.#seen.filter((one) => one.done <= done && time - one.time < RATE_MS), { time, done }];
    const [first] = this.#seen;
    const [, rate] = first === undefined ? [] : progressParts(done - first.done, undefined, time - first.time);
    const parts = [t('{0}: {1}', statusWord(state), progressParts(done, total, 0)[0] ?? ''), rate, text].filter(
      (part) => part !== undefined && part !== '',
    );
    setText(this.#running, parts.join(' · '));
    this.#stop.hidden = state !== 'running' && state !== 'stopping';
    this.#stop.disabled = state === 'stopping';
    this.#resume.hidden = !canResume || !this.#stop.hidden;
  }
}
