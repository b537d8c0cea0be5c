import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

/** Two games: the question, the true state, and an answer that is right for the first and late for the second. */
const GAMES = [
  {
    moves: '1. c4 c5 2. Nf3',
    truth: 'rnbqkbnr/pp1ppppp/8/2p5/2P5/5N2/PP1PPPPP/RNBQKB1R b KQkq - 1 2',
    said: 'rnbqkbnr/pp1ppppp/8/2p5/2P5/5N2/PP1PPPPP/RNBQKB1R b KQkq - 1 2',
  },
  {
    moves: '1. Nf3 d5 2. g3',
    truth: 'rnbqkbnr/ppp1pppp/8/3p4/8/5NP1/PPPPPP1P/RNBQKB1R b KQkq - 0 2',
    said: 'rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2',
  },
] as const;
const LATE = 'rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2';
const asked = (moves: string): string => `Which FEN results from ${moves}?`;

async function pairsOf(name: string, text: string) {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const { status, stdout, stderr } = await cli(['import', file]);
  const lines = stdout.trim().split('\n').slice(1);
  const samples = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RunSample);
  return { status, stderr, samples, pairs: samples.map(({ trueFen, extraction }) => [trueFen, extraction?.fen]) };
}

const PAIRS = GAMES.map(({ truth, said }) => [truth, said]);
type Game = (typeof GAMES)[number];
const lines = (record: (game: Game, i: number) => object): string =>
  GAMES.map((game, i) => `${JSON.stringify(record(game, i))}\n`).join('');

describe('a log of answers', () => {
  const logs: Readonly<Record<string, string>> = {
    'of traces with inputs and generations': lines(({ moves, truth, said }, i) => ({
      run_id: `r${i}`,
      run_type: 'llm',
      inputs: { messages: [{ role: 'user', content: asked(moves) }] },
      outputs: { generations: [[{ text: said }]] },
      reference_outputs: { fen: truth },
    })),
    'of spans with messages under attributes': lines(({ moves, said }, i) => ({
      context: { span_id: `s${i}` },
      attributes: {
        llm: {
          input_messages: [{ message: { role: 'user', content: asked(moves) } }],
          output_messages: [{ message: { role: 'assistant', content: said } }],
        },
        output: { value: said },
      },
    })),
    'of states of a scenario with completions': JSON.stringify({
      request_states: GAMES.map(({ moves, truth, said }) => ({
        instance: { input: { text: moves }, references: [{ output: { text: truth }, tags: ['correct'] }] },
        request: { prompt: `Moves: 1. d4\nFEN: …\n\nMoves: ${moves}\nFEN:` },
        result: { success: true, completions: [{ text: ` ${said}` }] },
      })),
    }),
    'of contents and candidates': JSON.stringify(
      GAMES.map(({ moves, said }) => ({
        contents: [{ role: 'user', parts: [{ text: asked(moves) }] }],
        response: {
          candidates: [
            {
              content: { role: 'model', parts: [{ text: LATE, thought: true }, { text: said }] },
              finishReason: 'STOP',
            },
          ],
        },
      })),
    ),
    'of messages in parts without a type': lines(({ moves, said }) => ({
      request: { messages: [{ role: 'user', content: [{ text: asked(moves) }] }] },
      response: { output: { message: { role: 'assistant', content: [{ text: said }] } }, stopReason: 'end_turn' },
    })),
    'of calls of a tool': JSON.stringify(
      GAMES.map(({ moves, truth, said }) => ({
        messages: [
          { role: 'user', content: asked(moves) },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ function: { name: 'answer', arguments: JSON.stringify({ fen: said }) } }],
          },
        ],
        gold: truth,
      })),
    ),
    'as names of columns and rows of cells': JSON.stringify({
      columns: ['n', 'prompt', 'response', 'true_fen'],
      data: GAMES.map(({ moves, truth, said }, i) => [i, asked(moves), said, truth]),
    }),
    'as a list for each column': JSON.stringify({
      pgn: GAMES.map(({ moves }) => moves),
      completion: GAMES.map(({ said }) => said),
    }),
    'as a map of numbers for each column': JSON.stringify({
      pgn: Object.fromEntries(GAMES.map(({ moves }, i) => [i, moves])),
      completion: Object.fromEntries(GAMES.map(({ said }, i) => [i, said])),
    }),
  };
  for (const [name, text] of Object.entries(logs))
    it(`is read ${name}`, async () => {
      const { status, stderr, pairs } = await pairsOf('log.json', text);
      assert.equal(status, 0, stderr);
      assert.deepEqual(pairs, PAIRS, stderr);
    });

  it('keeps thoughts of a part out of the answer', async () => {
    const { samples } = await pairsOf('thoughts.json', logs['of contents and candidates'] ?? '');
    assert.deepEqual(
      samples.map(({ reasoning, finishReason }) => [reasoning, finishReason]),
      GAMES.map(() => [LATE, 'stop']),
    );
  });
});

describe('several answers to one question', () => {
  const both = GAMES.flatMap(({ truth, said }) => [
    [truth, said],
    [truth, truth],
  ]);

  it('are samples each, as a list of texts', async () => {
    const log = lines(({ moves, truth, said }) => ({ prompt: asked(moves), responses: [said, truth] }));
    const { pairs, samples } = await pairsOf('k.jsonl', log);
    assert.deepEqual(pairs, both);
    assert.deepEqual(
      samples.map(({ index }) => index),
      [0, 1, 0, 1],
    );
  });

  it('are samples each, as choices of one response', async () => {
    const choice = (text: string, index: number) => ({ index, message: { role: 'assistant', content: text } });
    const log = lines(({ moves, truth, said }) => ({
      prompt: asked(moves),
      response: { model: 'm', choices: [choice(said, 0), choice(truth, 1)] },
    }));
    assert.deepEqual((await pairsOf('n.jsonl', log)).pairs, both);
  });

  it('are one where the texts of a list are parts of it', async () => {
    const log = lines(({ moves, said }) => ({ prompt: asked(moves), response: ['The FEN is', said] }));
    assert.deepEqual((await pairsOf('parts.jsonl', log)).pairs, PAIRS);
  });
});
