import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { nodeThread } from '../../../src/compute/worker/node-threads.ts';
import { readMavSection } from '../../../src/core/mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { answerBoard } from '../../../src/models/board/answer-board.ts';
import { readList } from '../../../src/models/board/board-reading.ts';
import { chessBoard } from '../../../src/models/board/chess-board.ts';
import type { DecodingSettings } from '../../../src/models/model.ts';
import type { BoardModel } from '../../../src/models/onnx/model-server.ts';
import { loadModel } from '../../../src/models/onnx/node-load.ts';
import { modelProcess, onnxSource } from '../../../src/models/onnx/node-onnx.ts';
import { loadBoard } from '../../support/loaded-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FOLDER = 'test/fixtures/board-tiny';
/** What PyTorch says of the same weights: `training/fixture_board.py`. */
interface Expected {
  readonly fen: string;
  readonly text: string;
  readonly action: readonly [number, number, number];
  readonly codes: readonly number[];
  readonly found: readonly (readonly [number, number])[];
  readonly means: readonly number[];
  readonly likeliest: readonly number[];
  readonly next: readonly number[];
}
const RUNS = JSON.parse(fs.readFileSync(path.join(FOLDER, 'expected.json'), 'utf8')) as readonly Expected[];

let model: BoardModel;
before(async () => {
  model = await loadBoard(FOLDER);
});

const answer = async (prompt: string, settings: DecodingSettings = {}, dialect: MavDialect = PUBLISHED_DIALECT) => {
  const said = await answerBoard({ prompt, dialect, settings }, model.config, model.look);
  assert.ok(said.ok, said.ok ? '' : said.error.message);
  return said.value;
};
const refusal = async (prompt: string): Promise<string> => {
  const said = await answerBoard({ prompt, dialect: PUBLISHED_DIALECT, settings: {} }, model.config, model.look);
  assert.ok(!said.ok);
  assert.equal(said.error.code, 'unsupported-task');
  return said.error.message;
};
const position = (fen: string) => {
  const read = chessBoard.read(fen, 'FEN');
  assert.ok(read.ok);
  return read.value;
};

describe('a board network that training/ exported', () => {
  it('sees the squares and actions that PyTorch sees', () => {
    for (const { fen, text, action, codes } of RUNS) {
      assert.deepEqual([...position(fen).codes], codes);
      const { from, to, promotion } = chessBoard.actionOf(text, position(fen), PUBLISHED_DIALECT) ?? {};
      assert.deepEqual([from, to, promotion], action);
    }
  });

  it('says what PyTorch says, of boards one by one and together', async () => {
    const views = await Promise.all(
      RUNS.flatMap(({ codes, action: [from, to, promotion] }) => [
        model.look(Uint8Array.from(codes), undefined),
        model.look(Uint8Array.from(codes), { from, to, promotion }),
      ]),
    );
    for (const [i, { codes, found, likeliest, next }] of RUNS.entries()) {
      const [list, step] = [views[2 * i], views[2 * i + 1]];
      const alone = await model.look(Uint8Array.from(codes), undefined);
      for (const view of [list, alone]) {
        assert.deepEqual(
          view?.found.map(({ from, to }) => [from, to]),
          found,
        );
        assert.deepEqual(
          view?.found.map(({ worth }) => worth.subarray(0, 64).indexOf(Math.max(...worth.subarray(0, 64)))),
          likeliest,
        );
      }
      const squares = Array.from({ length: 64 }, (_, square) => {
        const row = step?.next.subarray(16 * square, 16 * square + 16) ?? new Float32Array();
        return row.indexOf(Math.max(...row));
      });
      assert.deepEqual(squares, next);
    }
  });

  it('has win probabilities that are means over the buckets', async () => {
    for (const { fen, found, means } of RUNS) {
      const list = await readList(chessBoard, position(fen), model.look);
      assert.ok(list.kind === 'actions');
      for (const { action, value, shares } of list.actions) {
        assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 1) < 1e-9);
        if (action.promotion > 0) continue;
        const at = found.findIndex(([from, to]) => from === action.from && to === action.to);
        assert.ok(Math.abs(value - (means[at] ?? Number.NaN)) < 1e-3);
      }
    }
  });
});

