import { button, h } from '../common/dom.ts';

/** The id of the panel that the tabs control. */
export const PANEL_ID = 'view';

export interface Tabs {
  readonly element: HTMLElement;
  /** Marks the chosen one. */
  show(label: string | null): void;
}

/**
 * A tab for all models, when there are several, and one for each; arrow keys move among them (WAI-ARIA tab pattern).
 *
 * @param all names the tab of all
 * @param choose is called with the label, null for all
 */
export function tabs(labels: readonly string[], all: string, choose: (label: string | null) => void): Tabs {
  const choices: (string | null)[] = labels.length === 1 ? [...labels] : [null, ...labels];
  const items = choices.map((label, i) =>
    button(label ?? `${all} (${labels.length})`, () => choose(label), {
      role: 'tab',
      id: `tab-${i}`,
      'aria-controls': PANEL_ID,
    }),
  );
  const element = h(
    'div',
    {
      class: 'tabs',
      role: 'tablist',
      'aria-label': 'Models',
      keydown: (event) => {
        const { key } = event as KeyboardEvent;
        const at = items.indexOf(document.activeElement as HTMLButtonElement);
        const to =
          key === 'ArrowRight' ? at + 1 : key === 'ArrowLeft' ? at - 1 : key === 'Home' ? 0 : key === 'End' ? -1 : null;
        if (at < 0 || to === null) return;
        event.preventDefault();
        event.stopPropagation();
        const target = items.at(to % items.length);
        target?.focus();
        target?.click();
      },
    },
    ...items,
  );
  return {
    element,
    show: (label) => {
      for (const [i, item] of items.entries()) {
        const chosen = choices[i] === label;
        item.setAttribute('aria-selected', String(chosen));
        item.tabIndex = chosen ? 0 : -1;
      }
    },
  };
}
