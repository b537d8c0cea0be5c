import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  readFromPage,
  readKeptPlace,
  readPageState,
  readToPage,
  WEBVIEW_VERSION,
} from '../../../src/protocol/webview.ts';
import { sampleComparison, showMessage } from '../../support/comparison-result.ts';

const shown = showMessage(sampleComparison(2), 'gpt-4o-2024-08-06');
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('messages of the comparison', () => {
  it('arrive as they were sent, also through JSON', () => {
    assert.deepEqual(readToPage(shown), shown);
    assert.deepEqual(readToPage(asJson(shown)), shown);
    const copied = { version: WEBVIEW_VERSION, type: 'copied', format: 'CSV' } as const;
    assert.deepEqual(readToPage(copied), copied);
    const jump = { version: WEBVIEW_VERSION, type: 'revealMove', ply: 3 } as const;
    assert.deepEqual(readFromPage(jump), jump);
  });

  it('are dropped when they are of another version or shape', () => {
    assert.equal(readToPage({ ...shown, version: WEBVIEW_VERSION + 1 }), undefined);
    assert.equal(readToPage({ ...shown, orientation: 'up' }), undefined);
    assert.equal(readFromPage({ version: WEBVIEW_VERSION, type: 'copy', format: 'PDF', text: '' }), undefined);
    assert.equal(readFromPage({ version: WEBVIEW_VERSION, type: 'run', text: '' }), undefined);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(readToPage(value), undefined);
        assert.equal(readFromPage(value), undefined);
        assert.equal(readPageState(value), undefined);
        assert.equal(readKeptPlace(value), undefined);
      }),
    );
  });

  it('keep the state of a page, and what is needed to ask for it again', () => {
    const state = { shown, label: 'o3-mini-2025-01-31', flipped: true, ply: 4 };
    assert.deepEqual(readPageState(asJson(state)), state);
    assert.deepEqual(readKeptPlace(asJson(state)), { ...shown.place, label: 'o3-mini-2025-01-31' });
    const { label: _, ...position } = shown.place;
    assert.deepEqual(readKeptPlace(asJson({ ...state, label: null })), position);
  });
});
