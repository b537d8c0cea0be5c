import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { faultsOfStyle, GROUPS, withoutGenerated } from './page-style.ts';
import { blocksOf } from './pages.ts';
import { shownCommands } from './shown-commands.ts';

/** Pages beside the guide for contributors. */
const COUNT = 25;
/** Lines of all pages together that are written by hand. */
const MAX_LINES = 3899;
const names = Object.values(GROUPS).flat();
const read = (name: string): string => fs.readFileSync(`docs/${name}.md`, 'utf8');

describe('the pages of the docs', () => {
  it('are 25 and the guide for contributors', () => {
    const found = fs.readdirSync('docs').filter((name) => name.endsWith('.md'));
    assert.deepEqual(found.sort(), names.map((name) => `${name}.md`).sort());
    assert.equal(names.length, COUNT + 1);
  });

  it('stay short together', () => {
    const lines = names.reduce((sum, name) => sum + withoutGenerated(read(name)).trimEnd().split('\n').length, 0);
    assert.ok(
      lines <= MAX_LINES,
      `${lines} lines are written by hand, and ${MAX_LINES} may be: shorten a page by what you add`,
    );
  });

  it('have lines below 120 characters, sentences up to 30 words and the words of the glossary', () => {
    const faults = names
      .filter((name) => name !== 'style')
      .flatMap((name) => faultsOfStyle(read(name)).map((fault) => `docs/${name}.md:${fault}`));
    assert.deepEqual(faults, []);
  });

  it('each have an example that runs', () => {
    const without = names.filter((name) => {
      const page = `docs/${name}.md`;
      const run = shownCommands(page).some(({ notRun }) => notRun === undefined);
      return !run && !blocksOf(page).some(({ language }) => language === 'ts');
    });
    assert.deepEqual(without, []);
  });

  const wrong: [what: string, page: string, fault: RegExp][] = [
    ['a wide line', `Words ${'and words '.repeat(12)}\n`, /characters/],
    ['a long sentence', `${'One word\nmore '.repeat(11)}.\n`, /33 words/],
    ['a term of before', 'After ten half-moves.\n', /ply/],
    ['the accuracy of squares', 'The accuracy is high.\n', /correct squares/],
    ['a phrase of a dialect', 'The run goes on with that.\n', /continue/],
  ];
  for (const [what, page, fault] of wrong)
    it(`are at fault with ${what}`, () => {
      const faults = faultsOfStyle(page);
      assert.ok(
        faults.some((text) => fault.test(text)),
        faults.join('\n') || 'no fault',
      );
    });

  it('may have long lines of code, links and tables of numbers', () => {
    const code = `\`\`\`console\n$ statelens ${'word '.repeat(40)}\n\`\`\`\n\n![${'picture '.repeat(30)}](a.png)\n`;
    assert.deepEqual(faultsOfStyle(code), []);
  });
});
