import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { languageKit } from '../../../src/core/languages/kits.ts';
import { languageName, languagesWhere } from '../../../src/core/languages/languages.ts';
import { DOCUMENT_LANGUAGES } from '../../../src/protocol/lsp.ts';
import { readSources } from './read-sources.ts';
import { blank } from './source-scan.ts';

const NAMES = languagesWhere().join('|');
const VALUE = String.raw`['"\`](?:${NAMES})['"\`]`;
/** What is compared with the name of a language; `left` is the operand before it. */
const COMPARISONS = [
  new RegExp(String.raw`(?<left>[\w.?()]+)\s*[!=]==?\s*${VALUE}`, 'g'),
  new RegExp(String.raw`${VALUE}\s*[!=]==?\s*(?<left>[\w.?()]+)`, 'g'),
  new RegExp(String.raw`\b(?:has|includes|startsWith|endsWith)\(\s*${VALUE}`, 'g'),
  new RegExp(String.raw`\bcase\s+${VALUE}`, 'g'),
];
/** The same words with other meanings: kinds of tasks, worlds and sources, forms of states, output formats, columns and endings of files. */
const OTHERS =
  /(?:^|[.(])(?:kind|form|task|of|source|format|shape|header|inlayPosition|toLowerCase\(\)|plain\(moves\))$/;
/** Rooms of languages, and files that switch over other things. */
const ROOMS = /^src\/(?:core|server)\/languages\//;
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/core/datasets/game-output.ts': 'output formats',
  'src/core/traces/dialects/tags.ts': 'names of elements',
  'src/webview/common/candidate-words.ts': 'forms of states',
  'src/extension/mav/register.ts': 'loads the feature of MAV without the table of languages',
};

/** The comparisons of a text with the name of a language. */
function comparisonsIn(text: string): string[] {
  const code = blank(text, true);
  return COMPARISONS.flatMap((pattern) =>
    Array.from(code.matchAll(pattern))
      .filter(({ groups }) => !OTHERS.test(groups?.['left'] ?? ''))
      .map(([found]) => found),
  );
}

describe('languages', () => {
  it('are compared by name in their own rooms alone', () => {
    const found = Object.entries(readSources())
      .filter(([file]) => !ROOMS.test(file) && EXCEPTIONS[file] === undefined)
      .flatMap(([file, text]) => comparisonsIn(text).map((one) => `${file}: ${one}`));
    assert.deepEqual(found, []);
  });

  it('are found where they are compared', () => {
    const wrong = [
      "if (document.language === 'pgn') {}",
      "const own = 'walk' === language ? 1 : 2;",
      'if (languageId !== "mav") return;',
      "switch (language) { case 'epd': break; }",
      "const is = NAMES.has('fen');",
    ];
    for (const text of wrong) assert.equal(comparisonsIn(text).length, 1, text);
    const right = ["if (task.kind === 'mav') {}", "// language === 'pgn'", "readDocument({ language: 'pgn' })"];
    for (const text of right) assert.deepEqual(comparisonsIn(text), [], text);
  });

  it('have the name of the table in their kit', () => {
    for (const language of languagesWhere()) {
      const kit = languageKit(language);
      assert.deepEqual({ ...kit, ...languageName(language) }, kit, language);
    }
  });

  it('have a grammar and a configuration in VS Code, and are known to the client', () => {
    const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
      readonly contributes: {
        readonly languages: readonly { readonly id: string; readonly extensions?: readonly string[] }[];
      };
    };
    for (const language of DOCUMENT_LANGUAGES) {
      const contributed = contributes.languages.find(({ id }) => id === language);
      const rows = languagesWhere(({ id, editorId = id }) => editorId === language);
      const endings = rows.flatMap((id) => languageName(id)?.endings ?? []).map((ending) => `.${ending}`);
      assert.deepEqual([...(contributed?.extensions ?? [])].sort(), endings.sort(), language);
    }
    const known: readonly string[] = DOCUMENT_LANGUAGES;
    // what has no ending, or that of a general language, is no language of an editor
    for (const language of languagesWhere(({ endings, shownAs }) => endings.length > 0 && shownAs === undefined))
      assert.ok(known.includes(languageName(language)?.editorId ?? language), language);
  });
});
