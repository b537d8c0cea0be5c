import { Fragment, h } from 'preact';
import { mount } from '../../common/mount.ts';

/** Pixels between the pointer and the lines about the box under it. */
const APART = 14;

/** Lines beside the pointer. Their text is also in the drawing's label and in the table, so they are hidden from screen readers. */
export class Tooltip {
  readonly element = document.createElement('div');
  #shown = '';

  constructor() {
    this.element.className = 'tree-tip';
    this.element.ariaHidden = 'true';
    this.element.hidden = true;
  }

  /** Shows lines beside a point of a part of some size, in pixels. */
  show(lines: readonly string[], x: number, y: number, width: number, height: number): void {
    const text = lines.join('\n');
    if (text !== this.#shown) {
      const [title = '', ...rest] = lines;
      mount(
        h(
          Fragment,
          null,
          h('strong', null, title),
          rest.map((line) => h('span', null, line)),
        ),
        this.element,
      );
      this.#shown = text;
    }
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    const left = x + APART + offsetWidth > width ? Math.max(0, x - APART - offsetWidth) : x + APART;
    const top = y + APART + offsetHeight > height ? Math.max(0, y - APART - offsetHeight) : y + APART;
    this.element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
