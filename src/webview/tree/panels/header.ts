import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { formatWholeNumber, progressParts } from '../../../core/base/text/counts.ts';
import { MAX_PROBLEMS } from '../../../core/search/read-tree.ts';
import { canContinue, type TreeFileHeader, treeWorldName } from '../../../core/search/tree-header.ts';
import { endWords } from '../../../core/search/view/search-text.ts';
import { shortModel, treeTitle } from '../../../core/search/view/tree-title.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeStore } from '../store.ts';
import type { PanelContext } from './panel.ts';

/** Time that the rate of a search is averaged over, in milliseconds. */
const RATE_MS = 3000;

const GAMES = {
  chess: t('chess'),
  chess960: 'Chess960',
  connect_four: t('Connect Four'),
  hex: t('Hex'),
  othello: t('Othello'),
} as const;

/** Formats the number of lines of a file that were left out. */
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
export function TreeHeader({ store, host }: PanelContext): JSX.Element {
  const { source, feed, notice, isLoading } = store;
  const size = source?.size ?? null;
  return h(
    'header',
    null,
    h(
      'div',
      { class: 'headline' },
      h(
        'h1',
        { title: source?.title ?? '' },
        titleText(store) ?? (notice === '' ? t('Waiting for a tree …') : t('No tree')),
      ),
      h(SearchProgress, { store, host }),
      h(
        'p',
        { class: 'reading', hidden: !isLoading },
        h('progress', {
          // Without a size there is no share, not one of 0.
          key: String(size === null || size === 0),
          'aria-label': t('Reading the file'),
          max: 1,
          ...(size !== null && size > 0 && { value: Math.min(1, feed.received / size) }),
        }),
        ` ${t('reading …')}`,
      ),
    ),
    h(
      'p',
      { class: 'error', role: 'alert', hidden: feed.error === undefined },
      feed.error === undefined ? '' : t('The tree cannot be shown: {0}.', feed.error),
    ),
  );
}

/** Returns the title of the page; undefined until there is a tree. */
function titleText({ source, stored, isTrace, isMarked, total }: TreeStore): string | undefined {
  if (source === undefined || stored === undefined) return source?.title;
  const { model } = stored.header;
  return treeTitle({ subject: source.title, model, count: isMarked ? stored.nodes.length : total, isTrace, isMarked });
}

/** The facts about the tree besides its title, and the lines of its file that were left out. */
export function TreeFacts({ store }: Pick<PanelContext, 'store'>): JSX.Element {
  const problems = store.stored?.problems ?? [];
  return h(
    'div',
    { class: 'about' },
    h(
      'ul',
      { class: 'facts', 'aria-label': t('The tree') },
      factWords(store).map((word) => h('li', null, word)),
    ),
    h(
      'details',
      { class: 'problems', hidden: problems.length === 0 },
      h('summary', null, leftOutText(problems.length)),
      h(
        'ul',
        null,
        problems.map(({ line, message }) => h('li', null, t('line {0}: {1}', line, message))),
      ),
    ),
  );
}

/** Returns the world of a tree, and the dialect and algorithm of a trace. */
function worldWords({ game, trace }: TreeFileHeader): string {
  const name = treeWorldName(game);
  const title = Object.hasOwn(GAMES, name) ? GAMES[name as keyof typeof GAMES] : name;
  const { dialect, algorithm } = trace ?? {};
  return [title, dialect, algorithm === dialect ? undefined : algorithm]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** Returns what is known of a tree, in words. */
function factWords({ stored, isTrace, isMarked, feed, status }: TreeStore): string[] {
  if (stored === undefined) return [];
  const { header, nodes } = stored;
  const words: string[] = [worldWords(header)];
  // Nothing stands twice: the title may have the whole name of the model.
  if (header.model !== '' && shortModel(header.model) !== header.model) words.push(header.model);
  words.push(nodes.length === 1 ? t('1 node') : t('{0} nodes', formatWholeNumber(nodes.length)));
  const lost = feed.hallucinations;
  if (lost > 0) words.push(lost === 1 ? t('1 hallucination') : t('{0} hallucinations', formatWholeNumber(lost)));
  const isOver = stored.end !== undefined || feed.done;
  const end = isOver && !isTrace && !isMarked ? endWords(stored) : '';
  if (end !== '' && (status === undefined || end !== statusWord(status.state))) words.push(end);
  return words;
}

/** Returns true for a file in which more can be searched, once it is read. */
function isSearchFile({ stored, source, tree, isLoading, feed }: TreeStore): boolean {
  if (stored === undefined || source?.source !== 'file' || isLoading || feed.error !== undefined) return false;
  return canContinue(stored.header, stored.end) && tree?.root.kind === 'state' && tree.root.open > 0;
}

/** Returns how more can be searched: up to the number that was asked for, or further; undefined where it cannot. */
export function resumption(store: TreeStore): 'resume' | 'further' | undefined {
  const { status, stored } = store;
  if (status !== undefined) {
    if (!status.canResume || status.state === 'running' || status.state === 'stopping') return undefined;
    return status.state === 'done' ? 'further' : 'resume';
  }
  if (!isSearchFile(store)) return undefined;
  return stored?.end === 'done' ? 'further' : 'resume';
}

/** The progress of a search, and its buttons. */
function SearchProgress({ store, host }: PanelContext): JSX.Element {
  /** Ended simulations at some times. */
  const seen = useRef<readonly { readonly time: number; readonly done: number }[]>([]);
  const { status } = store;
  const time = performance.now();
  if (status?.state === 'running') {
    const { done } = status;
    const recent = seen.current.filter((other) => other.done <= done && time - other.time < RATE_MS);
    seen.current = [...recent, { time, done }];
  } else seen.current = [];
  const [first] = seen.current;
  const [, rate] =
    first === undefined || status === undefined
      ? []
      : progressParts(status.done - first.done, undefined, time - first.time);
  const parts =
    status === undefined
      ? []
      : [
          t('{0}: {1}', statusWord(status.state), progressParts(status.done, status.total, 0)[0] ?? ''),
          rate,
          status.text,
        ];
  const canStop = status?.state === 'running' || status?.state === 'stopping';
  const resumed = resumption(store);
  const isFurther = resumed === 'further';
  return h(
    'div',
    {
      class: 'live',
      role: 'group',
      'aria-label': t('The search'),
      hidden: status === undefined && (resumed === undefined || (isFurther && store.isNarrow)),
    },
    h('span', { class: 'running' }, parts.filter((part) => part !== undefined && part !== '').join(' · ')),
    button(t('Stop'), () => host.send({ type: 'stop' }), { hidden: !canStop, disabled: status?.state === 'stopping' }),
    button(isFurther ? t('Search further') : t('Resume'), () => host.send({ type: 'resume' }), {
      // On a narrow page this is in the menu.
      hidden: resumed === undefined || (isFurther && store.isNarrow),
    }),
  );
}
