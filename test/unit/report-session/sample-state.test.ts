import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { gameTitle } from '../../../src/extension/report/sample-games.ts';
import { mainLines } from '../../../src/models/predict/main-lines.ts';
import { localReportService } from '../../../src/models/report/local-report-service.ts';
import { nodeRunSource } from '../../../src/models/report/node-run-source.ts';
import type { ReportService } from '../../../src/models/report/report-session.ts';
import { readStandaloneLine } from '../../../src/protocol/state-messages.ts';
import { lineOf } from '../../support/line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LINE = lineOf('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6');
const fen = (ply: number): string => LINE[ply]?.fen ?? '';
const moves = (ply: number): string[] => LINE.slice(1, ply + 1).map(({ san = '' }) => san);

/** An answer after so many half-moves, with the state after `said` of them. */
const answer = (label: string, ply: number, said: number | null, over: Partial<RunSample> = {}): RunSample => ({
  kind: 'sample',
  id: `${label}/${over.game ?? 0}/${ply}/${over.index ?? 0}`,
  model: label,
  index: 0,
  game: 0,
  ply,
  variant: 'chess',
  trueFen: fen(ply),
  moves: moves(ply),
  raw: said === null ? 'I do not know.' : `It is ${fen(said)}`,
  extraction: said === null ? null : { fen: fen(said), by: 'statelens' },
  ...over,
});

