import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connectFour } from '../../../src/core/games/connect-four/connect-four.ts';
import { emptyHex, hex } from '../../../src/core/games/hex/hex.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { openNodeValues } from '../../../src/extension/platform/node-platform.ts';
import { openModel } from '../../../src/models/sources/registry.ts';
import { quietly } from '../../support/connect-four.ts';
import { itLong } from '../../support/thorough.ts';

const COMMANDS = '%top_all %best_action %state </mav>';
const LATE = quietly([3, 3, 3, 2, 3, 2, 2, 4, 1, 0, 1, 0, 6, 6, 5, 5, 6, 4, 4, 0, 1, 2, 6, 0, 5, 5, 4, 1, 2, 0, 1]);
const STATES = {
  chess: '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1',
  chess960: '4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1',
  connect_four: connectFour.print(LATE),
  hex: hex.print(emptyHex(4)),
} as const;

describe('the reference in the editor', () => {
  const source = openNodeValues({ path: '', depth: 4, threads: undefined }, pathToFileURL('dist/extension.cjs').href);
  after(() => source.dispose());

  for (const [game, state] of Object.entries(STATES))
    itLong(`answers ${game}, and nothing is wrong with the answer`, async () => {
      const model = openModel('reference:rules', { values: () => source });
      assert.ok(model.ok);
      const prompt = `<mav game=${game}> %state ${COMMANDS}\n[%state ${state}]\n`;
      const task = { kind: 'mav' as const, prompt, dialect: PUBLISHED_DIALECT, sample: 0 };
      const answer = await model.value.complete({ task, messages: [], settings: {} }, new AbortController().signal);
      assert.ok(answer.ok, answer.ok ? '' : answer.error.message);
      assert.match(answer.value.text, /^\[%top_all \S+:<ctrl\d+>[^]*\n\[%best_action \S+\]\n\[%state /);
      assert.deepEqual(checkText(prompt + answer.value.text, 'mav'), []);
    });

  it('is not there for an engine that is missing, and says so', async () => {
    const missing = openNodeValues(
      { path: '/no/such/engine', depth: 4, threads: undefined },
      pathToFileURL('dist/x').href,
    );
    const values = await missing.values({ game: 'chess', state: STATES.chess }, new AbortController().signal);
    assert.ok(!values.ok && values.error.code === 'failed');
    assert.match(values.error.message, /not found/);
    await missing.dispose();
  });
});
