import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { recognizeFile } from '../../../src/models/import/recognize-file.ts';
import { StartedWindow, until } from './started-window.ts';

const HEAD = 1 << 18;
const fixture = (name: string): string => fs.readFileSync(name, 'latin1').slice(0, HEAD);
const RECORD = JSON.stringify({
  prompt: '<mav game=chess> %prev_FEN %prev_action %FEN </mav>\n[%prev_FEN x]\n',
  output: '[%FEN x]\n',
});

describe('recognizeFile', () => {
  it('goes by our own endings first', () => {
    for (const [name, kind] of [
      ['night.mcts.jsonl', 'tree'],
      ['NIGHT.RUN.JSONL', 'run'],
      ['night.league.jsonl', 'league'],
      ['night.lab.jsonl', 'lab'],
    ] as const)
      assert.equal(recognizeFile(name, ''), kind);
  });

  it('knows our files by their first line, whatever their names are', () => {
    assert.equal(recognizeFile('search.jsonl', fixture('samples/state-tracking.mcts.jsonl')), 'tree');
    assert.equal(recognizeFile('night.json', '{"format":"statelens-league","version":1}\n'), 'league');
    assert.equal(recognizeFile('night.txt', '{"format":"statelens-lab","version":1}\n'), 'lab');
  });

  it('knows texts of our languages by ending or first line', () => {
    for (const name of ['world-cup.pgn', 'states.fen', 'traces.mav', 'examples.mav', 'worlds.walk'])
      assert.equal(recognizeFile(name, fixture(`samples/${name}`)), 'text', name);
    assert.equal(recognizeFile('games.txt', fixture('samples/world-cup.pgn')), 'text');
  });

  it('knows logs of other programs', () => {
    for (const name of [
      'inspect.eval',
      'inspect.json',
      'chess-arena.json',
      'promptfoo.json',
      'openai-evals.jsonl',
      'eee_samples.jsonl',
      'rows.jsonl',
      'llm-chess.json',
      'llm-chess-output.txt',
      'game-arena.json',
    ])
      assert.equal(recognizeFile(name, fixture(`test/fixtures/logs/${name}`)), 'log', name);
  });

  it('knows records with MAV examples, and those that are a log as well', () => {
    assert.equal(recognizeFile('outputs.jsonl', `${RECORD}\n${RECORD}\n`), 'records');
    assert.equal(recognizeFile('outputs.json', `[${RECORD}, ${RECORD}]`), 'records');
    const messages = [
      { role: 'user', content: '<mav game=chess> %FEN </mav>\n' },
      { role: 'assistant', content: '[%FEN x]' },
    ];
    const evals = fixture('test/fixtures/logs/openai-evals.jsonl');
    const withExample = evals.replace(/"content": ?"[^"]*"/, `"content":${JSON.stringify(messages[0]?.content)}`);
    assert.notEqual(withExample, evals);
    assert.equal(recognizeFile('log.jsonl', withExample), 'log-or-records');
  });

  it('leaves other files to VS Code', () => {
    assert.equal(recognizeFile('notes.md', '# Notes\n\nSome text.\n'), 'other');
    assert.equal(recognizeFile('picture.png', '\u0089PNG\r\n'), 'other');
    assert.equal(recognizeFile('empty.txt', ''), 'other');
  });
});

describe('Open…', () => {
  const LOG = fs.readFileSync('test/fixtures/logs/inspect.eval');
  const files = {
    'log.eval': LOG,
    'outputs.jsonl': `${RECORD}\n`,
    'a.pgn': fs.readFileSync('samples/world-cup.pgn', 'utf8'),
    'world-cup.run.jsonl': fs.readFileSync('samples/world-cup.run.jsonl', 'utf8'),
  };
  const use = (act: (window: StartedWindow) => Promise<void>): Promise<void> =>
    StartedWindow.use({ files, open: 'a.pgn' }, act);

  it('makes a run of a log, a MAV document of records, and shows the report of a run', () =>
    use(async (window) => {
      void window.run('open', window.uri('outputs.jsonl'));
      const fields = await window.pick('Open Traces');
      fields.hide();
      void window.run('open', window.uri('log.eval'));
      const plan = await until('the plan or the run', () =>
        window.exists('log.run.jsonl') ? 'run' : window.stand.window.messages[0],
      );
      if (plan !== 'run' && plan.buttons.includes('Open as Run')) plan.press('Open as Run');
      await window.shows(() => window.exists('log.run.jsonl'));
      void window.run('open', window.uri('world-cup.run.jsonl'));
      await until(
        'two reports',
        () => window.stand.window.panels.filter(({ viewType }) => viewType === 'statelens.report').length === 2,
      );
      window.stand.window.messages.length = 0;
    }));

  it('asks for a file, and does nothing without one', () =>
    use(async (window) => {
      const done = window.run('open');
      (await until('the question', () => window.stand.window.files[0])).answer(undefined);
      await done;
      assert.equal(window.stand.window.panels.length, 0);
    }));

  it('says why a file cannot be read', () =>
    use(async (window) => {
      await window.run('open', window.uri('missing.jsonl'));
      await window.message(/missing\.jsonl cannot be read/);
    }));
});
