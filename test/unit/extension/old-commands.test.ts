import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { readSettings } from '../../../src/protocol/settings.ts';
import { readManifest } from '../../support/manifest.ts';
import { StartedWindow, until } from './started-window.ts';

/** The commands before the palette was thinned out: key bindings, tasks and other extensions may name them. */
const FORMER =
  `predictHere predictGameEnds predictFile predictTemplates traceGame showTrace removePredictions copyPrompt
previewPrompt chooseTemplate openTemplate newTemplate openStateView compareAtCursor compareAllHere openBoard boardNext
boardPrevious boardStart boardEnd boardNextVariation boardPreviousVariation boardFlip nextPrediction previousPrediction
nextWrongPrediction previousWrongPrediction toggleLenses dimPredictions makeMav makeMavFile runMav runMavModels runMavFile
insertReference compareReference searchFromHere stopSearch resumeSearch saveTree openTree queryGames openLab openLeague
startWorldProgram stopWorldPrograms auditTranscript clearAudit openAuditFinding makeTrace openRecords openLog showReport
goToRecord newExperiment runExperiment pilotExperiment dryRun pauseRun resumeRun cancelRun retryRun openRunFile
copyResumeCommand showRunReport openSamples openWalkthrough selectModel setApiKey clearApiKey testConnection showLog
restartServer`.split(/\s+/);

const FEN = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const WRONG = FEN.replace('1B2p3', '4p3');
const GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 { [%pfen a ${FEN}] [%pfen b ${WRONG}] } 3... a6 *
`;
const PLAIN = GAME.replace(/\{.*?\} 3\.\.\. /, '');
const use = (
  act: (window: StartedWindow) => Promise<void>,
  files: Readonly<Record<string, string | Uint8Array>> = { 'game.pgn': GAME },
): Promise<void> =>
  StartedWindow.use({ files, open: 'game.pgn', settings: { 'statelens.model': 'baseline:naive-tracker' } }, act);
const countOf = (text: string): number => text.split('[%pfen baseline:naive-tracker ').length - 1;

describe('commands that the palette no longer lists', () => {
  it('are still there, with a title for the list of key bindings', () =>
    use(async (window) => {
      await window.bar(/naive-tracker/);
      const { contributes } = readManifest() as {
        contributes: { commands: readonly { command: string; title: string }[] };
      };
      const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));
      assert.equal(FORMER.length, 73);
      for (const name of FORMER) {
        assert.ok(window.stand.commands.has(`statelens.${name}`), name);
        assert.ok((titles.get(`statelens.${name}`) ?? '').length > 3, name);
      }
    }));

  for (const [name, label] of [
    ['compareAtCursor', 'b'],
    ['compareAllHere', null],
    ['openBoard', undefined],
    ['openStateView', undefined],
  ] as const)
    it(`show the state at the cursor: ${name}`, () =>
      use(async (window) => {
        window.cursorAfter('[%pfen b');
        void window.run(name);
        const page = await window.page('statelens.state');
        assert.match(JSON.stringify(await page.told('line')), /"label":"a"/);
        if (label !== undefined) await page.told('select', (message) => message['label'] === label);
      }));

  it('predict at their places', () =>
    use(
      async (window) => {
        window.cursorAfter('3. Bb5');
        for (const [name, args, count] of [
          ['predictHere', {}, 1],
          ['predictGameEnds', {}, 2],
          ['predictFile', { plan: 'ply:1,2' }, 4],
        ] as const) {
          await window.run(name, args);
          assert.equal(countOf(window.text('game.pgn')), count, name);
        }
      },
      { 'game.pgn': PLAIN },
    ));

  it('open logs, records, labs and leagues', () =>
    use(
      async (window) => {
        void window.run('openRecords', window.uri('outputs.jsonl'));
        (await window.pick('Open Traces')).hide();
        void window.run('openLab', window.uri('a.lab.jsonl'));
        await window.message(/a\.lab\.jsonl cannot be shown as walks/);
        void window.run('openLog', window.uri('log.eval'));
        const asked = await until('the plan or the run', () =>
          window.exists('log.run.jsonl') ? 'run' : window.stand.window.messages[0],
        );
        if (asked !== 'run' && asked.buttons.includes('Open as Run')) asked.press('Open as Run');
        await window.shows(() => window.exists('log.run.jsonl'));
        window.stand.window.messages.length = 0;
        const opened: unknown[][] = [];
        window.stand.commands.set('vscode.openWith', (...args) => void opened.push(args));
        await window.run('openLeague', window.uri('a.league.jsonl'));
        assert.deepEqual(
          opened.map(([uri, editor]) => [String(uri).split('/').at(-1), editor]),
          [['a.league.jsonl', 'statelens.league']],
        );
      },
      {
        'game.pgn': PLAIN,
        'outputs.jsonl': '{"prompt":"<mav game=chess> %FEN </mav>","output":"[%FEN x]"}\n',
        'a.lab.jsonl': '{}\n',
        'a.league.jsonl': '{}\n',
        'log.eval': fs.readFileSync('test/fixtures/logs/inspect.eval'),
      },
    ));

  it('copy the command that resumes a run, and open its file', () =>
    use(
      async (window) => {
        await window.run('copyResumeCommand', window.uri('world-cup.run.jsonl'));
        assert.match(window.stand.clipboard, /^statelens resume world-cup\.run\.jsonl/);
        const opened: unknown[] = [];
        window.stand.commands.set('vscode.open', (uri) => void opened.push(uri));
        await window.run('openRunFile', window.uri('world-cup.run.jsonl'));
        assert.match(String(opened[0]), /world-cup\.run\.jsonl$/);
      },
      { 'game.pgn': PLAIN, 'world-cup.run.jsonl': fs.readFileSync('samples/world-cup.run.jsonl', 'utf8') },
    ));

  it('clear a key, as Set API Key does where one is stored', () =>
    use(async (window) => {
      const { clear, title } = { clear: 'Clear the Key', title: 'API key for api.openai.com' };
      const set = async (): Promise<void> => {
        const done = window.run('setApiKey');
        (await window.input('secret storage')).accept('sk-x');
        await done;
      };
      await set();
      await window.run('clearApiKey');
      await set();
      const done = window.run('setApiKey');
      (await window.pick(title)).choose(clear);
      await done;
      void window.run('setApiKey');
      (await window.input('secret storage')).hide();
      assert.deepEqual(
        window.stand.window.barMessages.filter((text) => text.includes('cleared')),
        Array.from({ length: 2 }, () => 'StateLens: the API key for api.openai.com was cleared.'),
      );
    }));
});

describe('settings under former names', () => {
  it('are read, and the log says what replaces them', () =>
    StartedWindow.use(
      {
        files: { 'game.pgn': PLAIN },
        open: 'game.pgn',
        settings: { 'statelens.mav.values': 'val', 'statelens.marks.gutter': false },
        ofWorkspace: { 'statelens.inlayHints.position': 'ply' },
      },
      async (window) => {
        const said = await until('the log', () =>
          window.stand.window.log.find((line) => line.includes('statelens.mav.values')),
        );
        assert.match(said, /is still read; it is now the entry values of statelens\.mav\.format\./);
        const { settings } = window.stand;
        const section = settings.configuration('statelens');
        assert.deepEqual(section.get('marks'), { gutter: false, ruler: true, underline: true });
        assert.equal(section.get('marks.gutter'), false);
        assert.equal(readSettings(settings.section('statelens')).inlayPosition, 'ply');
        assert.equal(readSettings(settings.section('statelens')).mavDialect.token, 'val');
      },
    ));
});
