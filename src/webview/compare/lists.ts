import type { Orientation } from '../../core/board/svg.ts';
import type { ComparedList, ComparisonResult } from '../../protocol/lsp.ts';
import { h, section } from '../common/dom.ts';
import { statePicture } from '../common/state-board.ts';

const SIZE = 280;

const NAMES = {
  'true position': 'True position',
  position: 'The position',
  'printed board': 'The printed board',
} as const;

/** The details of a list of actions: the position that it is about, and what is illegal in it and missing. */
export function listDetails(
  { variant, lastMove }: ComparisonResult,
  { judged, best, notes }: ComparedList,
  orientation: Orientation,
): HTMLElement[] {
  const actions = (title: string, items: readonly string[]): HTMLElement[] => [
    h('dt', {}, `${title} (${items.length})`),
    h('dd', {}, ...(items.length === 0 ? ['none'] : items.map((item) => h('span', {}, item)))),
  ];
  const boards = judged.map(({ on, state, scores, illegal, missing }, i) => {
    const view = {
      state,
      // On the printed board is marked what is wrong with it.
      other: i === 0 ? null : (judged[0]?.state ?? null),
      role: 'predicted' as const,
      orientation,
      lastMove: i === 0 ? (lastMove ?? []) : [],
      name: NAMES[on],
    };
    return h(
      'div',
      { class: 'judged' },
      h(
        'figure',
        {},
        h('figcaption', {}, h('strong', {}, NAMES[on])),
        statePicture(variant, view, SIZE, 'picture'),
        h('code', { class: 'fen' }, state),
      ),
      section(
        `Judged on ${on === 'position' ? 'the position' : `the ${on}`}`,
        'moves',
        h('p', {}, scores),
        h('dl', {}, ...actions('Illegal', illegal), ...actions('Missing', missing)),
      ),
    );
  });
  const lines = [...(best === null ? [] : [`${best[0]?.toUpperCase()}${best.slice(1)}.`]), ...notes];
  const says = section('In words', 'mistakes', h('ul', {}, ...lines.map((line) => h('li', {}, line))));
  return lines.length === 0 ? boards : [says, ...boards];
}
