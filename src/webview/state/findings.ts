import { h, type JSX } from 'preact';
import type { SquareBlame } from '../../core/metrics/blame.ts';
import { blameText, errorText, type NamedMove, type TextComparison } from '../../core/metrics/comparison.ts';
import type { ComparedPrediction } from '../../protocol/lsp.ts';
import { button, Section } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

/** Returns the errors in words; null when there are none. */
export function mistakes({ errors, truthReason }: TextComparison): JSX.Element | null {
  const lines = errors.map(errorText);
  if (truthReason !== null) lines.unshift(t('The true state is not valid either: {0}.', truthReason));
  if (lines.length === 0) return null;
  return h(
    Section,
    { title: t('What is wrong'), class: 'mistakes' },
    h(
      'ul',
      null,
      lines.map((line) => h('li', { lang: 'en' }, line)),
    ),
  );
}

/**
 * Returns the wrong squares with the move that each missed; entries with a move are links.
 *
 * @param goToPly shows the position after the move that was played at a ply
 */
export function blameList(blame: readonly SquareBlame[], goToPly: (ply: number) => void): JSX.Element {
  const entry = (item: SquareBlame): JSX.Element => {
    const { square, ply, move } = item;
    if (ply === null) return h('li', { lang: 'en' }, blameText(item));
    const title = t('Show {0}, which changed {1}', move ?? t('ply {0}', ply + 1), square);
    return h(
      'li',
      null,
      button(blameText(item), () => goToPly(ply + 1), { class: 'link', title, lang: 'en' }),
    );
  };
  return h('ul', { class: 'blame' }, blame.map(entry));
}

/** Returns legal moves that the predicted state lacks and adds; null where there is no comparison. */
export function moveLists({ comparison }: ComparedPrediction): JSX.Element | null {
  const { movesLost = null, movesInvented = null } = comparison ?? {};
  if (movesLost === null || movesInvented === null) return null;
  const list = (title: string, items: readonly NamedMove[]): JSX.Element[] => [
    h('dt', null, `${title} (${items.length})`),
    h('dd', null, items.length === 0 ? t('none') : items.map(({ san, uci }) => h('span', { title: uci }, san))),
  ];
  return h(
    Section,
    { title: t('Legal moves'), class: 'moves' },
    h('dl', null, list(t('Lost'), movesLost), list(t('Invented'), movesInvented)),
  );
}
