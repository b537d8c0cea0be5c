import type { Verdict } from '../../../metrics/verdict.ts';
import { VERDICT_NAMES } from '../../../metrics/wording-aggregate.ts';
import type { SeriesFigures } from '../report.ts';
import { BEST_FIRST, finding, percent } from '../words.ts';
import { escape, type Markup, svg } from './markup.ts';
import { verdictClass } from './style.ts';

const WIDTH = 1000;
const HEIGHT = 34;
/** Units between two verdicts. */
const GAP = 2;
/** Units that a character of a number takes, with room at its sides. */
const CHARACTER = 10;

/** The verdicts of a model as one bar, the best on the left; a number stands where there is room, all are in the table. */
export function verdictBar({ all, name }: SeriesFigures): Markup {
  const { verdicts, scored } = all;
  const present = BEST_FIRST.filter((verdict) => verdicts[verdict] > 0);
  const room = WIDTH - GAP * Math.max(0, present.length - 1);
  let x = 0;
  const parts = present.map((verdict) => {
    const count = verdicts[verdict];
    const width = (count / scored) * room;
    const label = count.toLocaleString('en');
    const title = `<title>${escape(`${VERDICT_NAMES[verdict]}: ${label} (${percent(count / scored)})`)}</title>`;
    const rect = svg('rect', { x, y: 0, width, height: HEIGHT, class: verdictClass(verdict) }, title);
    const fits = width > CHARACTER * (label.length + 1);
    const middle = { x: x + width / 2, y: 22.5, 'text-anchor': 'middle', class: `${verdictClass(verdict)}-t` };
    x += width + GAP;
    return rect + (fits ? svg('text', middle, escape(label)) : '');
  });
  const label = `${name}: ${finding(all)}`;
  return `<svg class="bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(label)}">${parts.join('')}</svg>`;
}

/** What the colours of the bars mean; only verdicts that occur. */
export function verdictLegend(series: readonly SeriesFigures[]): Markup {
  const occurs = (verdict: Verdict): boolean => series.some(({ all }) => all.verdicts[verdict] > 0);
  const items = BEST_FIRST.filter(occurs).map((verdict) => {
    const swatch = svg('rect', { width: 14, height: 14, rx: 3, class: verdictClass(verdict) });
    return `<li><svg width="14" height="14" aria-hidden="true">${swatch}</svg>${escape(VERDICT_NAMES[verdict])}</li>`;
  });
  return `<ul class="legend" aria-label="Verdicts, the best first">${items.join('')}</ul>`;
}
