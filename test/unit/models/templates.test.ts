import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChessVariant } from '../../../src/core/games/chess/chess-variants.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { renderPrompt } from '../../../src/models/prompts/prompt.ts';
import {
  printTemplate,
  readTemplate,
  templateFault,
  templateFaultText,
} from '../../../src/models/prompts/template-file.ts';
import { TEMPLATES, templateNamed, templatesFor } from '../../../src/models/prompts/templates.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const FILE =
  '---\nid: mine\ntitle: "My own"\n---\n\n# system\n\nBe brief.\n\n# user\n\n{{{start}}}{{{movetext}}}\n\nThe FEN?\n';

describe('a template file', () => {
  it('is front matter and a section a message', () => {
    const expected = {
      id: 'mine',
      title: 'My own',
      task: 'state',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '{{{start}}}{{{movetext}}}\n\nThe FEN?' },
      ],
    };
    assert.deepEqual(readTemplate(FILE), { ok: true, value: expected });
    assert.deepEqual(readTemplate(`\uFEFF${FILE.replace(/\n/g, '\r\n')}`), { ok: true, value: expected });
  });

  it('says what is wrong with it', () => {
    const why = (text: string): string => {
      const template = readTemplate(text);
      return template.ok ? 'nothing' : templateFaultText(template.error);
    };
    assert.match(why(''), /missing front matter/);
    assert.match(why('---\nid: a\n# user'), /missing front matter/);
    assert.match(why(FILE.replace('id: mine', 'id: my own')), /its id/);
    assert.match(why(FILE.replace('# user', '# assistant')), /last section must be # user/);
    assert.match(why(FILE.replace('{{{movetext}}}', '')), /does not use/);
    assert.match(why(FILE.replace('{{{start}}}', '{{{comments}}}')), /unknown variable \{\{\{comments\}\}\}/);
    assert.match(why(FILE.replace('# system', 'Hello')), /before the first/);
    assert.match(why(FILE.replace('id: mine', 'id: mine\nrole: oracle')), /its role must be one of/);
    assert.match(why(FILE.replace('id: mine', 'id: mine\nanswer: somewhere')), /its answer must be one of/);
    assert.match(why(FILE.replace('id: mine', 'id: mine\nkey: secret')), /unknown front matter "key: secret"/);
    assert.match(why(FILE.replace('id: mine', 'id: mine\nvariables: [start]')), /its variables do not list/);
    assert.match(why(FILE.replace('id: mine', 'id: mine\nvariables: start, movetext, uci')), /which it does not use/);
    assert.match(why('x'.repeat(100_001)), /at most/);
  });

  it('says on which line', () => {
    const at = (text: string): string | undefined => {
      const fault = templateFault(text);
      return fault && text.split(/\r\n|\n/)[fault.line];
    };
    for (const line of ['id: my own', 'id: mine\nrole: oracle', 'id: mine\nanswer: here', 'id: mine\nkey: secret'])
      assert.equal(at(FILE.replace('id: mine', line)), line.split('\n').at(-1));
    for (const line of ['# user\r\n{{{comments}}}', '# user\n\n\nSee {{{comments}}}'])
      assert.equal(at(FILE.replace('# user', line)), line.split(/\r?\n/).at(-1));
    assert.equal(at(FILE.replace('# user', '# assistant')), '# assistant');
    assert.equal(at(FILE.replace('# system', 'Hello')), 'Hello');
    assert.equal(
      at(FILE.replace('id: mine', 'id: mine\nvariables: start movetext uci')),
      'variables: start movetext uci',
    );
    assert.equal(at(FILE.replace('id: mine', 'id: mine\nvariables: [start]')), '{{{start}}}{{{movetext}}}');
    assert.equal(at(FILE.replace('{{{start}}}{{{movetext}}}', '{{{mav}}} {{{uci}}}')), '{{{mav}}} {{{uci}}}');
    assert.equal(at(FILE), undefined);
  });

  it('can be written of every template, and is read as the same', () => {
    for (const template of TEMPLATES) {
      const text = printTemplate({ ...template, id: 'mine' });
      assert.deepEqual(readTemplate(text, template.task), { ok: true, value: { ...template, id: 'mine' } });
      assert.equal(templateFault(text), undefined);
    }
  });

  it('may be one text of a role, and says where its answers stand', () => {
    const file = '---\nid: mine\nrole: user\nvariables: [uci]\nanswer: last-line\n---\nMoves: {{{uci}}}\n';
    const template = readTemplate(file);
    assert.deepEqual(template.ok && template.value, {
      id: 'mine',
      title: 'mine',
      task: 'state',
      answer: 'last-line',
      messages: [{ role: 'user', content: 'Moves: {{{uci}}}' }],
    });
  });

  it('tells moves as engines write them, castling by the rules of its variant', () => {
    const template = readTemplate('---\nid: mine\nrole: user\n---\n{{{uci}}}\n');
    assert.ok(template.ok);
    const told = (variant: ChessVariant, moves: readonly string[]) =>
      renderPrompt(template.value, { kind: 'state', variant, startFen: START, moves, sample: 0 })[0]?.content;
    const moves = ['e4', 'd5', 'Nf3', 'd4', 'Bc4', 'd3', 'O-O', 'dxc2'];
    assert.equal(told('chess', moves), 'e2e4 d7d5 g1f3 d5d4 f1c4 d4d3 e1g1 d3c2');
    assert.equal(told('chess960', moves.slice(0, 7)), 'e2e4 d7d5 g1f3 d5d4 f1c4 d4d3 e1h1');
    assert.equal(told('chess', []), '(none)');
  });

  it('for MAV uses the example, and nothing of a game', () => {
    const file = FILE.replace('{{{start}}}{{{movetext}}}', '{{{mav}}}');
    const template = readTemplate(file, 'mav');
    assert.ok(template.ok);
    const prompt = '<mav game=hex> %state %top_1 </mav>\n[%state $& {{{mav}}}]\n';
    const [, user] = renderPrompt(template.value, { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 });
    assert.equal(user?.content, `${prompt}\n\nThe FEN?`);
    const wrong = readTemplate(FILE, 'mav');
    assert.ok(!wrong.ok && wrong.error.message.includes('{{{mav}}}'));
    assert.ok(!readTemplate(file).ok);
  });
});

