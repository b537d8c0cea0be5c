import { h, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { STATE_COPIES, type StateCopy } from '../../protocol/state-messages.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

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
