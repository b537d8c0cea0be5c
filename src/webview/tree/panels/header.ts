import { plural } from '../../../core/base/text/plural.ts';
import { progressParts } from '../../../core/base/text/progress-text.ts';
import { MAX_PROBLEMS } from '../../../core/search/read-tree.ts';
import { mayGoOn } from '../../../core/search/tree-file.ts';
import { endWords } from '../../../core/search/view/search-words.ts';
import { button, h } from '../../common/dom.ts';
import { hasAny, type Panel, type PanelContext, setText } from './panel.ts';

/** So long a time the rate of a search is taken over, in milliseconds. */
const RATE_MS = 3000;

const GAMES = { chess: 'chess', chess960: 'Chess960', connect_four: 'Connect Four', hex: 'Hex' } as const;

/** The subject of the tree, its progress, and the faults of its file. */
export function headerPanel({ store, host }: PanelContext): Panel {
  const title = h('h1', {}, 'Waiting for a tree …');
  const facts = h('ul', { class: 'facts', 'aria-label': 'The tree' });
  const progress = h('progress', { 'aria-label': 'Reading the file', max: 1 });
  const reading = h('p', { class: 'reading', hidden: true }, progress, ' reading …');
  const running = h('span', { class: 'running' });
  const stop = button('Stop', () => host.send({ type: 'stop' }));
  const resume = button('Resume', () => host.send({ type: 'resume' }));
  const status = h(
    'div',
    { class: 'live', role: 'group', 'aria-label': 'The search', hidden: true },
    running,
    stop,
    resume,
  );
  const problems = h('details', { class: 'problems', hidden: true });
  const error = h('p', { class: 'error', role: 'alert', hidden: true });
  const element = h('header', {}, h('div', { class: 'headline' }, title, status, reading), facts, error, problems);
  /** When how many simulations had ended. */
  let seen: { readonly time: number; readonly done: number }[] = [];
  let reported = -1;

  function showFacts(): void {
    const { stored, source, isTrace, feed } = store;
    setText(title, source?.title ?? (store.notice === '' ? 'Waiting for a tree …' : 'No tree'));
    reading.hidden = !store.isLoading;
    const size = source?.size ?? null;
    if (size === null || size === 0) progress.removeAttribute('value');
    else progress.value = Math.min(1, feed.received / size);
    setText(error, feed.error === undefined ? '' : `The tree cannot be shown: ${feed.error}.`);
    error.hidden = feed.error === undefined;
    const words: string[] = [];
    if (stored !== undefined) {
      const { header, nodes, simulations } = stored;
      words.push(GAMES[header.game]);
      if (header.model !== '') words.push(header.model);
      words.push(plural(simulations.length, isTrace ? 'evaluation' : 'simulation'), plural(nodes.length, 'node'));
      if (feed.hallucinations > 0) words.push(plural(feed.hallucinations, 'hallucination'));
      const isOver = stored.end !== undefined || feed.done;
      if (isOver && !isTrace) words.push(endWords(stored));
    }
    facts.replaceChildren(...words.map((word) => h('li', {}, word)));
  }

  /** A file whose search may go on, once it is read. */
  function isSearchFile(): boolean {
    const { stored, source, isLoading, feed } = store;
    if (stored === undefined || source?.source !== 'file' || isLoading || feed.error !== undefined) return false;
    return mayGoOn(stored.header, stored.end);
  }

  function showProblems(): void {
    const found = store.stored?.problems ?? [];
    problems.hidden = found.length === 0;
    if (reported === found.length) return;
    reported = found.length;
    problems.replaceChildren(
      h(
        'summary',
        {},
        `${plural(found.length, 'line was', found.length < MAX_PROBLEMS ? 'lines were' : 'lines or more were')} left out; the rest is shown`,
      ),
      h('ul', {}, ...found.map(({ line, message }) => h('li', {}, `line ${line}: ${message}`))),
    );
  }

  function showStatus(): void {
    const now = store.status;
    const isOfFile = now === undefined && isSearchFile();
    status.hidden = now === undefined && !isOfFile;
    if (now === undefined) {
      seen = [];
      setText(running, '');
      stop.hidden = true;
      resume.hidden = !isOfFile;
      return;
    }
    const { state, done, total, canResume, text } = now;
    const time = performance.now();
    if (state !== 'running') seen = [];
    else seen = [...seen.filter((one) => one.done <= done && time - one.time < RATE_MS), { time, done }];
    const [first] = seen;
    const [, rate] = first === undefined ? [] : progressParts(done - first.done, undefined, time - first.time);
    const parts = [`${state}: ${progressParts(done, total, 0)[0]}`, rate, text].filter(
      (part) => part !== undefined && part !== '',
    );
    setText(running, parts.join(' · '));
    stop.hidden = state !== 'running' && state !== 'stopping';
    stop.disabled = state === 'stopping';
    resume.hidden = !canResume || !stop.hidden;
  }

  return {
    element,
    update: (changed) => {
      if (hasAny(changed, 'source', 'progress', 'tree', 'notice')) {
        showFacts();
        showProblems();
      }
      if (hasAny(changed, 'source', 'status', 'progress', 'tree')) showStatus();
    },
  };
}
