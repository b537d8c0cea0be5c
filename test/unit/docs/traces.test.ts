import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { COMMON_NAMES, EVENT_NAMES } from '../../../src/core/traces/dialects/event-names.ts';
import { detectDialect, TRACE_DIALECTS } from '../../../src/core/traces/dialects.ts';
import { readDialectFile } from '../../../src/core/traces/own/own-dialect.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import { blocksOf } from './pages.ts';

const PAGE = 'docs/traces.md';
const blocks = blocksOf(PAGE);
const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const fileNamed = (name: string): string => textOf(blocks.find(({ notes }) => notes.get('file') === name)?.lines ?? []);

describe('the page about traces', () => {
  it('shows a trace of each dialect with a form of lines, which is recognized, read to the last word and right', () => {
    const shown = blocks.filter(({ notes }) => notes.has('trace'));
    assert.deepEqual(
      shown.map(({ notes }) => notes.get('trace')),
      TRACE_DIALECTS.map(({ id }) => id).filter((id) => id !== 'mav' && id !== 'prose'),
      `${PAGE} needs a trace of each dialect, in the order of TRACE_DIALECTS, below <!-- trace: ID -->`,
    );
    for (const { notes, lines } of shown) {
      const text = textOf(lines);
      assert.equal(detectDialect(text).dialect?.id, notes.get('trace'));
      const view = readTraceText(text);
      assert.deepEqual([view?.read.unread, view?.findings], [[], []], notes.get('trace'));
    }
  });

  it('makes a dialect that reads its new format, where one state is wrong', () => {
    const dialect = readDialectFile(fileNamed('moves.dialect.json'));
    assert.ok(dialect.ok);
    const text = fileNamed('moves.txt');
    const view = readTraceText(text, { dialect: dialect.value });
    assert.deepEqual(view?.read.unread, []);
    assert.deepEqual(
      view?.findings.map(({ range }) => text.slice(range.start, range.end)),
      ['1: apple | 2: apple'],
    );
    assert.ok(dialect.value.recognize(text) > 0.9);
  });

  it('names all events and the other names that it promises', () => {
    const page = fs.readFileSync(PAGE, 'utf8');
    const table = page.slice(page.indexOf('| event | also'), page.indexOf('Fields have other names'));
    for (const name of EVENT_NAMES) assert.ok(table.includes(`\`${name}\``), name);
    const rows: [string, string][] = [
      ['problem', 'task'],
      ['expand', 'generate'],
      ['backtrack', 'visit'],
      ['goto', 'visit'],
      ['done', 'close'],
      ['prune', 'abandon'],
      ['cut', 'abandon'],
      ['success', 'goal'],
      ['fail', 'no-goal'],
      ['no-solution', 'unsolvable'],
      ['end', 'exhausted'],
      ['evaluate', 'value'],
      ['best-move', 'best'],
      ['answer', 'choose'],
      ['thought', 'note'],
    ];
    for (const [word, name] of rows) {
      assert.ok(table.includes(`\`${word}\``), word);
      assert.equal(COMMON_NAMES.eventNamed(word), name);
    }
    for (const word of ['g', 'h', 'v', 'score', 'move', 'board', 'parent_id', 'from'])
      assert.notEqual(COMMON_NAMES.fieldNamed('generate', word), undefined, word);
  });
});
