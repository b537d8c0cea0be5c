import { h } from '../../common/dom.ts';

/** Pixels between the pointer and what is said of the box under it. */
const APART = 14;

/** Lines beside the pointer. Their text is also in the drawing's label and in the table, so they are hidden from screen readers. */
export class Tooltip {
  readonly element = h('div', { class: 'tree-tip', 'aria-hidden': true, hidden: true });
  #shown = '';

  show(lines: readonly string[], x: number, y: number, width: number, height: number): void {
    const text = lines.join('\n');
    if (text !== this.#shown) {
      const [title = '', ...rest] = lines;
      this.element.replaceChildren(h('strong', {}, title), ...rest.map((line) => h('span', {}, line)));
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
