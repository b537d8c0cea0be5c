import type { StateLine } from '../../core/evaluation/game-trace/timeline.ts';
import {
  cellShade,
  markerShape,
  TIMELINE_SHADES as STRIP_SHADES,
  type TimelineMarker as StripMarker,
  type TimelineShade as StripShade,
  shadeSample,
  drawTimelineRow as stripRowDrawing,
} from '../../core/evaluation/game-trace/timeline-picture.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { subscript } from '../../core/metrics/score-format.ts';
import { h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { svg } from './svg.ts';

const MARKERS: Readonly<Record<StripMarker, string>> = {
  'first lost': t('first lost'),
  'lost again': t('lost again'),
  recovered: t('recovered'),
};

/** What a shade means, as on exported strips. */
function shadeText(shade: StripShade, p: string, isWorld: boolean): string {
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

/** The legend of the bars and markers that occur on a line. */
export function stripLegend({ rows, steps, m, variant }: StateLine): HTMLElement[] {
  // False where only baselines have it, which are gray.
  const shades = new Map<StripShade, boolean>();
  const markers = new Map<StripMarker, boolean>();
  let isScored = false;
  for (const row of rows) {
    const add = <Key>(to: Map<Key, boolean>, key: Key): unknown => to.set(key, to.get(key) === true || !row.isBaseline);
    for (const cell of row.cells) {
      if (cell === null) continue;
      add(shades, cellShade(cell).shade);
      isScored ||= cell.p !== null;
    }
    for (const { marker } of stripRowDrawing(row, steps, 1).markers) add(markers, marker);
  }
  const isWorld = isComparedWorld(variant);
  const p = `p${subscript(m)}`;
  const items = STRIP_SHADES.filter((shade) => shades.has(shade)).map((shade) =>
    item(
      svg('path', { class: `bar ${shade}`, d: shadeSample(shade), transform: 'translate(0 1)' }),
      shadeText(shade, p, isWorld),
      shades.get(shade),
    ),
  );
  if (isScored) {
    const share = isWorld ? t('right parts') : t('right squares');
    items.push(item(svg('path', { class: 'squares', d: 'M0 6h10' }), share));
  }
  const order: readonly StripMarker[] = ['first lost', 'lost again', 'recovered'];
  for (const marker of order.filter((one) => markers.has(one))) {
    items.push(
      item(
        svg('path', { class: `marker ${marker.replace(' ', '-')}`, d: markerShape(marker, 5) }),
        MARKERS[marker],
        markers.get(marker),
      ),
    );
  }
  return items;
}

const item = (shape: SVGElement, name: string, isOfModel = true): HTMLElement =>
  h('li', isOfModel ? {} : { class: 'baseline' }, svgBox(shape), name);

function svgBox(shape: SVGElement): HTMLElement {
  const box = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  box.append(svg('svg', { width: 10, height: 12, viewBox: '0 0 10 12' }, shape));
  return box;
}
