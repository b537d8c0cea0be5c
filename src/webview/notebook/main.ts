import { readNotebookOutput } from '../../protocol/notebook-output.ts';
import { mount } from '../common/mount.ts';
import { comparisonOutput, message } from './comparison-output.ts';
import STYLE from './notebook.css';

/** An output of a notebook, as VS Code passes it. */
interface OutputItem {
  /** Its data as text. */
  text(): string;
}

/** Called once by VS Code, in the page of a notebook's outputs. */
export function activate(): { renderOutputItem(item: OutputItem, element: HTMLElement): void } {
  const style = document.createElement('style');
  style.textContent = STYLE;
  document.head.append(style);
  return {
    renderOutputItem(item, element) {
      const read = readNotebookOutput(item.text());
      mount(read.ok ? comparisonOutput(read.value) : message(read.error), element);
    },
  };
}
