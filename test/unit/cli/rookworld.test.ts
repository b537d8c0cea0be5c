import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { rookAnswers, rookModel } from '../../../src/cli/mav/model-answers.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { randomLine } from '../../../src/core/mav/author/game-line.ts';
import { readRookLines } from '../../../src/core/mav/rookworld/rook-lines.ts';
import { rookGame, rookPolicyAnswer, rookStepAnswer } from '../../../src/core/mav/rookworld/write-rook.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { type Complete, completeThroughRookWorld, languageModel } from '../../../src/core/search/language-model.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { writeModel } from '../../support/tiny-model.ts';
import { madeUpValues } from '../mav/author-support.ts';

const DIALECT = { ...PUBLISHED_DIALECT, format: 'rookworld' } as const;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const ROOK = ['--mav-dialect', 'rookworld'];
const never = new AbortController().signal;

const { folder, remove } = temporaryFolder();
after(remove);
const at = (name: string, text?: string): string => {
  const file = path.join(folder, name);
  if (text !== undefined) fs.writeFileSync(file, text);
  return file;
};

/** A model that speaks RookWorld and makes no mistakes; values are made up. */
const perfect: Complete = (prompt) => {
  const [line] = [...readRookLines(prompt)];
  assert.ok(line !== undefined && line.kind !== 'unknown', prompt);
  const parsed = rookGame().automaton.parse(line.fen.text);
  assert.ok(parsed.ok);
  if (line.kind === 'environment')
    return Promise.resolve({ text: rookStepAnswer(parsed.value, line.action?.text ?? '') });
  const { actions } = madeUpValues('chess', parsed.value, 1);
  return Promise.resolve({ text: `${rookPolicyAnswer(line.fen.text, actions)}\nP: more` });
};

describe('the command line in the dialect of RookWorld', () => {
  const games = at('games.pgn', '[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 *\n');

  itLong(
    'makes prompts of the policy and of the environment from games, answers them, and finds nothing wrong',
    async () => {
      const policy = await cli(['mav', 'make', games, '--plies', 'ply:0,1', ...ROOK]);
      assert.deepEqual([policy.status, policy.stdout], [0, `P: ${START}\nP: ${AFTER_E4}\n`]);
      const commands = ['--commands', '%prev_FEN %prev_action %FEN'];
      const steps = await cli(['mav', 'make', games, '--plies', 'ply:1,4', ...ROOK, ...commands]);
      assert.match(steps.stdout, /^A: rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w KQkq - 0 1\+e2e4\+e2e4\+\n/);
      assert.match(steps.stdout, /\+b8c6\+e2e4 e7e5 g1f3 b8c6\+\n$/);
      const prompts = at('prompts.txt', `# of a game\n${policy.stdout}${steps.stdout}`);
      const answered = await cli(['mav', 'answer', prompts, '--engine-depth', '1', ...ROOK]);
      assert.equal(answered.status, 0, answered.stderr);
      assert.match(answered.stderr, /4 answers written/);
      const lines = [...readRookLines(answered.stdout)];
      assert.ok(lines[1]?.kind === 'policy' && lines[1].moves?.words.length === 5);
      assert.ok(lines[2]?.kind === 'environment' && lines[2].next?.text === AFTER_E4);
      const checked = await cli(['check', at('answered.txt', answered.stdout), ...ROOK]);
      assert.deepEqual([checked.status, checked.stdout], [0, '']);
      const again = await cli(['mav', 'answer', at('answered.txt'), '--values', 'none', ...ROOK]);
      assert.deepEqual([again.status, again.stdout], [0, answered.stdout]);
      const judged = await cli(['check', at('answered.txt'), '--engine', '--engine-depth', '1', ...ROOK]);
      assert.deepEqual([judged.status, judged.stdout], [0, '']);
      const positions = await cli(['mav', 'make', at('answered.txt'), ...ROOK]);
      assert.equal(positions.stdout.split('\n')[2], `P: ${AFTER_E4}`);
    },
  );

  itLong('finds slips at their places, in large files too, and judges values by an engine', async () => {
    const line = `A: ${START}+e2e4+e2e4+${AFTER_E4}+0.001+0+0\n`;
    const file = at('large.txt', `${line.repeat(4000)}${line.replace('+0.001+0', '+0.001+1')}`);
    const { status, stdout } = await cli(['check', file, ...ROOK]);
    assert.equal(status, 1);
    assert.match(stdout, /large\.txt:4001:\d+: error MAV_ROOK_END: terminated 1, true 0/);
    const values = `P: ${START} M: e2e4 d2d4 g1f3 c2c4 g2g4 E: 0.3 0.29 0.2 0.1 900.0 B: g2g4\n`;
    const judged = await cli(['check', at('values.txt', values), '--engine', '--engine-depth', '4', ...ROOK]);
    assert.match(judged.stdout, /MAV_VALUE_APART: g2g4 has bucket 64/);
    assert.match(judged.stdout, /MAV_NOT_BEST/);
  });

  it('leaves out what RookWorld does not know', async () => {
    const { stdout, stderr } = await cli(['mav', 'make', '--random', 'hex:1', ...ROOK]);
    assert.equal(stdout, '');
    assert.match(stderr, /left out: RookWorld knows no game but chess/);
  });
});

