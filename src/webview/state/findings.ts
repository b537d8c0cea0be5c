import type { SquareBlame } from '../../core/metrics/blame.ts';
import {
  blameText,
  errorText,
  fallbackText,
  lagText,
  type NamedMove,
  staleText,
  type TextComparison,
} from '../../core/metrics/comparison.ts';
import type { ComparedPrediction } from '../../protocol/lsp.ts';
import { button, h, section } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

/** The errors, in words; empty when there are none. */
export function mistakes({ errors, truthReason }: TextComparison): HTMLElement | undefined {
  const lines = errors.map(errorText);
  if (truthReason !== null) lines.unshift(t('The true state is not valid either: {0}.', truthReason));
  if (lines.length === 0) return undefined;
  return section(t('What is wrong'), 'mistakes', h('ul', {}, ...lines.map((line) => h('li', { lang: 'en' }, line))));
}

/**
 * The blame of every wrong square. Entries with a move jump to it.
 *
 * @param jump shows the move played at a ply
 */
export function blame({ blame: squares, stale, lag, openingFallback }: TextComparison, jump: (ply: number) => void) {
  if (squares === null || squares.length === 0) return undefined;
  const summary = [
    stale === null ? '' : staleText(stale),
    lag === null ? '' : (lagText(lag) ?? ''),
    openingFallback === null ? '' : fallbackText(openingFallback),
  ].filter((line) => line !== '');
  const entry = (item: SquareBlame): HTMLElement => {
    const { square, ply } = item;
    if (ply === null) return h('li', { class: 'never', lang: 'en' }, blameText(item));
    const move = item.move ?? t('ply {0}', ply + 1);
    const go = (): void => jump(ply + 1);
    return h(
      'li',
      {},
      button(blameText(item), go, { class: 'link', lang: 'en', title: t('Show {0}, which changed {1}', move, square) }),
    );
  };
  return section(
    t('Blame'),
    'blame',
    ...summary.map((line) => h('p', { lang: 'en' }, line)),
    h('ul', {}, ...squares.map((item) => entry(item))),
  );
}

/** Legal moves that the predicted state lacks and adds. */
export function moves({ comparison }: ComparedPrediction): HTMLElement | undefined {
  if (comparison === null) return undefined;
  const { movesLost, movesInvented } = comparison;
  if (movesLost === null || movesInvented === null) return undefined;
  const list = (title: string, items: readonly NamedMove[]): HTMLElement[] => [
    h('dt', {}, `${title} (${items.length})`),
    h('dd', {}, ...(items.length === 0 ? [t('none')] : items.map(({ san, uci }) => h('span', { title: uci }, san)))),
  ];
  return section(
    t('Legal moves'),
    'moves',
    h('dl', {}, ...list(t('Lost'), movesLost), ...list(t('Invented'), movesInvented)),
  );
}
