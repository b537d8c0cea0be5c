import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { chess960 } from '../../../src/core/games/chess/chess.ts';
import { readLab } from '../../../src/core/lab/lab-file.ts';
import { othello6 } from '../../../src/core/worlds/othello.ts';
import { replayActions } from '../../../src/core/worlds/random-walk.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { sendJson, serveModel } from '../../support/model-server.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  try {
    await use(folder);
  } finally {
    remove();
  }
}

const jsonOf = async (args: readonly string[], cwd?: string) => {
  const run = await cli([...args, '--json'], cwd === undefined ? {} : { cwd });
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout);
};

const SMALL = ['--histories', '12', '--length', '12', '--seed', '5'];

describe('statelens lab --measure chess960', () => {
  it('pairs a walk of chess with one as long from another start, both legal', async () => {
    await inFolder(async (folder) => {
      const out = path.join(folder, 'o.lab.jsonl');
      const args = ['lab', 'chess', '--model', 'baseline:oracle', '--measure', 'chess960', ...SMALL, '--out', out];
      const { brittleness } = await jsonOf(args);
      assert.deepEqual(
        brittleness.map(({ kind, pairs, distance }: Record<string, unknown>) => [kind, pairs, distance]),
        [['start', 12, null]],
      );
      for (const { value } of [brittleness[0].before, brittleness[0].after]) assert.ok(Math.abs(value - 1) < 1e-9);
      const read = readLab(fs.readFileSync(out, 'utf8'));
      assert.ok(read.ok);
      const starts = new Set<string>();
      for (const unit of read.value.units) {
        assert.ok(unit.measure === 'chess960' && unit.kind === 'start');
        assert.equal(unit.first.length, unit.second.length);
        const start = chess960.parse(unit.start);
        assert.ok(start.ok);
        assert.equal(replayActions({ automaton: chess960, start: start.value }, unit.second).illegal, undefined);
        starts.add(unit.start);
      }
      assert.ok(starts.size > 8);
    });
  });

  itLong('is part of all measures in chess alone, and says what it needs', async () => {
    const tiny = ['--histories', '2', '--length', '3', '--budget', '5'];
    const all = await jsonOf(['lab', 'chess', '--model', 'baseline:uniform', ...tiny]);
    assert.ok(all.measures.includes('chess960'));
    const other = await jsonOf(['lab', 's4', '--model', 'baseline:uniform', ...tiny]);
    assert.ok(!other.measures.includes('chess960'));
    const refused = await cli(['lab', 's4', '--model', 'baseline:uniform', '--measure', 'chess960']);
    assert.deepEqual([refused.status, /is of chess, not of s4/.test(refused.stderr)], [2, true]);
    const untold = await cli(['lab', 'chess', '--model', 'openai:m', '--measure', 'chess960']);
    assert.match(untold.stderr, /--prompt must contain \{start\}/);
  });
});

