import { readNotebookOutput } from '../../protocol/notebook-output.ts';
import { comparisonElement, messageElement } from './comparison-element.ts';
import STYLE from './notebook.css';

/** An output of a notebook, as VS Code passes it. */
interface OutputItem {
  /** Its data as text. */
  text(): string;
}

/** VS Code calls this once in the page of a notebook's outputs. */
export function activate(): { renderOutputItem(item: OutputItem, element: HTMLElement): void } {
  const style = document.createElement('style');
  style.textContent = STYLE;
  document.head.append(style);
  return {
    renderOutputItem(item, element) {
      const read = readNotebookOutput(item.text());
      element.replaceChildren(read.ok ? comparisonElement(read.value) : messageElement(read.error));
    },
  };
}
