import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { COMMAND_STEPS, keepDone, showDone } from '../../../src/extension/platform/walkthrough.ts';

/** What VS Code keeps between windows. */
function memento(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, otherwise?: T) => (kept.has(key) ? (kept.get(key) as T) : otherwise),
    update: (key: string, value: unknown) => {
      kept.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}

interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly { readonly steps: readonly { readonly completionEvents: readonly string[] }[] }[];
  };
}

describe('steps of the walkthrough', () => {
  it('tick in later windows for what was done before the page was opened', () => {
    const state = memento();
    const first: string[] = [];
    const inFirst = (key: string): void => void first.push(key);
    keepDone(state, 'statelens.hovered', inFirst);
    keepDone(state, 'statelens.seen.sample', inFirst);
    keepDone(state, 'statelens.hovered', inFirst);
    assert.deepEqual(first, ['statelens.hovered', 'statelens.seen.sample', 'statelens.hovered']);
    const later: string[] = [];
    showDone(state, (key) => void later.push(key));
    assert.deepEqual(later, ['statelens.hovered', 'statelens.seen.sample']);
    showDone(memento(), () => assert.fail('nothing was done'));
  });

  it('tick by commands, each a step that the page has', () => {
    const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Manifest;
    const steps = contributes.walkthroughs.flatMap((one) =>
      one.steps.flatMap(({ completionEvents }) => completionEvents),
    );
    for (const step of Object.values(COMMAND_STEPS)) assert.ok(steps.includes(`onContext:${step}`), step);
  });
});