describe('a sample of a report in the state view', () => {
  const { folder, remove } = temporaryFolder();
  const services: ReportService[] = [];
  after(() => {
    for (const service of services) service.dispose();
    remove();
  });

  /** Numbers of samples are those of the lines, run by run. */
  async function reported(...runs: readonly (readonly RunSample[])[]): Promise<ReportService> {
    const sources = runs.map((samples, i) => {
      const header = {
        kind: 'run',
        schema: 1,
        tool: { name: 'statelens', version: '0' },
        origin: { type: 'predict' },
        models: [...new Set(samples.map(({ model: label }) => label))].map((label) => ({ label })),
        settings: {},
        games: { file: 'cup.pgn', count: 1 },
      };
      const file = path.join(folder, `${services.length}-${i}.run.jsonl`);
      writeFileSync(file, `${[header, ...samples].map((one) => JSON.stringify(one)).join('\n')}\n`);
      return nodeRunSource(file);
    });
    const options = {
      affordance: { m: 2, method: 'auto', seed: 0, terminal: 'accept', rescale: 'sum' },
      lambda: 0.1,
      enPassant: 'as-written',
    } as const;
    const service = localReportService(sources, { options, m: 2, worst: 0, version: '0' }, setImmediate);
    services.push(service);
    await service.open(() => undefined, new AbortController().signal);
    return service;
  }

  it('is its game by the run’s own moves, at its position, with its model open and all answers about the game', async () => {
    const service = await reported([
      answer('b', 2, 2),
      answer('a', 4, 4),
      answer('a', 6, 5),
      answer('b', 6, null),
      answer('a', 8, 8, { game: 1 }),
    ]);
    const given = await service.state(2);
    assert.deepEqual(given && readStandaloneLine(given), given, 'as the command takes it');
    assert.deepEqual([given?.at, given?.label, given?.line.m, given?.line.title], [6, 'a', 2, 'Game 1 of cup.pgn']);
    assert.deepEqual(
      given?.line.steps.map(({ fen }) => fen),
      LINE.slice(0, 7).map(({ fen }) => fen),
    );
    assert.equal(given?.line.steps[6]?.name, '3...a6');
    const asked = given?.line.rows.map(({ label, cells }) => [
      label,
      cells.flatMap((cell, at) => (cell === null ? [] : [at])),
    ]);
    assert.deepEqual(asked, [
      ['a', [4, 6]],
      ['b', [2, 6]],
    ]);
    const cell = given?.line.rows[0]?.cells[6];
    const { sentence, verdictText } = { ...(await service.detail(2))?.listed, ...(await service.detail(2)) };
    assert.deepEqual([cell?.fen, cell?.sentence, cell?.verdictText], [fen(5), sentence, verdictText]);
    assert.match(given?.line.rows[1]?.cells[6]?.sentence ?? '', /no state in the answer/);
    assert.deepEqual(
      given?.answers.map(({ label, step, raw }) => [label, step, raw]),
      [
        ['a', 6, `It is ${fen(5)}`],
        ['a', 4, `It is ${fen(4)}`],
        ['b', 6, 'I do not know.'],
        ['b', 2, `It is ${fen(2)}`],
      ],
    );
    assert.equal(await service.state(99), undefined);
  });

  it('is the game of its PGN where that still holds the position, with who played', async () => {
    const service = await reported([answer('a', 4, 3)]);
    const pgn = (text: string) => {
      const [line] = mainLines(text);
      return line && { startFen: line.startFen, moves: line.moves, title: gameTitle(line) };
    };
    const text = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *';
    const whole = await service.state(0, pgn(`[White "Ann"]\n[Black "Bob"]\n[Date "2011.12.01"]\n\n${text}\n`));
    assert.deepEqual([whole?.line.title, whole?.line.steps.length, whole?.at], ['Ann – Bob, 2011', 9, 4]);
    assert.equal((await service.state(0, pgn(`${text}\n`)))?.line.title, 'Game 1 of cup.pgn');
    const other = await service.state(0, pgn('1. d4 d5 2. c4 e6 *\n'));
    assert.deepEqual([other?.line.steps[4]?.fen, other?.line.steps.length], [fen(4), 5], 'the moves of the run');
  });

  it('is the position alone where nobody has its moves', async () => {
    const { moves: _, ...bare } = answer('a', 6, 5);
    const given = await (await reported([bare])).state(0);
    assert.deepEqual(
      given?.line.steps.map(({ ply, name, fen }) => [ply, name, fen]),
      [[6, 'ply 6', fen(6)]],
    );
    assert.deepEqual([given?.at, given?.label, given?.line.title], [0, 'a', 'Game 1 of cup.pgn, ply 6']);
    assert.equal(given?.line.rows[0]?.cells[0]?.fen, fen(5));
  });

  it('is the one that was chosen, of several samples and of two runs', async () => {
    const second = answer('a', 4, 2, { index: 1 });
    const service = await reported([answer('a', 4, 4), second, answer('c', 4, 4)], [answer('b', 4, 3)]);
    const given = await service.state(1);
    assert.deepEqual([given?.label, given?.line.rows[0]?.cells[4]?.label], ['a', 'a#2']);
    assert.equal(given?.line.rows[0]?.cells[4]?.fen, fen(2));
    assert.deepEqual(
      given?.line.rows.map(({ label }) => label),
      ['a', 'c', 'b'],
    );
    assert.deepEqual(
      given?.answers.map(({ label }) => label),
      ['a#2', 'a', 'c', 'b'],
    );
  });

  it('says why a request failed, and counts no other failed one', async () => {
    const failed = { raw: null, extraction: null, error: { code: 'rate-limit', message: '429: rate limited' } };
    const service = await reported([answer('a', 4, null, failed), answer('b', 4, null, failed), answer('a', 2, 2)]);
    const given = await service.state(0);
    assert.deepEqual(
      given?.line.rows.map(({ label, asked }) => [label, asked]),
      [['a', 2]],
    );
    assert.equal(given?.answers.find(({ step }) => step === 4)?.fault, '429: rate limited');
  });

  it('starts where its game starts', async () => {
    const start = LINE[4]?.fen ?? INITIAL_FEN;
    const late = answer('a', 2, 6, { startFen: start, moves: ['Bb5', 'a6'], trueFen: fen(6) });
    const given = await (await reported([late])).state(0);
    assert.deepEqual(
      given?.line.steps.map(({ ply, fen }) => [ply, fen]),
      [4, 5, 6].map((at, ply) => [ply, fen(at)]),
    );
    assert.equal(given?.line.rows[0]?.cells[2]?.verdict, 'exact');
  });
});
