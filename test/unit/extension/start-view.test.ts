import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { closeStart, START_VIEW, START_VIEW_CLOSED, showStart } from '../../../src/extension/platform/start-view.ts';
import { readManifest } from '../../support/manifest.ts';
import { reset } from '../../support/vscode.ts';
import { holds } from '../house/when.ts';

/** A window whose contexts are kept, and the memory of the user. */
function openWindow(memory = new Map<string, unknown>()) {
  const context: Record<string, boolean> = {};
  reset('/work').commands.set('setContext', (key, value) => void (context[String(key)] = value === true));
  const state = {
    get: (key: string) => memory.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
  } as unknown as vscode.Memento;
  showStart(state);
  return { context, memory, use: (command: string) => closeStart(state, command) };
}

interface View {
  readonly id: string;
  readonly when?: string;
  readonly visibility?: string;
}
const { contributes } = readManifest() as {
  contributes: { views: { statelens: readonly View[] }; viewsWelcome: readonly { view: string; contents: string }[] };
};
/** The views that are shown. */
const shown = (context: Readonly<Record<string, boolean>>): readonly View[] =>
  contributes.views.statelens.filter(({ when }) => holds(when ?? 'true', { ...context, workspaceFolderCount: 1 }));

describe('the view Start', () => {
  it('has room until one of its links is used, and is one line then, also in later windows', () => {
    const first = openWindow();
    assert.deepEqual(
      shown(first.context).map(({ id }) => id),
      [START_VIEW, 'statelens.runs'],
    );
    first.use('statelens.nextPrediction');
    assert.equal(shown(first.context)[0]?.id, START_VIEW);
    first.use('statelens.openSamples');
    for (const { context } of [first, openWindow(first.memory)]) {
      const [start] = shown(context);
      assert.deepEqual([start?.id, start?.visibility], [START_VIEW_CLOSED, 'collapsed']);
    }
  });

  it('has the same links in both forms, and each of them closes it', () => {
    const contents = (id: string): string[] =>
      contributes.viewsWelcome.flatMap(({ view, contents: text }) => (view === id ? [text] : []));
    assert.ok(contents(START_VIEW).length > 0);
    assert.deepEqual(contents(START_VIEW_CLOSED), contents(START_VIEW));
    const links = [
      ...contents(START_VIEW)
        .join('\n')
        .matchAll(/\(command:([\w.]+)/g),
    ].map(([, command = '']) => command);
    assert.ok(links.length > 8);
    for (const command of links) {
      const { context, use } = openWindow();
      use(command);
      assert.equal(shown(context)[0]?.id, START_VIEW_CLOSED, command);
    }
  });
});
