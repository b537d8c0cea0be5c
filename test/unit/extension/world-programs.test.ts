import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readProgram, readPrograms, visibleCommand, WindowPrograms } from '../../../src/extension/worlds/programs.ts';
import type { AllowedProgram } from '../../../src/protocol/lsp.ts';

const COUNTER: AllowedProgram = { words: ['python3', 'counter.py'], folder: 'file:///walks' };

/** A window with a user who answers, and what was done. */
function fakeWindow(answers: { yes?: boolean; refusal?: string | null } = {}) {
  const done: string[] = [];
  const programs = new WindowPrograms({
    confirm: ({ words }) => {
      done.push(`ask ${words.join(' ')}`);
      return Promise.resolve(answers.yes ?? true);
    },
    allow: ({ words, folder }) => {
      done.push(`allow ${words.join(' ')} in ${folder}`);
      return Promise.resolve(answers.refusal ?? null);
    },
    revoke: () => {
      done.push('revoke');
      return Promise.resolve(null);
    },
    changed: (some) => void done.push(`some ${some}`),
  });
  return { programs, done };
}

describe('the programs that a user starts as worlds', () => {
  it('are asked about once for the same words in the same folder', async () => {
    const { programs, done } = fakeWindow();
    assert.equal(await programs.start(COUNTER), 'started');
    assert.equal(await programs.start({ ...COUNTER, folder: 'file:///walks/' }), 'started');
    assert.deepEqual(
      done.filter((one) => one.startsWith('ask')),
      ['ask python3 counter.py'],
    );
    await programs.start({ ...COUNTER, folder: 'file:///others' });
    await programs.start({ ...COUNTER, words: ['python3', 'counter.py', '-v'] });
    assert.equal(done.filter((one) => one.startsWith('ask')).length, 3);
  });

  it('are not started where the user declines, and asked about again after a refusal', async () => {
    const declined = fakeWindow({ yes: false });
    assert.equal(await declined.programs.start(COUNTER), 'declined');
    assert.deepEqual(declined.done, ['ask python3 counter.py']);
    const refused = fakeWindow({ refusal: 'no program can be started here' });
    assert.deepEqual(await refused.programs.start(COUNTER), { refused: 'no program can be started here' });
    await refused.programs.start(COUNTER);
    assert.equal(refused.done.filter((one) => one.startsWith('ask')).length, 2);
  });

  it('go on in a language server that was restarted, until they are stopped', async () => {
    const { programs, done } = fakeWindow();
    await programs.start(COUNTER);
    done.length = 0;
    await programs.restored();
    assert.deepEqual(done, ['allow python3 counter.py in file:///walks']);
    assert.equal(await programs.stop(), 1);
    done.length = 0;
    await programs.restored();
    assert.deepEqual(done, []);
    await programs.start(COUNTER);
    assert.equal(done[0], 'ask python3 counter.py');
  });
});

describe('the program that a walk names', () => {
  const TEXT = 'world process:python3 counter.py\nup\nworld s3\n(12)\nworld process:"my world" -v\nup\n';

  it('is that of the walk at the cursor first, and each is listed once', () => {
    const words = (offset: number) => readPrograms(TEXT, offset).map((one) => one.words);
    assert.deepEqual(words(0), [
      ['python3', 'counter.py'],
      ['my world', '-v'],
    ]);
    assert.deepEqual(words(TEXT.length)[0], ['my world', '-v']);
    assert.deepEqual(readPrograms('world s3\n(12)\n', 0), []);
  });

  it('is shown with its words apart, and with nothing hidden', () => {
    assert.equal(visibleCommand(['my world', '-v']), '"my world" -v');
    assert.equal(visibleCommand(['a\u202eb', 'c\nd']), 'a\\u{202e}b "c\\u{a}d"');
  });

  it('is read from the arguments of a command, whoever passes them', () => {
    assert.deepEqual(readProgram({ ...COUNTER, more: 1 }), COUNTER);
    for (const other of [
      undefined,
      null,
      'x',
      {},
      { words: [], folder: '' },
      { words: [1], folder: '' },
      { words: ['a'] },
    ])
      assert.equal(readProgram(other), undefined);
  });
});
