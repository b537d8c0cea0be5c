import { GROUPINGS, type Grouping } from '../../core/evaluation/report/list/groupings.ts';
import type { SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { mount } from '../common/mount.ts';

type Groups = SampleQuery['only'];

/** A part of a figure that is pressed like a button, and the groups that it stands for. */
interface Brush {
  readonly element: HTMLElement | SVGElement;
  readonly only: Groups;
}

/**
 * Parts of figures that choose samples: bars, points of charts, lengths of games and rows that name the samples they stand for
 * (`data-brush`). The present choice is pressed, in all figures. Figures are HTML that the report's own code made, so attributes are
 * added to it.
 */
export class Brushes {
  readonly #isKnown: (only: Groups) => boolean;
  readonly #follow: (only: Groups) => void;
  readonly #pressed: Brush[] = [];

  /**
   * @param isKnown returns true if the report has such samples: the baselines of the report have only figures
   * @param follow is called with the choice, also where that is the present one
   */
  constructor(isKnown: (only: Groups) => boolean, follow: (only: Groups) => void) {
    this.#isKnown = isKnown;
    this.#follow = follow;
  }

  /** Takes in the figures in an element. */
  add(root: HTMLElement): void {
    const charts = new Map<Element, Brush[]>();
    for (const element of root.querySelectorAll<HTMLElement | SVGElement>('[data-brush]')) {
      const only = readBrush(element.dataset['brush'] ?? '');
      if (only === undefined || !this.#isKnown(only)) {
        delete element.dataset['brush'];
        continue;
      }
      const act = (): void => this.#follow(only);
      if (element instanceof HTMLTableRowElement) {
        this.#pressed.push({ element: rowButton(element, act), only });
        continue;
      }
      makeButton(element, act);
      const pressed = { element, only };
      this.#pressed.push(pressed);
      const chart = element.closest('svg:has(.column)');
      if (chart !== null) charts.set(chart, [...(charts.get(chart) ?? []), pressed]);
    }
    for (const marks of charts.values()) rove(marks);
  }

  /** Shows which of them a query is narrowed to. */
  show({ only }: Pick<SampleQuery, 'only'>): void {
    for (const { element, only: own } of this.#pressed)
      element.setAttribute('aria-pressed', String(isSameGroups(own, only)));
  }
}

/** Returns true for the same choice of groups. */
export const isSameGroups = (a: Groups, b: Groups): boolean => GROUPINGS.every((by) => a[by] === b[by]);

/** Makes the head of a row a button; the row stays one of its table. */
function rowButton(row: HTMLTableRowElement, act: () => void): HTMLElement {
  const head = row.querySelector('th');
  if (head === null) return row;
  const text = head.textContent ?? '';
  mount(button(text, act, { class: 'link', title: t('Read these answers') }), head);
  return head.querySelector('button') ?? row;
}

function makeButton(element: HTMLElement | SVGElement, act: () => void): void {
  const name = element.querySelector('title')?.textContent ?? element.textContent ?? '';
  element.setAttribute('role', 'button');
  element.setAttribute('tabindex', '0');
  element.setAttribute('aria-label', t('Read these answers: {0}', name));
  element.closest('svg[role=img]')?.setAttribute('role', 'group');
  element.addEventListener('click', act);
  element.addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent;
    if (key !== 'Enter' && key !== ' ') return;
    event.preventDefault();
    act();
  });
}

/** Makes a chart one stop of the Tab key. Left and right go along a line of it, up and down through the marks of one length. */
function rove(marks: readonly Brush[]): void {
  const stopAt = (mark: Brush | undefined): void => {
    for (const { element } of marks) element.setAttribute('tabindex', element === mark?.element ? '0' : '-1');
  };
  stopAt(marks[0]);
  for (const mark of marks) {
    mark.element.addEventListener('focus', () => stopAt(mark));
    mark.element.addEventListener('keydown', (event) => {
      const { key } = event as KeyboardEvent;
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
      if (by === undefined) return;
      const along: Grouping = key === 'ArrowRight' || key === 'ArrowLeft' ? 'series' : 'length';
      const row = marks.filter(({ only }) => only[along] === mark.only[along]);
      const next = row[row.indexOf(mark) + by];
      event.preventDefault();
      next?.element.focus();
    });
  }
}

/** Reads the groups that a figure names; undefined for anything else. */
function readBrush(text: string): Groups | undefined {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const only: Partial<Record<Grouping, string>> = {};
    for (const by of GROUPINGS) if (typeof value[by] === 'string') only[by] = value[by];
    return Object.keys(only).length > 0 ? only : undefined;
  } catch {
    return undefined;
  }
}