describe('the templates', () => {
  it('have names of their own, and all hold the moves', () => {
    assert.equal(new Set(TEMPLATES.map(({ id }) => id)).size, TEMPLATES.length);
    const task = { kind: 'state' as const, variant: 'chess' as const, startFen: START, moves: ['e4', 'c5'], sample: 0 };
    for (const template of templatesFor('state')) {
      const last = renderPrompt(template, task).at(-1);
      assert.equal(last?.role, 'user');
      assert.match(last.content, /\n(?:1\. e4 c5|e2e4 c7c5)$|^1\. e4 c5$/, template.id);
      assert.equal(templateNamed(template.id), template);
    }
  });

  it('for MAV hold the example to the byte', () => {
    const prompt = '<mav game=chess> %FEN %top_1 </mav>\r\n\r\n[%FEN 8/8]\r\n';
    const [chat, raw] = templatesFor('mav').map((template) => ({
      template,
      messages: renderPrompt(template, { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 }),
    }));
    assert.equal(chat?.messages.at(-1)?.content, prompt);
    assert.match(chat?.messages[0]?.content ?? '', / from <ctrl1> to <ctrl64>\.$/);
    const odd = { ...PUBLISHED_DIALECT, base: 0, token: 'val' } as const;
    const [system] = renderPrompt(chat.template, { kind: 'mav', prompt, dialect: odd, sample: 0 });
    assert.match(system?.content ?? '', / from <val_0> to <val_63>\.$/);
    assert.deepEqual(raw?.messages, [{ role: 'user', content: prompt }]);
    assert.deepEqual([chat?.template.id, raw?.template.id, raw?.template.isRaw], ['mav', 'mav-raw', true]);
  });
});