describe('an answer of a board network', () => {
  const [run] = RUNS as [Expected];
  const tracked = (outputs: string): string =>
    `<mav game=chess> %prev_FEN %prev_action ${outputs} </mav>\n[%prev_FEN ${run.fen}]\n[%prev_action ${run.text}]\n`;

  it('has the squares of the network, in both forms, and reads the state that it wrote', async () => {
    const { text } = await answer(tracked('%FEN %state %top_all %best_action %FEN'));
    const [fen = '', native = ''] = [/\[%FEN (.*)\]/, /\[%state (.*)\]/].map((form) => form.exec(text)?.[1]);
    const own = chessBoard.passed(position(fen));
    assert.deepEqual(
      [...own.codes].map((code) => code % 15),
      run.next.map((code) => code % 15),
    );
    const read = chessBoard.read(native, 'state');
    assert.ok(read.ok);
    assert.equal(chessBoard.write(read.value, 'FEN').text.split(' ')[0], fen.split(' ')[0]);
    // the same prompt, in parts
    const list = await answer(`<mav game=chess> %FEN %top_all %best_action %FEN </mav>\n[%FEN ${fen}]\n`);
    assert.ok(text.endsWith(list.text), `${text}\n${list.text}`);
    const rest = await answer(`${tracked('%FEN %top_all %best_action %FEN')}[%FEN ${fen}]\n`);
    assert.ok(rest.text.endsWith(list.text));
  });

  it('says above a state what no position has, and is MAV', async () => {
    const { text } = await answer(tracked('%FEN %top_3'));
    assert.match(text, /^# (?:White|Black) has (?:no king|\d+ kings)$/m);
    const { item, faults } = readMavSection(tracked('%FEN %top_3') + text, 0);
    assert.ok(item?.kind === 'example' && item.lines.length === 4);
    assert.deepEqual(faults, []);
  });

  it('lists all by squares and the best by value, and the best action is the first of these', async () => {
    const fen = `<mav game=chess> %FEN %top_all %top_5 %best_action </mav>\n[%FEN ${run.fen}]\n`;
    const { text } = await answer(fen);
    const [all = [], best = []] = [...text.matchAll(/\[%top_\w+ (.*)\]/g)].map(([, list = '']) =>
      list.split(' ').map((pair) => pair.split(':')),
    );
    assert.equal(new Set(all.map(([action]) => action?.slice(0, 4))).size, run.found.length);
    assert.ok(best.length === 5 && best.every(([action]) => all.some(([other]) => other === action)));
    const buckets = best.map(([, bucket = '']) => Number(bucket.replace(/\D/g, '')));
    assert.deepEqual(
      buckets,
      [...buckets].sort((a, b) => b - a),
    );
    assert.ok(text.includes(`[%best_action ${best[0]?.[0]}]`));
    const sources = all.map(([action = '']) => action.slice(1, 2) + action.slice(0, 1));
    assert.deepEqual(sources, [...sources].sort());
  });

  it('has all 64 buckets as log probabilities, and each square of a native state', async () => {
    const { text, logprobs = [] } = await answer(tracked('%state %top_2'), { topLogprobs: 5 });
    assert.equal(logprobs.map(({ token }) => token).join(''), text);
    const buckets = logprobs.filter(({ token }) => token.startsWith('<ctrl'));
    assert.deepEqual(
      buckets.map(({ top }) => top.length),
      [64, 64],
    );
    for (const { top, token } of logprobs) {
      assert.ok(
        top.some((other) => other.token === token),
        token,
      );
      const mass = top.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
      assert.ok(mass < 1 + 1e-6, `${token} ${mass}`);
    }
    assert.equal((await answer(tracked('%state'))).logprobs, undefined);
  });

  it('is written in the dialect', async () => {
    const dialect: MavDialect = { ...PUBLISHED_DIALECT, base: 0, token: 'val', rounding: 'round', header: 'token' };
    const { text } = await answer(`<|chess|> %FEN %top_3\n[%FEN ${run.fen}]\n`, {}, dialect);
    assert.match(text, /^\[%top_3 (?:\S+:<val_\d+> ?){3}\]\n$/);
  });

  it('is drawn by a seed at a temperature, and the same again', async () => {
    const draws = [];
    for (const seed of [1, 1, 2]) draws.push((await answer(tracked('%FEN'), { temperature: 3, seed })).text);
    assert.equal(draws[0], draws[1]);
    assert.notEqual(draws[0], draws[2]);
  });

  it('copies a state into the other form, and says what is not read', async () => {
    const { text } = await answer('<mav game=chess> %FEN %state </mav>\n[%FEN 4k3/8/8/8/8/8/8/4K3 w K - 0 1]\n');
    assert.match(text, /^# not read: the castling right K has no rook\n\[%state w \|\| . /);
  });

  it('has the result where nothing looks legal, with a note', async () => {
    const { text } = await answer(
      '<mav game=chess> %FEN %top_all %best_action %FEN </mav>\n[%FEN 8/8/8/8/8/8/8/8 w - - 0 1]\n',
    );
    if (text.includes('invalid'))
      assert.match(text, /^# no action looks legal.*\n\[%top_all invalid : "(?:1-0|0-1|1\/2-1\/2)"\]\n$/);
    const silent = await readList(chessBoard, position(run.fen), async (codes, action) => ({
      ...(await model.look(codes, action)),
      found: [],
    }));
    assert.deepEqual(silent, { kind: 'over', outcome: '1/2-1/2' });
    let asked = 0;
    const mated = await readList(chessBoard, position(run.fen), () =>
      // The king of White, as Black sees it.
      Promise.resolve({
        found: asked++ === 0 ? [] : [{ from: 3, to: 60, chance: 1, worth: new Float32Array() }],
        next: new Float32Array(),
      }),
    );
    assert.deepEqual(mated, { kind: 'over', outcome: '0-1' });
  });

  it('is a message that says what can be asked instead', async () => {
    assert.match(await refusal('Who are you?'), /reads MAV alone: a header such as/);
    assert.match(
      await refusal('<mav game=hex> %state %top_2 </mav>\n[%state x]\n'),
      /knows chess and chess960, not "hex"/,
    );
    assert.match(
      await refusal(`<mav game=chess> %FEN %odds </mav>\n[%FEN ${run.fen}]\n`),
      /%odds is unknown: %state, %FEN, %top_k/,
    );
    assert.match(await refusal('<mav game=chess> %FEN %top_2 </mav>\n[%FEN 8/8 w - - 0 1]\n'), /%FEN cannot be read/);
    assert.match(await refusal('<mav game=chess> %top_2 </mav>\n'), /gives no state/);
    assert.match(
      await refusal(
        `<mav game=chess> %prev_FEN %prev_action %FEN </mav>\n[%prev_FEN ${run.fen}]\n[%prev_action Nf3]\n`,
      ),
      /"Nf3" is no action of chess/,
    );
    assert.match(
      await refusal(`<mav game=chess> %FEN %top_2 %FEN </mav>\n[%FEN ${run.fen}]\n`),
      /after a %best_action/,
    );
  });

  it('is given to prompts of any length', async () => {
    const list = Array.from({ length: 3000 }, () => 'e2e4:<ctrl30>').join(' ');
    const { text } = await answer(
      `<mav game=chess> %FEN %top_all %best_action </mav>\n[%FEN ${run.fen}]\n[%top_all ${list}]\n`,
    );
    assert.match(text, /^\[%best_action \w+\]\n$/);
  });
});

describe('a folder of a board network', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  let made = 0;
  const config = JSON.parse(fs.readFileSync(path.join(FOLDER, 'config.json'), 'utf8')) as Record<string, unknown>;
  const damaged = (
    change: Record<string, unknown>,
    graph = fs.readFileSync(path.join(FOLDER, 'model.onnx')),
  ): string => {
    const own = path.join(folder, String(made++));
    fs.mkdirSync(own);
    fs.writeFileSync(path.join(own, 'config.json'), JSON.stringify({ ...config, ...change }));
    fs.writeFileSync(path.join(own, 'model.onnx'), graph);
    return own;
  };
  const errorOf = async (own: string): Promise<string> => {
    const found = await loadModel(own);
    assert.ok(!found.ok);
    return found.error;
  };

  it('says what is wrong in it', async () => {
    assert.match(await errorOf(damaged({ format: 2 })), /format 2 of board networks; this version reads format 1\.$/);
    assert.match(
      await errorOf(damaged({ games: ['go'] })),
      /names the game go, for which this version has no board\.$/,
    );
    assert.match(await errorOf(damaged({ rows: 'eight' })), /is damaged: rows: /);
    assert.match(await errorOf(damaged({ codes: 13 })), /has 13 codes, but the board of chess has 16\.$/);
    assert.match(await errorOf(damaged({}, Buffer.from('no graph'))), /model\.onnx of .* cannot be loaded: /);
    const text = fs.readFileSync('test/fixtures/mav-tiny/model.onnx');
    assert.match(await errorOf(damaged({}, text)), /has no input "codes"; its inputs are input_ids/);
    const lost = damaged({});
    fs.rmSync(path.join(lost, 'model.onnx'));
    assert.match(await errorOf(lost), /holds no model: model\.onnx is missing\.$/);
  });

  for (const [where, start, test] of [
    ['thread', nodeThread, it],
    ['process', modelProcess, itLong],
  ] as const)
    test(`opens in a ${where} as a model that answers prompts and tracks games`, async () => {
      const opened = onnxSource(import.meta.url, start).open(FOLDER);
      assert.ok(opened.ok);
      const moves = ['e4', 'e5'];
      const task = { kind: 'state', variant: 'chess', startFen: RUNS[0]?.fen ?? '', moves, sample: 0 } as const;
      const signal = new AbortController().signal;
      const state = await opened.value.complete({ task, messages: [], settings: {} }, signal);
      assert.ok(state.ok, JSON.stringify(state));
      assert.match(state.value.text, /^\S+ w \S+ \S+ \d+ 2$/);
      const prose = await opened.value.complete(
        { task: { kind: 'text', sample: 0 }, messages: [], settings: {} },
        signal,
      );
      assert.ok(!prose.ok && prose.error.code === 'unsupported-task');
    });
});
