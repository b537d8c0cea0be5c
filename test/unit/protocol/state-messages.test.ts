import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  readFromState,
  readStandaloneLine,
  readStatePage,
  readToState,
  type ShowLine,
  STATE_VERSION,
  type StatePageState,
} from '../../../src/protocol/state-messages.ts';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const shown: ShowLine = {
  version: STATE_VERSION,
  type: 'line',
  lineId: 'one',
  line: {
    title: 'Ann – Bob',
    variant: 'chess',
    m: 4,
    labels: 'models',
    steps: [{ ply: 0, name: 'start', fen: '8/8/8/8/8/8/8/8 w - - 0 1', lastMove: null }],
    rows: [{ label: 'gpt-4o', isBaseline: false, cells: [null], asked: 0, events: [], says: '' }],
  },
  accepts: true,
  predicts: true,
  orientation: 'white',
  asks: 'builtin:mav-small',
};

describe('messages of the state view', () => {
  it('arrive as they were sent, also through JSON', () => {
    assert.deepEqual(readToState(asJson(shown)), shown);
    const select = { version: STATE_VERSION, type: 'select', label: null } as const;
    assert.deepEqual(readToState(select), select);
    const go = { version: STATE_VERSION, type: 'go', lineId: 'one', at: 3, number: 7 } as const;
    assert.deepEqual(readFromState(asJson(go)), go);
  });

  it('are dropped when they are of another version or shape', () => {
    assert.equal(readToState({ ...shown, version: STATE_VERSION + 1 }), undefined);
    assert.equal(readToState({ ...shown, orientation: 'up' }), undefined);
    assert.equal(readFromState({ version: STATE_VERSION, type: 'copy', what: 'PDF', text: '' }), undefined);
    assert.equal(
      readFromState({ version: STATE_VERSION, type: 'command', command: 'workbench.action.quit' }),
      undefined,
    );
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const read of [readToState, readFromState, readStatePage, readStandaloneLine])
          assert.equal(read(value), undefined);
      }),
    );
  });

  it('keep the state of a page, and carry a line that is no document’s with its answers', () => {
    const state: StatePageState = {
      shown,
      at: 0,
      place: { uri: 'file:///a.pgn', position: { line: 3, character: 4 } },
      label: null,
      flipped: true,
      pinned: true,
      unfolded: ['Prompt'],
    };
    assert.deepEqual(readStatePage(asJson(state)), state);
    const given = { line: shown.line, at: 0, label: 'gpt-4o', answers: [] };
    assert.deepEqual(readStandaloneLine(asJson(given)), given);
    assert.equal(readStandaloneLine({ ...given, answers: [{ step: 0 }] }), undefined);
  });
});