describe('statelens lab --printed', () => {
  itLong('sets the states that a run printed against what the model does there', async () => {
    await inFolder(async (folder) => {
      const random = ['run', '--random', 'othello6:6', '--length', '10', '--plies', 'every:2', '--seed', '2'];
      await cli([...random, '--model', 'baseline:lag-2', '--out', 'lag.run.jsonl'], { cwd: folder });
      await cli([...random, '--model', 'reference:rules', '--obfuscate', '--out', 'right.run.jsonl'], { cwd: folder });
      const args = ['lab', 'othello6', '--model', 'baseline:oracle', '--measure', 'legality', ...SMALL];
      const { printed, measures } = await jsonOf([...args, '--histories', '100', '--printed', 'lag.run.jsonl'], folder);
      assert.deepEqual(measures, ['legality', 'printed']);
      // the oracle acts right wherever the run printed a stale state
      assert.deepEqual(
        printed.map((row: Record<string, { value: number } | number | null>) => [row['name'], row['positions']]),
        [
          ['right', 0],
          ['wrong', 30],
        ],
      );
      assert.equal(printed[1].mass.value, 1);
      const right = await jsonOf([...args, '--histories', '4', '--printed', 'right.run.jsonl'], folder);
      assert.deepEqual([right.printed[0].positions, right.printed[0].mass.value], [4, 1]);
      const other = await cli(['lab', 'cube', ...args.slice(2), '--printed', 'lag.run.jsonl'], { cwd: folder });
      assert.match(other.stderr, /holds no sample with moves from the start of cube/);
    });
  });

  itLong('takes runs over games for chess, whose moves are in SAN', async () => {
    await inFolder(async (folder) => {
      fs.writeFileSync(path.join(folder, 'g.pgn'), '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n');
      const run = ['run', '--games', 'g.pgn', '--plies', 'every:1', '--model', 'baseline:start-position'];
      await cli([...run, '--out', 'g.run.jsonl'], { cwd: folder });
      const args = ['lab', 'chess', '--model', 'baseline:naive-tracker', '--measure', 'legality', ...SMALL];
      const out = ['--printed', 'g.run.jsonl', '--out', 'g.lab.jsonl'];
      const { printed } = await jsonOf([...args, ...out], folder);
      assert.deepEqual([printed[0].positions, printed[1].positions], [0, 7]);
      // continued with the same run, refused without it
      assert.equal((await cli([...args, ...out], { cwd: folder })).status, 0);
      const without = await cli([...args, '--out', 'g.lab.jsonl'], { cwd: folder });
      assert.equal(without.status, 2);
      const begun = 'g.lab.jsonl:1: the lab cannot be continued: it was begun with --printed and a run of 7 samples';
      assert.equal(without.stderr, `statelens: ${begun}, and --printed is missing; use another --out\n`);
      await cli([...run, '--plies', 'every:2', '--out', 'h.run.jsonl'], { cwd: folder });
      const other = await cli([...args, '--printed', 'h.run.jsonl', '--out', 'g.lab.jsonl'], { cwd: folder });
      assert.equal(other.stderr, `statelens: ${begun}, and this run is another; use another --out\n`);
    });
  });
});

