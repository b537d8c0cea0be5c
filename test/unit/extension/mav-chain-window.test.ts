import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { EXAMPLE_COMMAND } from '../../../src/protocol/lsp.ts';
import { itLong } from '../../support/thorough.ts';
import { StartedWindow, until } from './started-window.ts';

const GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
`;
const BEFORE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const NOW = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const INPUTS = `[%prev_FEN ${BEFORE}]\n[%prev_action f1b5]\n`;
const STATES = `<mav game=chess> %prev_FEN %prev_action %FEN </mav>\n${INPUTS}`;
const DISCS = `${'. '.repeat(27)}o x ${'. '.repeat(6)}x o ${'. '.repeat(27)}`;
const OTHELLO = `<mav game=othello> %prev_state %prev_action %state </mav>\n[%prev_state x || ${DISCS}||]\n[%prev_action c4]\n`;
const BASELINE = { 'statelens.model': 'baseline:start-position' };
const SMALL = { 'statelens.model': 'builtin:mav-small' };

const use = (
  files: Readonly<Record<string, string>>,
  act: (window: StartedWindow) => Promise<void>,
  settings: Readonly<Record<string, unknown>> = SMALL,
): Promise<void> => StartedWindow.use({ files, open: Object.keys(files)[0] ?? '', settings }, act);

/** The place of the example whose header is the nth, as a lens names it. */
function place(window: StartedWindow, ending: string, nth = 0): [uri: string, at: { line: number; character: number }] {
  const document = window.document(ending);
  const lines = document.getText().split('\n');
  const heads = lines.flatMap((line, i) => (line.startsWith('<mav') ? [i] : []));
  return [document.uri.toString(), { line: heads[nth] ?? 0, character: 0 }];
}

/** The question for a file, once it is asked; it is taken then. */
const saveQuestion = (window: StartedWindow) =>
  until('the question for a file', () => window.stand.window.files.shift());

const act = (window: StartedWindow, ending: string, action: string, nth = 0): Promise<unknown> =>
  window.run(EXAMPLE_COMMAND.replace('statelens.', ''), ...place(window, ending, nth), action);

describe('the chain from a position to an answer', () => {
  it('asks by default for the best moves, and gets them from the bundled model', () =>
    use({ 'game.pgn': GAME }, async (window) => {
      window.cursorAfter('3. Bb5');
      const made = window.run('makeMav');
      const form = await window.pick('Make MAV Prompt');
      assert.equal(form.items[0]?.label, 'Best moves, and the position after the best');
      assert.ok(form.items.every(({ kind }) => kind !== -1));
      form.choose('Best moves, and the position after the best');
      await made;
      const prompt = window.stand.window.active?.document.getText() ?? '';
      assert.deepEqual(checkText(prompt, 'mav'), []);
      await window.run('runMav');
      const text = window.stand.window.active?.document.getText() ?? '';
      assert.ok(text.startsWith(prompt.trimEnd()), text);
      assert.ok(text.includes(`[%FEN ${NOW}]`), text);
      assert.match(
        text,
        /\[%top_5 (?:[a-h][1-8][a-h][1-8][nbrq]?:<ctrl\d+>[ \]]){5}\n\[%best_action \w+\]\n\[%FEN \S+ w /,
      );
    }));

  itLong('runs again with another model once one is chosen', () =>
    use(
      { 'a.mav': OTHELLO },
      async (window) => {
        await window.run('runMav');
        (await window.message('answers no MAV prompts')).press('Select Model');
        const models = await window.pick(/Model/);
        models.choose('reference');
        const text = await window.texts('a.mav', (now) => now.includes('[%state'));
        assert.ok(text.startsWith(`${OTHELLO}[%state o || `), text);
      },
      BASELINE,
    ),
  );

  it('offers the reference where the model answers no MAV', () =>
    use(
      { 'a.mav': OTHELLO },
      async (window) => {
        await window.run('runMav');
        const message = await window.message('baseline:start-position predicts states of games only');
        assert.deepEqual(message.buttons, ['Insert Reference Answer', 'Select Model']);
        message.press('Insert Reference Answer');
        const text = await window.texts('a.mav', (now) => now.includes('[%state'));
        assert.ok(text.startsWith(`${OTHELLO}[%state o || `), text);
      },
      BASELINE,
    ));

  itLong('keeps an answered example where another answer shall stand below', () =>
    use({ 'a.mav': `${STATES}[%FEN ${NOW}]\n` }, async (window) => {
      const done = window.run('runMav');
      (await window.pick('already has outputs')).choose('Insert a second example below');
      await done;
      const text = await window.texts('a.mav', (now) => now.includes('# model: builtin:mav-small'));
      assert.equal(text.trimEnd(), `${STATES}[%FEN ${NOW}]\n\n# model: builtin:mav-small\n${STATES}[%FEN ${NOW}]`);
    }),
  );

  itLong('answers the prompts of a file that the model can answer, and says which game it does not know', () => {
    const draughts = OTHELLO.replace('othello', 'draughts');
    return use({ 'a.mav': `${draughts}\n${STATES}\n${draughts}` }, async (window) => {
      await window.run('runMavFile');
      assert.equal(window.text('a.mav'), `${draughts}\n${STATES}[%FEN ${NOW}]\n\n${draughts}`);
      const message = await window.message('builtin:mav-small does not know draughts. 2 prompts were not asked.');
      message.press();
    });
  });
});

