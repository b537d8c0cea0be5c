import { h, type JSX, type RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { StateLine, StateStep, TimelineCell, TimelineRow } from '../../core/evaluation/game-trace/timeline.ts';
import {
  axisSteps,
  drawTimelineRow,
  plyWidth,
  stepNumbering,
  TIMELINE_ROW,
} from '../../core/evaluation/game-trace/timeline-picture.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { widestText } from '../common/layout.ts';
import { stepTitle } from '../common/step-name.ts';
import { keyHints } from './keys.ts';
import { timelineLegend } from './timeline-legend.ts';
import type { View } from './view.ts';

/** Pixels beside a name. */
const PADDING = 19;
/** Share of the width that names take at most. */
const MAX_NAMES = 0.4;
/** Pixels between the cursor and the edge where the bars scroll along. */
const EDGE = 12;

/** Actions of the timeline. */
export interface TimelineTargets {
  select(label: string | null): void;
  go(at: number): void;
}

interface TimelineProps {
  readonly view: View;
  readonly targets: TimelineTargets;
}

/** Room of the timeline, in pixels. */
interface Room {
  readonly names: number;
  /** Between names and values. */
  readonly bars: number;
}

/** Measures the room: names have room for the longest where that leaves enough. */
function useRoom(scroller: RefObject<HTMLElement | null>, line: StateLine): Room {
  const [room, setRoom] = useState<Room>({ names: 0, bars: 0 });
  const longest = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    const name = element?.querySelector<HTMLElement>('.axis .name') ?? null;
    if (element === null || name === null) return undefined;
    const all = line.rows.length > 1 ? allText(line) : '';
    longest.current = widestText(name, [unitTexts(line)[0], all, ...line.rows.map(rowName)], '600') + PADDING;
    const measure = (): void => {
      const names = Math.min(longest.current, Math.floor(MAX_NAMES * element.clientWidth));
      const values = element.querySelector<HTMLElement>('.axis .value')?.offsetWidth ?? 0;
      const bars = element.clientWidth - names - values;
      setRoom((old) => (old.names === names && old.bars === bars ? old : { names, bars }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line]);
  return room;
}

/** The timeline below the boards: the rows are the tabs of the models, the columns the plies. */
export function Timeline({ view, targets }: TimelineProps): JSX.Element {
  const { line, at, row, step, cell } = view;
  const { steps, rows } = line;
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller, line);
  const ply = plyWidth(steps.length, room.bars);
  const wide = Math.round(ply * steps.length);
  const x = (at + 0.5) * ply;
  useLayoutEffect(() => {
    const element = scroller.current;
    // Nothing is measured while the page steps through a line that has room.
    if (element === null || steps.length * ply <= room.bars + 1) return;
    const left = element.scrollLeft;
    if (x < left + EDGE || x > left + room.bars - EDGE) element.scrollLeft = x - room.bars / 2;
  }, [x, ply, room]);
  const press = (event: PointerEvent): void => {
    const ticks = scroller.current?.querySelector('.ticks') ?? null;
    const isOnBars = event.target instanceof Element && event.target.closest('.bars, .ticks') !== null;
    if (ticks === null || !isOnBars || event.button !== 0) return;
    followPointer(event, ({ clientX }) => {
      const pixels = clientX - ticks.getBoundingClientRect().left;
      targets.go(Math.min(steps.length - 1, Math.max(0, Math.floor(pixels / ply))));
    });
  };
  return h(
    'section',
    {
      class: 'timeline',
      'aria-label': t('Predictions along the line'),
      style: { '--name': `${room.names}px`, '--bars': `${Math.max(wide, Math.floor(room.bars))}px` },
    },
    h(
      'div',
      { class: 'timeline-scroll', ref: scroller },
      h(
        'div',
        { class: 'timeline-canvas' },
        h(
          'div',
          {
            class: 'rows',
            role: 'tablist',
            'aria-orientation': 'vertical',
            'aria-label': t('Models'),
            onKeyDown: walkTabs,
            onPointerDown: press,
          },
          timelineHead(line, row === null, targets),
          rows.map((model) =>
            h(TimelineRow, {
              key: model.label,
              row: model,
              steps,
              ply,
              wide,
              isSelected: model === row,
              value: valueText(model === row ? cell : (model.cells[at] ?? null)),
              select: () => targets.select(model.label),
            }),
          ),
        ),
        h(Axis, { line, ply, at, title: stepTitle(line, step), press }),
        h('div', { class: 'ply-cursor', 'aria-hidden': 'true', style: { '--x': `${x}px` } }),
      ),
    ),
    useMemo(() => timelineLegend(line), [line]),
  );
}

/** Returns the tab of all rows, and the headings of the columns. */
function timelineHead(line: StateLine, isAll: boolean, targets: TimelineTargets): JSX.Element {
  const attributes = { role: 'tab', class: 'all-tab', 'aria-controls': 'belief' } as const;
  return h(
    'div',
    { class: 'timeline-head', role: 'presentation' },
    line.rows.length > 1
      ? button(allText(line), () => targets.select(null), { ...attributes, ...tabState(isAll) })
      : h('span', { class: 'name' }),
    h('span', { class: 'by-ply', 'aria-hidden': 'true' }, unitTexts(line)[1], keyHints()),
    h('span', { class: 'value', 'aria-hidden': 'true' }, `p${subscript(line.m)}`),
  );
}

interface TimelineRowProps {
  readonly row: TimelineRow;
  readonly steps: readonly StateStep[];
  /** Pixels of a ply, and of all. */
  readonly ply: number;
  readonly wide: number;
  readonly isSelected: boolean;
  readonly value: string;
  readonly select: () => void;
}

/** The row of a model: its name, a bar for each ply, and the value at the step. */
function TimelineRow({ row, steps, ply, wide, isSelected, value, select }: TimelineRowProps): JSX.Element {
  // Bars stay while the page steps.
  const bars = useMemo(() => {
    const { bars: paths, squares, markers } = drawTimelineRow(row, steps, ply);
    return h(
      'svg',
      { class: 'bars', 'aria-hidden': 'true', height: TIMELINE_ROW, width: Math.max(wide, 1) },
      h('path', { class: 'ground', d: `M0 ${TIMELINE_ROW - 0.5}H${wide}` }),
      paths.map(({ shade, d }) => h('path', { class: `bar ${shade}`, d })),
      h('path', { class: 'squares', d: squares }),
      markers.map(({ marker, d }) => h('path', { class: `marker ${marker.replace(' ', '-')}`, d })),
    );
  }, [row, steps, ply, wide]);
  const attributes = {
    role: 'tab',
    class: row.isBaseline ? 'row baseline' : 'row',
    title: `${row.label}: ${row.says}`,
    lang: 'en',
    'aria-controls': 'belief',
  } as const;
  return button([h('span', { class: 'name' }, rowName(row)), bars, h('span', { class: 'value' }, value)], select, {
    ...attributes,
    ...tabState(isSelected),
  });
}

interface AxisProps {
  readonly line: StateLine;
  readonly ply: number;
  readonly at: number;
  readonly title: string;
  readonly press: (event: PointerEvent) => void;
}

/** The axis of plies, a slider. */
function Axis({ line, ply, at, title, press }: AxisProps): JSX.Element {
  const { steps } = line;
  const { number } = stepNumbering(line);
  const [unit] = unitTexts(line);
  const labels = useMemo(
    () =>
      axisSteps(steps.length, ply).map((i) =>
        h('span', { style: { '--x': `${(i + 0.5) * ply}px` } }, String(number(steps[i] ?? { ply: i }))),
      ),
    [line, ply],
  );
  return h(
    'div',
    { class: 'axis' },
    h('span', { class: 'name', 'aria-hidden': 'true' }, unit),
    h(
      'div',
      {
        class: 'ticks',
        role: 'slider',
        tabindex: 0,
        'aria-label': unit,
        'aria-valuemin': 0,
        'aria-valuemax': steps.length - 1,
        'aria-valuenow': at,
        'aria-valuetext': title,
        onPointerDown: press,
      },
      labels,
    ),
    h('span', { class: 'value' }),
  );
}

/** Calls back for a press of the pointer, and for each movement until it is released. */
function followPointer(event: PointerEvent, go: (event: PointerEvent) => void): void {
  go(event);
  const end = new AbortController();
  const { signal } = end;
  addEventListener('pointermove', go, { signal });
  addEventListener('pointerup', () => end.abort(), { signal });
  addEventListener('pointercancel', () => end.abort(), { signal });
}

/** Up and down move among the tabs (WAI-ARIA tab pattern); left and right are the page's. */
function walkTabs(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget as HTMLElement;
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  if (by === undefined || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const target = tabs[(at + by + tabs.length) % tabs.length];
  target?.focus();
  target?.click();
}

/** Returns the unit of the columns, and the heading of the bars. */
function unitTexts(line: StateLine): readonly [unit: string, heading: string] {
  const p = `p${subscript(line.m)}`;
  switch (stepNumbering(line).unit) {
    case 'ply':
      return [t('ply'), t('{0} by ply', p)];
    case 'action':
      return [t('action'), t('{0} by action', p)];
    default:
      return [t('position'), t('{0} by position', p)];
  }
}

const allText = ({ labels }: StateLine): string => (labels === 'models' ? t('All') : t('All states'));

/** Returns the name of a row; that it is a baseline its color says. */
const rowName = ({ label, isBaseline }: TimelineRow): string => (isBaseline ? label.replace(/^baseline:/, '') : label);

const tabState = (isSelected: boolean) => ({ 'aria-selected': isSelected, tabindex: isSelected ? 0 : -1 });

/** Formats p: `0.56`; `…` while it is not computed, nothing where the model was not asked. */
const valueText = (cell: TimelineCell | null): string =>
  cell === null ? '' : cell.p === null ? '…' : formatScore(cell.p);
