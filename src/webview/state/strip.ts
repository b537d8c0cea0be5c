import type {
  StateLine,
  TimelineCell as StripCell,
  TimelineRow as StripRow,
} from '../../core/evaluation/game-trace/timeline.ts';
import {
  axisSteps,
  plyWidth,
  TIMELINE_ROW as STRIP_ROW,
  stepNumbering,
  drawTimelineRow as stripRowDrawing,
} from '../../core/evaluation/game-trace/timeline-picture.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { stepTitle } from '../common/step-name.ts';
import { widest } from '../common/text-width.ts';
import { keyHints } from './keys.ts';
import { stripLegend } from './strip-legend.ts';
import { svg } from './svg.ts';
import type { View } from './view.ts';

/** Pixels beside a name. */
const PADDING = 19;

/** What the strip asks for. */
export interface StripTargets {
  select(label: string | null): void;
  go(at: number): void;
}

interface DrawnRow {
  readonly row: StripRow;
  readonly tab: HTMLButtonElement;
  readonly bars: SVGSVGElement;
  readonly value: HTMLElement;
}

/** The strip below the boards: the rows are the tabs of the models, the columns the plies. */
export class StripPart {
  readonly element = h('section', { class: 'strip', 'aria-label': t('Predictions along the line') });
  readonly #targets: StripTargets;
  readonly #tabs = h('div', {
    class: 'rows',
    role: 'tablist',
    'aria-orientation': 'vertical',
    'aria-label': t('Models'),
  });
  readonly #axis = h('div', { class: 'axis' });
  readonly #counted = h('span', { class: 'name', 'aria-hidden': 'true' });
  readonly #ticks = h('div', { class: 'ticks' });
  readonly #value = h('span', { class: 'value' });
  readonly #cursor = h('div', { class: 'ply-cursor', 'aria-hidden': 'true' });
  readonly #scroll: HTMLElement;
  readonly #legend = h('ul', { class: 'strip-legend' });
  #drawn:
    | { readonly line: StateLine; readonly rows: readonly DrawnRow[]; readonly all: HTMLButtonElement | undefined }
    | undefined;
  #view: View | undefined;
  /** Pixels of the longest name. */
  #widest = 0;
  /** Pixels of a ply, and those that there are for all. */
  #step = 1;
  #width = 0;

  constructor(targets: StripTargets) {
    this.#targets = targets;
    this.#ticks.setAttribute('role', 'slider');
    this.#ticks.tabIndex = 0;
    this.#ticks.addEventListener('pointerdown', (event) => this.#pressed(event));
    this.#axis.append(this.#counted, this.#ticks, this.#value);
    const canvas = h('div', { class: 'strip-canvas' }, this.#tabs, this.#axis, this.#cursor);
    this.#scroll = h('div', { class: 'strip-scroll' }, canvas);
    this.element.append(this.#scroll, this.#legend);
    this.#tabs.addEventListener('keydown', (event) => this.#onKey(event));
    this.#tabs.addEventListener('pointerdown', (event) => this.#pressed(event));
    new ResizeObserver(() => this.#place()).observe(this.#scroll);
  }

  show(view: View): void {
    const { line, at, row, step, cell } = view;
    this.element.hidden = line.rows.length === 0;
    this.#view = view;
    if (this.element.hidden) return;
    if (this.#drawn?.line !== line) this.#build(line);
    for (const { row: one, tab, value } of this.#drawn?.rows ?? []) {
      select(tab, one === row);
      value.textContent = valueText(one === row ? cell : (one.cells[at] ?? null));
    }
    const all = this.#drawn?.all;
    if (all !== undefined) select(all, row === null);
    this.#ticks.setAttribute('aria-valuenow', String(at));
    this.#ticks.setAttribute('aria-valuetext', stepTitle(line, step));
    this.#moveCursor(at);
  }

  #build(line: StateLine): void {
    const p = `p${subscript(line.m)}`;
    const [unit, by] = {
      ply: [t('ply'), t('{0} by ply', p)],
      action: [t('action'), t('{0} by action', p)],
      position: [t('position'), t('{0} by position', p)],
    }[stepNumbering(line).unit] as [string, string];
    this.#counted.textContent = unit;
    this.#ticks.setAttribute('aria-label', unit);
    const many = line.rows.length > 1;
    const noun = line.labels === 'models' ? t('All') : t('All states');
    const all = many
      ? button(noun, () => this.#targets.select(null), { role: 'tab', class: 'all-tab', 'aria-controls': 'belief' })
      : undefined;
    const heading = h(
      'div',
      { class: 'strip-head', role: 'presentation' },
      all ?? h('span', { class: 'name' }),
      h('span', { class: 'by-ply', 'aria-hidden': 'true' }, by, keyHints()),
      h('span', { class: 'value', 'aria-hidden': 'true' }, p),
    );
    const rows = line.rows.map((row) => this.#row(row));
    const focused = this.#tabs.contains(document.activeElement);
    this.#tabs.replaceChildren(heading, ...rows.map(({ tab }) => tab));
    this.#ticks.setAttribute('aria-valuemin', '0');
    this.#ticks.setAttribute('aria-valuemax', String(line.steps.length - 1));
    this.#legend.replaceChildren(...stripLegend(line));
    this.#drawn = { line, rows, all };
    const names = [unit, many ? noun : '', ...line.rows.map(nameOf)];
    this.#widest = widest(this.#counted, names, '600') + PADDING;
    this.#place();
    if (focused) this.#tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }

  #row(row: StripRow): DrawnRow {
    const bars = svg('svg', { class: 'bars', 'aria-hidden': 'true', height: STRIP_ROW });
    const value = h('span', { class: 'value' });
    const tab = button('', () => this.#targets.select(row.label), {
      role: 'tab',
      class: row.isBaseline ? 'row baseline' : 'row',
      title: `${row.label}: ${row.says}`,
      lang: 'en',
      'aria-controls': 'belief',
    });
    tab.append(h('span', { class: 'name' }, nameOf(row)), bars, value);
    return { row, tab, bars, value };
  }

  /** Draws the bars for the width that there is. */
  #place(): void {
    const drawn = this.#drawn;
    const width = this.#room();
    if (drawn === undefined || width <= 0) return;
    const { steps } = drawn.line;
    const { number } = stepNumbering(drawn.line);
    this.#width = width;
    this.#step = plyWidth(steps.length, width);
    const wide = Math.round(this.#step * steps.length);
    this.element.style.setProperty('--bars', `${Math.max(wide, Math.floor(width))}px`);
    for (const { row, bars } of drawn.rows) {
      const { bars: paths, squares, markers } = stripRowDrawing(row, steps, this.#step);
      bars.setAttribute('width', String(Math.max(wide, 1)));
      bars.replaceChildren(
        svg('path', { class: 'ground', d: `M0 ${STRIP_ROW - 0.5}H${wide}` }),
        ...paths.map(({ shade, d }) => svg('path', { class: `bar ${shade}`, d })),
        svg('path', { class: 'squares', d: squares }),
        ...markers.map(({ marker, d }) => svg('path', { class: `marker ${marker.replace(' ', '-')}`, d })),
      );
    }
    this.#ticks.replaceChildren(
      ...axisSteps(steps.length, this.#step).map((i) => {
        const label = h('span', {}, String(number(steps[i] ?? { ply: i })));
        label.style.setProperty('--x', `${(i + 0.5) * this.#step}px`);
        return label;
      }),
    );
    if (this.#view !== undefined) this.#moveCursor(this.#view.at);
  }

  /** Pixels between the names, which have room for the longest where that leaves enough, and the values. */
  #room(): number {
    const { clientWidth } = this.#scroll;
    const name = Math.min(this.#widest, Math.floor(0.4 * clientWidth));
    this.element.style.setProperty('--name', `${name}px`);
    return clientWidth - name - this.#value.offsetWidth;
  }

  #moveCursor(at: number): void {
    const x = (at + 0.5) * this.#step;
    this.#cursor.style.setProperty('--x', `${x}px`);
    const room = this.#width;
    // Nothing is measured while the page steps.
    if ((this.#drawn?.line.steps.length ?? 0) * this.#step <= room + 1) return;
    const left = this.#scroll.scrollLeft;
    if (x < left + 12 || x > left + room - 12) this.#scroll.scrollLeft = x - room / 2;
  }

  /** A press on the bars or the axis goes there, and a drag along them goes along. */
  #pressed(event: PointerEvent): void {
    const target = event.target instanceof Element ? event.target.closest('.bars, .ticks') : null;
    const view = this.#view;
    if (target === null || view === undefined || event.button !== 0) return;
    const go = ({ clientX }: PointerEvent): void => {
      const x = clientX - this.#ticks.getBoundingClientRect().left;
      this.#targets.go(Math.min(view.line.steps.length - 1, Math.max(0, Math.floor(x / this.#step))));
    };
    go(event);
    const end = new AbortController();
    const { signal } = end;
    addEventListener('pointermove', go, { signal });
    addEventListener('pointerup', () => end.abort(), { signal });
    addEventListener('pointercancel', () => end.abort(), { signal });
  }

  /** Up and down move among the tabs (WAI-ARIA tab pattern); left and right are the page's. */
  #onKey(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const tabs = [...this.#tabs.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const target = tabs[(at + by + tabs.length) % tabs.length];
    target?.focus();
    target?.click();
  }
}

/** The color of a baseline says what it is. */
const nameOf = ({ label, isBaseline }: StripRow): string => (isBaseline ? label.replace(/^baseline:/, '') : label);

function select(tab: HTMLElement, isSelected: boolean): void {
  tab.setAttribute('aria-selected', String(isSelected));
  tab.tabIndex = isSelected ? 0 : -1;
}

/** `0.56`; `…` while it is not computed, nothing where it was not asked. */
const valueText = (cell: StripCell | null): string =>
  cell === null ? '' : cell.p === null ? '…' : formatScore(cell.p);
