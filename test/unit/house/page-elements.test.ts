import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSources } from './read-sources.ts';

/** Calls that make or replace elements by hand. */
const BY_HAND =
  /\b(?:replaceChildren|replaceWith|appendChild|removeChild|insertBefore|insertAdjacent\w+|innerHTML|outerHTML|createElement|createElementNS|createTextNode)\b|\.(?:append|prepend)\(/;

/** Files of pages that may, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'common/mount.ts': 'the place of content inside of elements that were made elsewhere',
  'common/layout.ts': 'a canvas that measures texts, which is in no page',
  'common/report-parts.ts': 'sections of a report, which are HTML that its own code made',
  'notebook/main.ts': 'the style of outputs, in a page of VS Code',
  'tree/canvas.ts': 'the canvas of the tree',
  'tree/drawing/exports.ts': 'a canvas for exported pictures, which is in no page',
  'tree/drawing/legend.ts': 'the legend of the canvas',
  'tree/drawing/tooltip.ts': 'the lines over the canvas',
};

/** The lines of a source without comments. */
const codeLines = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, ''));

/** Returns the files that make elements by hand, by path in `src/webview`. */
const makers = (sources: Readonly<Record<string, string>>): string[] =>
  Object.entries(sources)
    .filter(([file, source]) => file.startsWith('src/webview/') && codeLines(source).some((line) => BY_HAND.test(line)))
    .map(([file]) => file.slice('src/webview/'.length));

describe('the elements of pages', () => {
  it('are made by components, but in the files that say why', () =>
    assert.deepEqual(makers(readSources()), Object.keys(ALLOWED).sort()));

  it('are found where they are made by hand', () => {
    const found = (code: string): number => makers({ 'src/webview/a.ts': code }).length;
    for (const code of [
      'root.replaceChildren();',
      'parent.appendChild(child);',
      'parent.append(child);',
      "element.innerHTML = '';",
      "document.createElement('p');",
      "document.createTextNode('text');",
    ])
      assert.equal(found(code), 1, code);
    assert.equal(found("h('p', null, 'text'); // not by createElement"), 0);
    assert.equal(makers({ 'src/extension/a.ts': 'root.replaceChildren();' }).length, 0);
  });
});
