import { h, type JSX } from 'preact';
import type { StateLine } from '../../core/evaluation/game-trace/timeline.ts';
import {
  cellShade,
  drawTimelineRow,
  markerShape,
  shadeSample,
  TIMELINE_SHADES,
  type TimelineMarker,
  type TimelineShade,
} from '../../core/evaluation/game-trace/timeline-picture.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { subscript } from '../../core/metrics/score-format.ts';
import { t } from '../common/l10n.ts';

const MARKERS: Readonly<Record<TimelineMarker, string>> = {
  'first lost': t('first lost'),
  'lost again': t('lost again'),
  recovered: t('recovered'),
};

/** Names the meaning of a shade, as on exported pictures. */
function shadeText(shade: TimelineShade, p: string, isWorld: boolean): string {
  switch (shade) {
    case 'high':
      return t('{0} 0.5 and more', p);
    case 'low':
      return t('{0} below 0.5', p);
    case 'board':
      return isWorld ? t('right parts, where p is not computed') : t('right squares, where p is not computed');
    default:
      return `${p} ${shade === 'one' ? 1 : 0}`;
  }
}

/** Returns the legend of the bars and markers that occur on a line. */
export function timelineLegend({ rows, steps, m, variant }: StateLine): JSX.Element {
  // False where only baselines have it, which are gray.
  const shades = new Map<TimelineShade, boolean>();
  const markers = new Map<TimelineMarker, boolean>();
  let isScored = false;
  for (const row of rows) {
    const add = <Key>(to: Map<Key, boolean>, key: Key): unknown => to.set(key, to.get(key) === true || !row.isBaseline);
    for (const cell of row.cells) {
      if (cell === null) continue;
      add(shades, cellShade(cell).shade);
      isScored ||= cell.p !== null;
    }
    for (const { marker } of drawTimelineRow(row, steps, 1).markers) add(markers, marker);
  }
  const isWorld = isComparedWorld(variant);
  const p = `p${subscript(m)}`;
  const items = TIMELINE_SHADES.filter((shade) => shades.has(shade)).map((shade) =>
    legendItem(
      h('path', { class: `bar ${shade}`, d: shadeSample(shade), transform: 'translate(0 1)' }),
      shadeText(shade, p, isWorld),
      shades.get(shade),
    ),
  );
  if (isScored) {
    const share = isWorld ? t('right parts') : t('right squares');
    items.push(legendItem(h('path', { class: 'squares', d: 'M0 6h10' }), share));
  }
  const order: readonly TimelineMarker[] = ['first lost', 'lost again', 'recovered'];
  for (const marker of order.filter((name) => markers.has(name)))
    items.push(
      legendItem(
        h('path', { class: `marker ${marker.replace(' ', '-')}`, d: markerShape(marker, 5) }),
        MARKERS[marker],
        markers.get(marker),
      ),
    );
  return h('ul', { class: 'timeline-legend' }, items);
}

const legendItem = (shape: JSX.Element, name: string, isOfModel = true): JSX.Element =>
  h(
    'li',
    isOfModel ? null : { class: 'baseline' },
    h(
      'span',
      { class: 'swatch', 'aria-hidden': 'true' },
      h('svg', { width: 10, height: 12, viewBox: '0 0 10 12' }, shape),
    ),
    name,
  );
