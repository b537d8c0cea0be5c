import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTexts } from '../../../src/core/base/text/l10n.ts';
import { boardless, type PairView } from '../../../src/webview/common/pair-parts.ts';

describe('where no board is believed', () => {
  after(() => setTexts({}));
  const view = (unjudged: string | undefined): PairView =>
    ({ variant: 'chess', labels: 'states', cell: null, step: { unjudged } }) as unknown as PairView;

  it('a state that is not judged is told from one that is not printed, in any language', () => {
    setTexts({
      'Not judged': 'Nicht beurteilt',
      'No state is printed here': 'Hier ist kein Zustand',
      'not judged': 'x',
    });
    assert.equal(boardless(view('not judged: the state is input')), 'Nicht beurteilt');
    assert.equal(boardless(view(undefined)), 'Hier ist kein Zustand');
  });
});
