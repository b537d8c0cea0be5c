import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { bundleOf, otherSource, shownSource, textsOf } from '../../../scripts/l10n-texts.mjs';
import { manifestTexts } from '../../support/manifest.ts';

const LANGUAGES = ['de', 'fr', 'ja', 'zh-cn'];

/** Words of the source that nobody reads in a window, or that are for programs, files and models: file, text and why. */
const ELSEWHERE: readonly (readonly [file: string, text: RegExp, why: string])[] = [
  ['extension/audit/commands.ts', /^'statelens audit'$/, 'name of a collection of diagnostics'],
  ['extension/audit/fence-diagnostics.ts', /^'statelens fences'$/, 'name of a collection of diagnostics'],
  ['extension/mav/reference-comparison.ts', / and reference\.md`$/, 'path of a document'],
  ['extension/mav/heat.ts', /^`1px solid /, 'style'],
  ['extension/editor/mark-styles.ts', /^'(?:none; border-radius|1px solid)/, 'style'],
  ['extension/models/picker.ts', /^'reference'$/, 'name of a model'],
  ['extension/platform/models/vscode-models.ts', /./, 'faults and host of models, which run files keep'],
  ['extension/platform/pages/panel.ts', /^`(?:<!DOCTYPE html>|.*<script type=)/, 'a page'],
  ['extension/predict/run.ts', /^'no (?:action|move)'$/, 'an answer in the log'],
  ['extension/predict/run.ts', /^'no FEN in the answer'$/, 'the log'],
  ['extension/runs/commands.ts', /^`statelens resume /, 'a command line'],
  ['extension/runs/new-experiment.ts', /^`(?:\\n {4}\/\/|\{\n)/, 'an experiment as a file'],
  ['extension/runs/session.ts', /^'cancelled'$/, 'a reason in run files'],
  ['extension/state-view/register.ts', /^'state view'$/, 'name of a feature'],
  ['extension/tools/node-mcp-server.ts', /./, 'an answer for a model'],
  ['extension/tools/tools.ts', /./, 'an answer for a model'],
  ['webview/common/chess-board.ts', /prefers-reduced/, 'a media query'],
  ['webview/common/state-picture.ts', /<svg/, 'a picture'],
  [
    'webview/common/pair-parts.ts',
    /^'(?:not judged|As printed|By what is printed)'$/,
    'texts of the core, or their beginning',
  ],
  ['webview/common/promotion.ts', /<svg/, 'a picture'],
  ['webview/games/query-box.ts', /^'elo >= /, 'an expression'],
  ['webview/notebook/comparison-output.ts', /./, 'the renderer of notebooks, which no bundle reaches'],
  ['webview/report/sample-reader.ts', /^'input, /, 'a selector'],
  ['webview/state/belief.ts', /^'Nf3'$/, 'SAN'],
  ['webview/state/copy.ts', /^'(?:Strip as SVG|True state|Answer)'$/, 'names in messages'],
  ['webview/state/keys.ts', /^'(?:Home End|input, .*)'$/, 'keys, and a selector'],
  ['webview/state/page.ts', /^'Strip as SVG'$/, 'a name in messages'],
  ['webview/state/replay.ts', /prefers-reduced/, 'a media query'],
  ['webview/state/timeline-legend.ts', /^'(?:first lost|lost again)'$/, 'names of markers'],
  ['webview/tree/drawing/legend.ts', /linear-gradient/, 'style'],
  ['webview/tree/drawing/looks.ts', /^(?:'start'|`\+\$\{count\} others`)$/, 'an exported picture'],
  ['webview/tree/drawing/frames.ts', /prefers-reduced/, 'a media query'],
  ['webview/tree/drawing/theme.ts', /Canvas|Highlight|system-ui|forced-colors/, 'style'],
  ['webview/tree/feed.ts', /^'it was damaged/, 'a fault of the program'],
  [
    'webview/tree/page.ts',
    /^(?:'Search tree'|'Not the search itself|`of |'(?:evaluation|simulation)')/,
    'an exported picture',
  ],
  ['webview/tree/panels/tree-table.ts', /^'(?:number rank| match| dim)/, 'classes'],
];

const shown = shownSource();
const all = textsOf({ ...shown, ...otherSource() });
const { texts, unreadable } = all;
const outside = all.outside.filter(({ file }) => Object.hasOwn(shown, file));
const english = bundleOf(texts);

interface Outside {
  readonly file: string;
  readonly text: string;
}
const isElsewhere = ({ file, text }: Outside): boolean =>
  ELSEWHERE.some(([own, form]) => file === `src/${own}` && form.test(text));

/** What a translation keeps as it is: places, icons, settings and file names. */
const kept = (text: string): string[] =>
  [
    ...(text.match(/\{\w+\}|\$\([\w~-]+\)|statelens[.:]\w+(?:\.\w+)*|openai:NAME|\*\.run\.jsonl|\/v1\b|\n/g) ?? []),
  ].sort();
/** Whether a text is a sentence, a question or goes on. */
const endOf = (text: string): string =>
  /[.。]$/.test(text) ? '.' : /[?？]$/.test(text) ? '?' : text.endsWith('…') ? '…' : '';
const readBundle = (language: string): Record<string, string> => {
  const bundle: unknown = JSON.parse(fs.readFileSync(`l10n/bundle.l10n.${language}.json`, 'utf8'));
  assert.ok(typeof bundle === 'object' && bundle !== null);
  return bundle as Record<string, string>;
};

describe('the texts of the extension', () => {
  it('stand in the English bundle as the source has them', () => {
    assert.deepEqual(unreadable, [], 'texts that are no literals');
    assert.ok(texts.length > 600, `${texts.length} texts`);
    assert.equal(
      fs.readFileSync('l10n/bundle.l10n.json', 'utf8'),
      `${JSON.stringify(english, null, 2)}\n`,
      'run node scripts/l10n.mjs',
    );
  });

  it('all go through t()', () => {
    assert.deepEqual(
      outside.filter((one) => !isElsewhere(one)).map(({ file, line, text }) => `${file}:${line}: ${text}`),
      [],
    );
    const unused = ELSEWHERE.filter(
      (entry) => !outside.some((one) => one.file === `src/${entry[0]}` && entry[1].test(one.text)),
    );
    assert.deepEqual(unused, [], 'exceptions that nothing needs');
  });

  it('count their places from 0, or name them all', () => {
    for (const { file, line, text } of texts) {
      const places = text.match(/\{\w+\}/g) ?? [];
      const numbers = places.filter((place) => /\d/.test(place));
      assert.ok(numbers.length === 0 || numbers.length === places.length, `${file}:${line} mixes names and numbers`);
      for (let i = 0; i < new Set(numbers).size; i++)
        assert.ok(numbers.includes(`{${i}}`), `${file}:${line} has no {${i}}`);
    }
  });
});

describe('a text outside of t()', () => {
  /** The sources of all cases, which one compiler reads. */
  const cases = new Map<string, string>();
  let known: ReturnType<typeof textsOf>['outside'] | undefined;
  function outsideOf(folder: string, source: string): () => string[] {
    const name = `src/${folder}/${cases.size}.ts`;
    cases.set(name, source);
    return () => {
      known ??= textsOf(Object.fromEntries(cases)).outside;
      return known.filter(({ file }) => file === name).map(({ text }) => text);
    };
  }
  for (const [name, source] of [
    ['a message', "void vscode.window.showErrorMessage('Nothing');"],
    ['a message of ours', "void tell('info', 'nothing');"],
    ['a button', "void tell('info', t('nothing'), { Retry: 'a.b', 'Again': 'a.c' });"],
    ['a template', 'vscode.window.setStatusBarMessage(`${n} removed`, 4000);'],
    ['a branch', "vscode.window.showInformationMessage(ok ? t('Done') : 'Failed');"],
    ['an item', "const items = [{ label: t('One'), description: 'offline' }];"],
    ['a box', "await vscode.window.showInputBox({ title: t('One'), prompt: 'How many?' });"],
    ['progress', "await vscode.window.withProgress({ location, title: 'Reading' }, run);"],
    ['a panel', "vscode.window.createWebviewPanel(VIEW, 'Report', column);"],
    ['an item of the bar', "item.tooltip = 'Waiting';"],
    ['a tree view', 'view.message = `No ${what}`;'],
    ['a notice of a page', "this.#notice('Saved.');"],
    ['a child of an element', "h('span', {}, 'plies');"],
    ['a name of an element', "h('div', { 'aria-label': 'Boards' });"],
    ['a button of a page', "button('flip', () => flip());"],
    ['a heading', "section('Keys', 'keys');"],
    ['a text of an element', 'this.#note.textContent = `${n} nodes`;'],
    ['an attribute', "element.setAttribute('aria-label', 'Boards');"],
    ['a sentence anywhere', "const why = 'there is no game here';"],
    ['a branch beside a text of t()', "const noun = isOne ? 'all' : t('All states');"],
    ['a value beside a text of t()', "const GAMES = { chess: 'chess', hex: t('Hex') } as const;"],
    ['a value of names', "const PIECE_NAMES = { q: 'queen', r: 'rook' };"],
    ['a tuple beside a text of t()', "const KINDS = [['all', t('All nodes')], ['lost', 'Lost']];"],
    ['what a function returns beside a text of t()', "function why(n) { if (n > 1) return t('Many'); return 'one'; }"],
  ] as const) {
    const found = outsideOf('extension', source);
    it(`is found: ${name}`, () => assert.notDeepEqual(found(), []));
  }

  for (const [name, source] of [
    ['in a template', 'const count = (n) => `${n} cells`;'],
    ['as a title', "const PIECES = [['q', 'Queen']];"],
    ['beside a sign', "const words = isExact ? '= exact' : score;"],
    ['given to a function of the file', "const fold = (name, text) => h('p', {}, name); fold('prompt', text);"],
    ['given to a method', "class A { #number = (label) => h('p', {}, label); b = this.#number('deepest'); }"],
    ['mapped by its name', "head.append(...['position', ...series].map((name) => h('th', {}, name)));"],
  ] as const) {
    const found = outsideOf('webview', source);
    it(`is found in a page: ${name}`, () => assert.notDeepEqual(found(), []));
  }

  for (const [name, source] of [
    ['styles', 'box.style.width = `${n}px`; box.style.transform = `translateY(${n}px)`;'],
    ['classes and identifiers', "h('div', { class: `row${n}`, id: `row-${n}` });"],
    ['comparisons', "if (key === 'Enter' || what === 'Answer') run();"],
    ['selectors', 'root.querySelector(`.row-${n} Button`).closest(`figure ${name}`);'],
    ['variables of the theme', "const read = (name) => style.getPropertyValue(name); read('--vscode-foreground');"],
  ] as const) {
    const found = outsideOf('webview', source);
    it(`is none in a page: ${name}`, () => assert.deepEqual(found(), []));
  }

  for (const [name, source] of [
    ['in t()', "void tell('info', t('nothing is here: {0}', name), { [t('Show Log')]: 'statelens.showLog' });"],
    ['in the log', 'context.log.warn(`The report could not be made: ${why}`);'],
    ['an error of the program', "throw new Error('no such feature is there');"],
    ['names and icons', 'item.text = `$(watch) StateLens ${n}/${total}`;'],
    ['a comparison', "item.text = what === 'words' ? a : b;"],
  ] as const) {
    const found = outsideOf('extension', source);
    it(`is none: ${name}`, () => assert.deepEqual(found(), []));
  }
});

describe('the translations of the extension', () => {
  for (const language of LANGUAGES) {
    // A text that is not translated yet is shown in English.
    it(`are of texts that there are, in their order: ${language}`, () => {
      const translated = readBundle(language);
      assert.deepEqual(
        Object.keys(translated),
        Object.keys(english).filter((key) => Object.hasOwn(translated, key)),
      );
    });

    it(`keep places, icons, names and ends: ${language}`, () => {
      for (const [key, text] of Object.entries(readBundle(language))) {
        assert.ok(typeof text === 'string' && text.trim() !== '', `${language}: ${key} is empty`);
        assert.deepEqual(kept(text), kept(key), `${language}: ${key}`);
        assert.equal(endOf(text), endOf(key), `${language}: the end of ${key}`);
      }
    });

    it(`are translated: ${language}`, () => {
      assert.deepEqual(
        Object.entries(readBundle(language)).flatMap(([key, text]) =>
          text === key && /\p{L}{2,}\s+\p{L}{2,}/u.test(key) ? [key] : [],
        ),
        [],
      );
    });

    it(`name commands as the manifest does: ${language}`, () => {
      const own = JSON.parse(fs.readFileSync(`package.nls.${language}.json`, 'utf8')) as Record<string, string>;
      const bare = (title: string): string => title.replace(/(?:…|\.\.\.)$/, '');
      const titles = new Map<string, Set<string>>();
      for (const [key, title] of Object.entries(manifestTexts())) {
        const translated = own[key];
        // A title that is not translated yet names nothing in this language.
        if (!key.startsWith('command.') || translated === undefined) continue;
        titles.set(bare(title), (titles.get(bare(title)) ?? new Set()).add(bare(translated)));
      }
      for (const [key, text] of Object.entries(readBundle(language))) {
        const wanted = titles.get(bare(key.replace(/^StateLens: /, '')));
        if (wanted !== undefined)
          assert.ok(
            wanted.has(bare(text.replace(/^StateLens: /, ''))),
            `${language}: ${key} is ${[...wanted].join(', ')}`,
          );
      }
    });
  }
});