describe('a model that speaks RookWorld', () => {
  const complete = completeThroughRookWorld(perfect, DIALECT);
  const options = { form: 'FEN', list: 'all', best: true, dialect: DIALECT, scoring: 'written' } as const;
  const model = languageModel('rook', complete, { ...options, world: 'model' });

  it('is a world: its environment says where actions lead and how games end, its policy what actions are worth', async () => {
    const { automaton } = rookGame();
    for (let seed = 0; seed < 5; seed++) {
      const { states, actions } = randomLine('chess', seeded(seed), { most: 60 });
      for (let ply = 0; ply < actions.length; ply += 7) {
        const request = { game: 'chess', state: automaton.print(states[ply]), action: actions[ply] ?? '' } as const;
        const [said] = await Promise.all(model.evaluate([request], never));
        assert.equal(said?.kind, 'state');
        assert.equal(said.state, automaton.print(states[ply + 1]));
        const legal = automaton.legal(states[ply + 1]);
        assert.equal(said.actions.length, Math.min(5, legal.length));
        assert.ok(said.actions.every(({ action }) => legal.includes(action)));
        const [first] = madeUpValues('chess', states[ply + 1], 1).actions;
        assert.equal(said.best, first?.action);
        assert.ok(Math.abs((said.actions[0]?.value ?? 0) - (first?.win ?? 0)) <= 1 / 64);
      }
    }
    const ends: [fen: string, action: string, outcome: string, value: number][] = [
      ['6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1', 'd1d8', '1-0', 0],
      ['k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1', 'd8d1', '0-1', 0],
      ['7k/8/6K1/8/8/8/8/5Q2 w - - 0 1', 'f1f7', '1/2-1/2', 0.5],
    ];
    for (const [state, action, outcome, value] of ends) {
      const [said] = await Promise.all(model.evaluate([{ game: 'chess', state, action }], never));
      assert.deepEqual(said?.kind === 'terminal' && [said.outcome, said.value], [outcome, value]);
    }
  });

  it('hallucinates where it breaks the format, and where it says that an action is illegal', async () => {
    for (const text of ['', 'e2e4', `${AFTER_E4}+0.001`, `${START}+-1.0+0+1`]) {
      const broken = languageModel(
        'rook',
        completeThroughRookWorld(() => Promise.resolve({ text }), DIALECT),
        {
          ...options,
          world: 'model',
        },
      );
      const [said] = await Promise.all(broken.evaluate([{ game: 'chess', state: START, action: 'e2e4' }], never));
      assert.equal(said?.kind, 'hallucination', text);
    }
    const [hex] = await Promise.all(model.evaluate([{ game: 'hex', state: 'x || . . . . ||' }], never));
    assert.ok(hex?.kind === 'fault' && hex.message.includes('no game but chess'));
  });

  it('answers prompts of a file up to the end of its line; what is there stays', async () => {
    const text = `P: ${START}\nA: ${START}+e2e4+e2e4+\nP: ${START} M: - E: - B: e2e4\n`;
    const edits = [];
    const kinds: string[] = [];
    for await (const one of rookAnswers(text, rookModel(perfect), { replace: false, concurrency: 2 }, never))
      if ('edit' in one) edits.push(one.edit);
      else kinds.push(one.kind);
    const answered = applyEdits(text, edits);
    assert.deepEqual(kinds, ['there']);
    assert.deepEqual(checkText(answered.replace(/.*M: -.*\n/, ''), 'mav', { mavDialect: DIALECT }), []);
    assert.equal(answered.split('\n').length, 4);
  });
});

