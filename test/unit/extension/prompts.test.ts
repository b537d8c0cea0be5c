import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { StartedWindow, type WindowOptions } from './started-window.ts';

const GAME = `[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *
`;
const MINE = '---\nid: mine\ntitle: My question\n---\n\n# system\n\nBe exact.\n\n# user\n\nMoves: {{{movetext}}}\n';
const BROKEN = '---\nid: broken\n---\n\n# user\n\n{{{movetext}}} {{{comments}}}\n';
const FEN = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
const MAV = `<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${FEN}]\n[%top_1 a1a8 <ctrl64>]\n`;
const FILES = {
  files: { 'game.pgn': GAME, '.statelens/templates/mine.md': MINE, '.statelens/templates/broken.md': BROKEN },
  open: 'game.pgn',
  ofWorkspace: { 'statelens.predict.template': 'pgn-to-fen' },
};

describe('prompts', () => {
  let server: ModelServer;
  before(async () => {
    server = await serveModel((response) => sendJson(response, 200, chat(FEN)));
  });
  after(() => server.close());

  const use = (options: WindowOptions, act: (window: StartedWindow) => Promise<void>): Promise<void> => {
    server.received.length = 0;
    const settings = {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': server.baseUrl,
    };
    return StartedWindow.use({ ...options, settings }, act);
  };
  const shows = (window: StartedWindow, ...parts: readonly string[]): Promise<string> =>
    window.texts('Prompt.md', (text) => parts.every((part) => text.includes(part)));
  /** Puts the cursor after a move, and shows the prompt. */
  const preview = async (window: StartedWindow, after: string): Promise<void> => {
    window.cursorAfter(after);
    await window.run('previewPrompt');
  };

  it('are shown beside the text, with whom they would go to, and follow the cursor; nobody is asked', () =>
    use(FILES, async (window) => {
      await preview(window, '3. Bb5');
      const to = `To: fake at ${server.host}`;
      const text = await shows(window, 'game 1 after 5 plies', '# system', to, 'Size: 2 messages, ');
      assert.ok(text.includes('1. e4 e5 2. Nf3 Nc6 3. Bb5'), text);
      window.cursorAfter('1. e4');
      const first = await shows(window, 'game 1 after 1 ply');
      assert.ok(!first.includes('e5 2. Nf3'), first);
      assert.equal(server.received.length, 0);
    }));

  it('are shown for walks, through a table beside them too', () => {
    const table = 'state,action,next\nclosed,open,ajar\najar,push,wide\n';
    const files = { 'a.walk': 'world door.csv\nopen push\n', 'door.csv': table };
    return use({ files, open: 'a.walk' }, async (window) => {
      await preview(window, 'open');
      await shows(window, 'walk 1 after 1 action', 'Template: walk-to-state');
      window.cursorAfter('open push');
      await shows(window, 'walk 1 after 2 actions');
      assert.equal(server.received.length, 0);
    });
  });

  it('are made by another template once one is chosen, of the workspace too', () =>
    use(FILES, async (window) => {
      await preview(window, '3. Bb5');
      await shows(window, 'Template: pgn-to-fen');
      void window.run('chooseTemplate');
      (await window.pick('Prompt Template')).choose('draw-board');
      await shows(window, 'Template: draw-board');
      void window.run('chooseTemplate');
      const list = await window.pick('Prompt Template');
      assert.ok(list.has('line 7: it uses the unknown variable {{{comments}}}'), list.texts.join('\n'));
      list.choose('My question');
      await shows(window, 'Moves: 1. e4 e5 2. Nf3 Nc6 3. Bb5');
      assert.equal(window.stand.settings.workspace['statelens.predict.template'], 'mine');
      await window.run('predictHere');
      assert.ok(window.text('game.pgn').includes(`[%pfen fake@mine ${FEN}]`), window.text('game.pgn'));
      assert.match(server.received.at(-1)?.body ?? '', /Moves: 1\. e4 e5 2\. Nf3 Nc6 3\. Bb5"/);
    }));

  it('ask about one position in several ways, each so often as is wanted', () =>
    use(FILES, async (window) => {
      window.cursorAfter('3. Bb5');
      const done = window.run('predictTemplates');
      (await window.pick()).choose('At the cursor');
      const list = await window.pick('Which templates');
      assert.deepEqual(
        list.items.filter(({ picked }) => picked === true).map(({ label }) => label),
        ['pgn-to-fen'],
      );
      list.choose('pgn-to-fen', 'draw-board', 'My question');
      (await window.input('One sample takes 3 requests')).accept('2');
      await done;
      const labels = [...window.text('game.pgn').matchAll(/%pfen (\S+)/g)].map(([, label]) => label);
      const wanted = ['fake', 'fake#1', 'fake@draw-board', 'fake@draw-board#1', 'fake@mine', 'fake@mine#1'];
      assert.deepEqual(labels.sort(), wanted);
      assert.equal(server.received.length, 6);
    }));

  it('with a mistake in their template show it where it stands, until it is mended', () =>
    use(FILES, async (window) => {
      void window.run('chooseTemplate');
      (await window.pick('Prompt Template')).choose('broken');
      const problems = () =>
        window.stand.diagnostics.get(window.uri('.statelens/templates/broken.md').toString()) ?? [];
      await window.shows(() => problems().length === 1);
      assert.equal(window.stand.window.active?.selection.active.line, 6);
      window.type(' {{{comments}}}', '');
      assert.deepEqual(problems(), []);
    }));

  it('have new templates, which are used and followed', () =>
    use(FILES, async (window) => {
      await preview(window, '3. Bb5');
      await shows(window, 'Template: pgn-to-fen');
      void window.run('newTemplate');
      (await window.pick('New Template')).choose('step-by-step');
      (await window.input('Name of the template')).accept('own.question');
      const own = await window.texts('own.question.md', (text) => text.includes('id: own.question'));
      await shows(window, 'Template: own.question');
      window.write('.statelens/templates/own.question.md', `${own.trimEnd()}\n\nPlease, the FEN.\n`);
      window.saved('own.question.md');
      await shows(window, 'Please, the FEN.');
      const file = window.read('.statelens/templates/own.question.md');
      assert.match(file, /^---\nid: own\.question\n[\s\S]*# user[\s\S]*\{\{\{movetext\}\}\}\s+Please, the FEN\.\s*$/);
    }));

  it('of MAV and of positions are shown, too', () =>
    use({ files: { 'a.mav': MAV, 'b.fen': `${FEN}\n` }, open: 'a.mav' }, async (window) => {
      await preview(window, '[%FEN');
      const text = await shows(window, 'the MAV example of line 1', 'Template: mav ', `[%FEN ${FEN}]`);
      assert.ok(!text.includes('a1a8'), text);
      await window.show('b.fen');
      await shows(window, 'the position here', '<mav game=chess> %FEN %top_5');
    }));
});
