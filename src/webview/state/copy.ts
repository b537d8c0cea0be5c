import { h, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Orientation } from '../../core/board/board-svg.ts';
import {
  comparisonCsv,
  comparisonFigure,
  comparisonLatex,
  comparisonMarkdown,
  listCsv,
  listLatex,
  listMarkdown,
} from '../../core/evaluation/exports/comparison-export.ts';
import { timelinePicture } from '../../core/evaluation/game-trace/timeline-picture.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import { STATE_COPIES, type StateCopy } from '../../protocol/state-messages.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import type { View } from './view.ts';

/** Sources of copies. */
interface CopySource {
  readonly view: View;
  readonly result: ComparisonResult | undefined;
  readonly answers: readonly StoredAnswer[] | undefined;
}

/** Makes the text of a copy; undefined where there is nothing to copy. */
export function copyText(what: StateCopy, { view, result, answers }: CopySource): string | undefined {
  const { line, step, row, cell, orientation } = view;
  switch (what) {
    case 'True state':
      return step.fen;
    case 'Strip as SVG':
      return line.rows.length === 0 ? undefined : timelinePicture(line);
    case 'Answer':
      return answerText(row?.label, cell?.label, answers) ?? cell?.fen ?? undefined;
    default:
      return comparisonText(what, result, cell?.label ?? null, row === null, orientation);
  }
}

function answerText(row: string | undefined, label: string | undefined, answers: readonly StoredAnswer[] = []) {
  const ofModel = answers.filter((answer) => withoutSample(answer.label) === row);
  return (ofModel.find((answer) => answer.label === label) ?? ofModel[0])?.raw;
}

function comparisonText(
  what: Exclude<StateCopy, 'True state' | 'Strip as SVG' | 'Answer'>,
  result: ComparisonResult | undefined,
  label: string | null,
  isAll: boolean,
  orientation: Orientation,
): string | undefined {
  if (result === undefined) return undefined;
  const predictions = result.predictions.filter((prediction) => isAll || prediction.label === label);
  if (predictions.length === 0) return listText(what, result);
  const data = { ...result, predictions };
  switch (what) {
    case 'Markdown':
      return comparisonMarkdown(data);
    case 'CSV':
      return comparisonCsv(data);
    case 'LaTeX':
      return comparisonLatex(data);
    case 'SVG':
      return comparisonFigure(data, orientation);
  }
}

/** Prints the lists of a position as tables, one below the other; undefined where there is none, and for forms that are no tables. */
function listText(what: string, { lists, title }: ComparisonResult): string | undefined {
  const print = { Markdown: listMarkdown, CSV: listCsv, LaTeX: listLatex }[what];
  return print === undefined || lists.length === 0 ? undefined : lists.map((list) => print({ title, list })).join('\n');
}

/** Returns what can be copied now. */
export function availableCopies({ view, result, answers }: CopySource): ReadonlySet<StateCopy> {
  const has = (what: StateCopy): boolean => {
    if (what === 'Strip as SVG') return view.line.rows.length > 0;
    if (what === 'True state') return true;
    if (what === 'Answer') return copyText(what, { view, result, answers }) !== undefined;
    const isShown = ({ label }: { label: string }): boolean => view.row === null || label === view.cell?.label;
    return (result?.predictions ?? []).some(isShown) || (what !== 'SVG' && (result?.lists.length ?? 0) > 0);
  };
  return new Set((['Markdown', 'CSV', 'LaTeX', 'SVG', 'Strip as SVG', 'Answer', 'True state'] as const).filter(has));
}

const NAMES: Readonly<Record<StateCopy, string>> = {
  Markdown: t('Comparison as Markdown'),
  CSV: t('Comparison as CSV'),
  LaTeX: t('Comparison as LaTeX'),
  SVG: t('Boards as SVG'),
  'Strip as SVG': t('Strip as SVG'),
  Answer: t('Answer'),
  'True state': t('True state'),
};

/** Actions of the menu. */
export interface CopyTargets {
  copy(what: StateCopy): void;
  saveTimeline(): void;
}

interface CopyMenuProps {
  /** Copies that are available. */
  readonly copies: ReadonlySet<StateCopy>;
  readonly hasTimeline: boolean;
  readonly targets: CopyTargets;
}

/** The menu of what can be copied and saved (WAI-ARIA menu button pattern). */
export function CopyMenu({ copies, hasTimeline, targets }: CopyMenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const opener = (): HTMLElement | null => element.current?.querySelector<HTMLElement>(':scope > button') ?? null;
  const items = (): HTMLElement[] => [
    ...(element.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:enabled') ?? []),
  ];
  const isOutside = (target: EventTarget | null): boolean =>
    target instanceof Node && element.current?.contains(target) === false;
  useLayoutEffect(() => {
    if (isOpen) items()[0]?.focus();
  }, [isOpen]);
  useEffect(() => {
    const close = ({ target }: Event): void => {
      if (isOutside(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const enabled = items();
    const at = enabled.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + enabled.length, Home: 0, End: enabled.length - 1 }[key];
    if (key === 'Escape') {
      setOpen(false);
      opener()?.focus();
    } else if (to !== undefined) enabled[to % enabled.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const item = (name: string, isEnabled: boolean, run: () => void): JSX.Element => {
    const act = (): void => {
      setOpen(false);
      opener()?.focus();
      run();
    };
    return button(name, act, { role: 'menuitem', tabindex: -1, disabled: !isEnabled });
  };
  return h(
    'div',
    {
      class: 'menu-button',
      ref: element,
      onFocusOut: (event: FocusEvent) => isOutside(event.relatedTarget) && setOpen(false),
    },
    button(t('copy ▾'), () => setOpen(!isOpen), {
      class: 'quiet',
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': 'copy-menu',
      'aria-label': t('Copy'),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setOpen(true);
      },
    }),
    h(
      'div',
      { class: 'menu', role: 'menu', id: 'copy-menu', 'aria-label': t('Copy'), hidden: !isOpen, onKeyDown: onKey },
      STATE_COPIES.map((what) => item(NAMES[what], copies.has(what), () => targets.copy(what))),
      item(t('Save strip as SVG …'), hasTimeline, () => targets.saveTimeline()),
    ),
  );
}