describe('the lenses of an example', () => {
  it('run a prompt, answer it by the reference or copy it, and compare, keep or repeat an answer', () =>
    use({ 'a.mav': `${STATES}\n${STATES}[%FEN ${NOW}]\n` }, async (window) => {
      await window.lens('a.mav', 'Run');
      const own = (await window.lenses('a.mav')).filter((title) => !title.includes('exact'));
      assert.deepEqual(own, ['Run', 'Insert reference', 'Copy', 'Compare', 'Keep as example', 'Ask again']);
      await act(window, 'a.mav', 'copy');
      assert.ok(window.stand.clipboard.includes(STATES.trimEnd()), window.stand.clipboard);
      await act(window, 'a.mav', 'run');
      assert.equal(window.text('a.mav'), `${STATES}[%FEN ${NOW}]\n\n${STATES}[%FEN ${NOW}]\n`);
      const again = act(window, 'a.mav', 'run', 1);
      (await window.pick('already has outputs')).hide();
      await again;
    }));

  it('keep examples in one file, which is asked for once, and each example once', () =>
    use(
      { 'a.mav': `${STATES}[%FEN ${NOW}]\n\n${STATES}[%FEN ${BEFORE}]\n`, 'data.jsonl': '{"old":1}' },
      async (window) => {
        const kept = act(window, 'a.mav', 'keep');
        const question = await saveQuestion(window);
        assert.ok(question.options.defaultUri?.path.endsWith('/a.examples.jsonl'));
        question.answer(window.uri('data.jsonl'));
        (await window.message('Example kept in data.jsonl.')).press();
        await kept;
        const again = act(window, 'a.mav', 'keep');
        (await window.message('data.jsonl already has this example')).press();
        await again;
        const second = act(window, 'a.mav', 'keep', 1);
        (await window.message(/kept in data\.jsonl, with an error in its answer: /)).press();
        await second;
        const [old, first, last, end] = window.read('data.jsonl').split('\n');
        assert.equal(old, '{"old":1}');
        assert.equal(end, '');
        const { prompt, target, meta } = JSON.parse(first ?? '') as Record<string, unknown>;
        assert.deepEqual([prompt, target], [STATES, `[%FEN ${NOW}]\n`]);
        assert.deepEqual(meta, { ...(meta as object), game: 'chess', source: 'a.mav' });
        assert.ok(last?.includes(BEFORE));
      },
    ));

  it('keep examples as MAV, also in a file that is open', () =>
    use({ 'a.mav': `${STATES}[%FEN ${NOW}]\n`, 'kept.mav': '# mine' }, async (window) => {
      await window.show('kept.mav');
      const kept = act(window, 'a.mav', 'keep');
      (await saveQuestion(window)).answer(window.uri('kept.mav'));
      (await window.message('Example kept in kept.mav.')).press();
      await kept;
      assert.equal(window.read('kept.mav'), window.text('kept.mav'));
      assert.equal(window.text('kept.mav'), `# mine\n\n${STATES}[%FEN ${NOW}]\n`);
    }));

  it('write no example into its own file', () =>
    use({ 'a.mav': `${STATES}[%FEN ${NOW}]\n` }, async (window) => {
      const kept = act(window, 'a.mav', 'keep');
      (await saveQuestion(window)).answer(window.uri('a.mav'));
      (await window.message('the example stands in this file')).press();
      await kept;
      assert.equal(window.text('a.mav'), `${STATES}[%FEN ${NOW}]\n`);
    }));
});
