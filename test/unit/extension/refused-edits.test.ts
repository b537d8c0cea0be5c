import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { applyNow, applyToCurrent } from '../../../src/extension/platform/documents.ts';
import { workspace } from '../../support/vscode.ts';

/** A document whose edits VS Code refuses so many times; somebody types a letter before each refusal. */
function typedIn(refusals: number) {
  let text = 'a';
  let tries = 0;
  const open = () => {
    const document = { uri: 'file:///a.pgn', getText: () => text, positionAt: (offset: number) => offset };
    return Promise.resolve(document as unknown as vscode.TextDocument);
  };
  workspace.applyEdit = ({ edits }) => {
    const isRefused = tries++ < refusals;
    if (isRefused) text += 'b';
    else text = applyEdits(text, edits as unknown as Parameters<typeof applyEdits>[1]);
    return Promise.resolve(!isRefused);
  };
  return { open, text: () => text, tries: () => tries };
}

/** Writes `!` at the end of a text. */
const change = (text: string) => ({ edits: [{ range: { start: text.length, end: text.length }, newText: '!' }], text });

describe('edits of a document that changes meanwhile', () => {
  it('are counted as made only where VS Code made them', async () => {
    const { open, text } = typedIn(1);
    const document = await open();
    assert.equal(await applyNow(document, change('a').edits), false);
    assert.equal(text(), 'ab');
    assert.equal(await applyNow(document, change('ab').edits), true);
    assert.equal(text(), 'ab!');
  });

  it('need no editor where there are none', async () => {
    const { open, tries } = typedIn(1);
    assert.equal(await applyNow(await open(), []), true);
    assert.equal(tries(), 0);
  });

  it('are made anew for the text of each attempt', async () => {
    const { open, text } = typedIn(3);
    assert.equal((await applyToCurrent(open, change))?.text, 'abbb');
    assert.equal(text(), 'abbb!');
  });

  it('are given up after ten attempts, with no change that could be taken for one', async () => {
    const { open, text, tries } = typedIn(Number.POSITIVE_INFINITY);
    assert.equal(await applyToCurrent(open, change), undefined);
    assert.equal(tries(), 10);
    assert.equal(text().includes('!'), false);
  });
});
