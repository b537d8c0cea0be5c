import { Fragment, h, type JSX, options, render, type VNode } from 'preact';
import { replaceBidiControls } from '../../core/base/text/characters.ts';

/** Properties whose text is not changed: children become texts later, a value is what somebody types. */
const KEPT_PROPERTIES: ReadonlySet<string> = new Set(['children', 'value']);

/**
 * Takes characters that turn text out of all texts and attributes of pages: names of models and files may hold them, and would
 * change the order of what stands around them.
 */
options.vnode = (vnode: VNode): void => {
  const { type, props } = vnode as { type: unknown; props: unknown };
  if (typeof props === 'string') vnode.props = replaceBidiControls(props) as unknown as typeof vnode.props;
  else if (typeof type === 'string') {
    const attributes = props as Record<string, unknown>;
    for (const name in attributes) {
      const value = attributes[name];
      if (typeof value === 'string' && !KEPT_PROPERTIES.has(name)) attributes[name] = replaceBidiControls(value);
    }
  }
};

/** Shows content in an element; called again, changes what differs and nothing else. */
export const mount = (content: JSX.Element, root: Element): void => render(content, root);

/** Shows content at the end of an element that was made elsewhere, in a `div` of a class. */
export function mountInside(parent: Element, className: string, ...content: readonly JSX.Element[]): void {
  const place = document.createElement('div');
  place.className = className;
  parent.append(place);
  mount(h(Fragment, null, content), place);
}
