import type { FromTree } from '../../../protocol/tree-messages.ts';
import type { Host } from '../../common/host.ts';
import type { Part, TreeStore } from '../store.ts';

/** A part of the page. */
export interface Panel {
  readonly element: HTMLElement;
  /** These parts of the store have changed. */
  update(changed: ReadonlySet<Part>): void;
}

/** The services for parts of the page. */
export interface PanelContext {
  readonly store: TreeStore;
  readonly host: Host<FromTree>;
}

/** True if one of the parts has changed. */
export const hasAny = (changed: ReadonlySet<Part>, ...parts: readonly Part[]): boolean =>
  parts.some((part) => changed.has(part));
