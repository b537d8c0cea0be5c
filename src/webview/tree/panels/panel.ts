import { Component, type JSX } from 'preact';
import type { FromTree } from '../../../protocol/tree-messages.ts';
import type { Host } from '../../common/host.ts';
import type { Part } from '../kept.ts';
import type { TreeStore } from '../store.ts';

/** The services for parts of the page. */
export interface PanelContext {
  readonly store: TreeStore;
  readonly host: Host<FromTree>;
}

/** Returns true if one of the parts has changed. */
export const hasAny = (changed: ReadonlySet<Part>, ...parts: readonly Part[]): boolean =>
  parts.some((part) => changed.has(part));

interface PanelProps {
  /** Parts of the store that have changed since the page was last rendered. */
  readonly changed: ReadonlySet<Part>;
  /** Parts of the store that the content is a function of. */
  readonly parts: readonly Part[];
  readonly content: JSX.Element;
}

/** A part of the page that is rendered again only when its parts of the store change: a running search changes others often. */
export class Panel extends Component<PanelProps> {
  override shouldComponentUpdate({ changed, parts }: PanelProps): boolean {
    return hasAny(changed, ...parts);
  }

  override render({ content }: PanelProps): JSX.Element {
    return content;
  }
}