/** What a byte-level BPE calls a text: a space is `Ġ`. */
const spelled = (text: string): string => text.replaceAll(' ', 'Ġ');

describe('a local ONNX model with the tokens of GPT-2', () => {
  // what it writes are tokens that no text is read as: behind a digit the policy's answer, behind a plus the environment's
  const answers = ['    M: e7e5 c7c5 e7e6 c7c6 d7d5 E: 0.1 0.0 -0.1 -0.2 -0.3 B: e7e5', `${AFTER_E4}+0.001+0+0`];
  const bytes = [
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+-:<>[]=%_.|"'.split(''),
    'Ġ',
    'Ċ',
  ].flat();
  const words = ['<|endoftext|>', ...bytes, 'Ġw', 'Ġb', ...answers.map(spelled)];
  const size = words.length;
  const follow = words.map((word) => (/^\d$/.test(word) ? size - 2 : word === '+' ? size - 1 : 0));
  const values = words.flatMap((_, i) => words.map((__, j) => (follow[i] === j ? 8 : 0)));
  const model = writeModel(
    path.join(folder, 'rookworld-tiny'),
    {
      inputs: [{ name: 'input_ids', type: 'int64', dims: [1, 'n'] }],
      outputs: [{ name: 'logits', type: 'float', dims: [1, 'n', size] }],
      constants: [{ name: 'follow', dims: [size, size], values }],
      operators: [{ type: 'Gather', inputs: ['follow', 'input_ids'], outputs: ['logits'] }],
    },
    {
      'config.json': { model_type: 'gpt2', n_positions: 1024, eos_token_id: 0 },
      'tokenizer_config.json': { tokenizer_class: 'GPT2Tokenizer', eos_token: '<|endoftext|>' },
      'tokenizer.json': {
        version: '1.0',
        added_tokens: [
          {
            id: 0,
            content: '<|endoftext|>',
            special: true,
            single_word: false,
            lstrip: false,
            rstrip: false,
            normalized: true,
          },
        ],
        normalizer: null,
        pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
        post_processor: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: false, use_regex: true },
        decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
        model: {
          type: 'BPE',
          dropout: null,
          unk_token: null,
          continuing_subword_prefix: '',
          end_of_word_suffix: '',
          fuse_unk: false,
          vocab: Object.fromEntries(words.map((word, i) => [word, i])),
          merges: ['Ġ w', 'Ġ b'],
        },
      },
    },
  );

  itLong('answers prompts and is the world of a search', async () => {
    const prompts = at('onnx.txt', `A: ${START}+e2e4+e2e4+\nP: ${AFTER_E4}\n`);
    const { status, stdout, stderr } = await cli(['mav', 'answer', prompts, '--model', `onnx:${model}`, ...ROOK]);
    assert.equal(status, 0, stderr);
    assert.equal(stdout, `A: ${START}+e2e4+e2e4+${answers[1]}\nP: ${AFTER_E4}${answers[0]}\n`);
    const world = ['--world-model', 'model', '--form', 'FEN', '-M', '6', '-b', '1', '--json'];
    const search = await cli(['search', AFTER_E4, '--model', `onnx:${model}`, ...world, ...ROOK]);
    assert.equal(search.status, 0, search.stderr);
    const { best, actions } = JSON.parse(search.stdout) as {
      best: string;
      actions: { action: string; visits: number }[];
    };
    assert.deepEqual(actions.map(({ action }) => action).sort(), ['c7c5', 'c7c6', 'd7d5', 'e7e5', 'e7e6']);
    assert.ok(actions.some(({ action, visits }) => action === best && visits > 0));
  });
});
