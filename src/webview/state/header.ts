import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StateCopy } from '../../protocol/state-messages.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { widestText } from '../common/layout.ts';
import { stepName, stepNumber } from '../common/step-name.ts';
import { CopyMenu, type CopyTargets } from './copy.ts';
import type { View } from './view.ts';

/** Actions of the buttons of the header. */
export interface HeaderTargets extends CopyTargets {
  flip(): void;
  pin(): void;
  replay(): void;
  help(): void;
}

interface HeaderProps {
  readonly view: View;
  readonly isPinned: boolean;
  readonly copies: ReadonlySet<StateCopy>;
  readonly targets: HeaderTargets;
}

/** Pixels that the name of a step takes at most. */
const MAX_ROOM = 140;

/** The position of the page, and its buttons: flip, pin, replay, copy, keys. */
export function Header({ view: { line, step }, isPinned, copies, targets }: HeaderProps): JSX.Element {
  const [move, ply] = [useRef<HTMLElement>(null), useRef<HTMLElement>(null)];
  // Room for the longest name of the line, so that what follows it stands still.
  useLayoutEffect(() => {
    const reserve = (element: HTMLElement | null, texts: readonly string[]): void =>
      element?.style.setProperty('--room', `${Math.min(MAX_ROOM, widestText(element, texts) + 1)}px`);
    reserve(move.current, line.steps.map(stepName));
    reserve(
      ply.current,
      line.steps.map((other) => stepNumber(line, other)),
    );
  }, [line]);
  return h(
    'header',
    null,
    h(
      'p',
      { class: 'where' },
      h('strong', { class: 'move', ref: move }, stepName(step)),
      h('span', { class: 'ply', ref: ply }, stepNumber(line, step)),
      h('span', { class: 'title', title: line.title }, line.title),
    ),
    h(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': t('State') },
      button(t('flip'), () => targets.flip(), { class: 'quiet', title: t('Flip the boards (f)') }),
      button(isPinned ? t('pinned') : t('pin'), () => targets.pin(), {
        class: 'quiet',
        'aria-pressed': isPinned,
        title: t('Stay at this position while the cursor moves (p)'),
      }),
      line.rows.length === 0
        ? null
        : button('▶\uFE0E', () => targets.replay(), {
            class: 'quiet',
            'aria-label': t('Replay the loss'),
            title: t('Replay the loss (l)'),
          }),
      h(CopyMenu, { copies, hasTimeline: line.rows.length > 0, targets }),
      button('?', () => targets.help(), { class: 'quiet', 'aria-label': t('Keys'), title: t('All keys (?)') }),
    ),
  );
}