describe('the lab over a completion server', () => {
  it('has the probabilities of the tokens that the server gives', async () => {
    const world = othello6;
    // The likeliest legal action has 0.5 in two tokens, an illegal one 0.25; the rest is on other words.
    const server = await serveModel((response, { path: asked, body }) => {
      assert.equal(asked, '/v1/completions');
      const { prompt, logprobs, max_tokens } = JSON.parse(body);
      assert.deepEqual([logprobs > 0, max_tokens], [true, 1]);
      const words: string[] = prompt
        .replace(/^Othello:/, '')
        .trim()
        .split(/\s+/)
        .filter(Boolean);
      const [last = ''] = words.slice(-1);
      const isOpen = /^[a-f]$/.test(last);
      const history = isOpen ? words.slice(0, -1) : words;
      const { states } = replayActions(world, history);
      const legal = world.automaton.legal(states.at(-1) ?? world.start);
      const best = legal[0] ?? 'pass';
      const top = isOpen ? { [best.slice(1)]: Math.log(1) } : { [` ${best[0]}`]: Math.log(0.5), ' c3': Math.log(0.25) };
      const [token = ''] = Object.keys(top);
      sendJson(response, 200, {
        object: 'text_completion',
        choices: [
          {
            index: 0,
            text: token,
            finish_reason: 'length',
            logprobs: { tokens: [token], token_logprobs: [top[token]], top_logprobs: [top], text_offset: [0] },
          },
        ],
      });
    });
    try {
      const args = ['lab', 'othello6', '--model', 'openai:m', '--base-url', server.baseUrl, '--measure', 'legality'];
      const { legality, model } = await jsonOf([
        ...args,
        '--prompt',
        'Othello: {actions}',
        '--histories',
        '3',
        '--length',
        '4',
      ]);
      assert.equal(model, 'm');
      const [all] = legality;
      assert.equal(all.positions, 12);
      // c3 is a disc of the start: it is never legal
      assert.ok(Math.abs(all.mass.value - 0.5) < 1e-9, `${all.mass.value}`);
      assert.equal(all.top.value, 1);
      assert.ok(server.received.length >= 12);
    } finally {
      await server.close();
    }
  });

  itLong(
    'is told the start of walks where the prompt has a place for it, and is found out if it does not heed it',
    async () => {
      const found = findWorld('chess');
      assert.ok(found.ok);
      let heeds = true;
      const server = await serveModel((response, { body }) => {
        const { prompt } = JSON.parse(body);
        const [, fen = '', line = ''] = /^Start (\S+ w KQkq - 0 1)\. Moves:(.*)$/s.exec(prompt) ?? [];
        const told = chess960.parse(fen);
        const start = heeds && told.ok ? told.value : found.value.start;
        assert.ok(told.ok, prompt);
        const history = line.trim().split(/\s+/).filter(Boolean);
        const { states } = replayActions({ automaton: chess960, start: start as typeof told.value }, history);
        // White's moves from the start, or those of the pieces as they stand as far as the line is legal
        const [move = ''] = chess960.legal(states.at(-1) ?? told.value);
        const token = ` ${move}`;
        const logprobs = { tokens: [token], token_logprobs: [0], top_logprobs: [{ [token]: 0 }], text_offset: [0] };
        sendJson(response, 200, {
          object: 'text_completion',
          choices: [{ index: 0, text: token, finish_reason: 'length', logprobs }],
        });
      });
      try {
        const prompt = ['--prompt', 'Start {start}. Moves: {actions}', '--base-url', server.baseUrl];
        const args = ['lab', 'chess', '--model', 'openai:m', '--measure', 'chess960', ...prompt];
        const units = ['--histories', '12', '--length', '6'];
        const right = (await jsonOf([...args, ...units])).brittleness[0];
        assert.deepEqual([right.before.value, right.after.value], [1, 1]);
        heeds = false;
        const wrong = (await jsonOf([...args, ...units])).brittleness[0];
        assert.equal(wrong.before.value, 1);
        assert.ok(wrong.after.value < 0.9 && wrong.difference.value > 0.1, `${wrong.after.value}`);
      } finally {
        await server.close();
      }
    },
  );

  itLong('is told the key of renamed actions where the prompt has a place for it', async () => {
    const found = findWorld('othello6');
    assert.ok(found.ok);
    const world = found.value;
    const server = await serveModel((response, { body }) => {
      const { prompt } = JSON.parse(body);
      const [, key = '', line = ''] = /^Key:\n(.*)Walk:(.*)$/s.exec(prompt) ?? [];
      const actions = new Map(
        [...key.matchAll(/^(\S+) = (\S+)$/gm)].map(([, name = '', action = '']) => [name, action]),
      );
      const names = new Map(Array.from(actions, ([name, action]) => [action, name]));
      const history = line.trim().split(/\s+/).filter(Boolean);
      const { states } = replayActions(
        world,
        history.map((name) => actions.get(name) ?? name),
      );
      const [best = 'pass'] = world.automaton.legal(states.at(-1) ?? world.start);
      const token = ` ${names.get(best) ?? best}`;
      const logprobs = { tokens: [token], token_logprobs: [0], top_logprobs: [{ [token]: 0 }], text_offset: [0] };
      sendJson(response, 200, {
        object: 'text_completion',
        choices: [{ index: 0, text: token, finish_reason: 'length', logprobs }],
      });
    });
    try {
      const args = ['lab', 'othello6', '--model', 'openai:m', '--base-url', server.baseUrl, '--measure', 'brittleness'];
      const units = ['--histories', '12', '--length', '6'];
      const { brittleness } = await jsonOf([...args, ...units, '--prompt', 'Key:\n{key}Walk: {actions}']);
      const told = brittleness.find(({ kind }: { kind: string }) => kind === 'told');
      assert.deepEqual([told.pairs, told.before.value, told.after.value], [6, 1, 1]);
      const untold = await jsonOf([...args, ...units, '--prompt', 'Walk: {actions}']);
      assert.deepEqual(
        untold.brittleness.map(({ kind }: { kind: string }) => kind),
        ['order'],
      );
    } finally {
      await server.close();
    }
  });
});
