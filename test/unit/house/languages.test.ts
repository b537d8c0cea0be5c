import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { sectionCut } from '../../../src/core/languages/cuts.ts';
import { formattedLanguages } from '../../../src/core/languages/format.ts';
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
  'src/webview/common/candidates.ts': 'forms of states',
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

interface Contributes {
  readonly languages: readonly {
    readonly id: string;
    readonly extensions?: readonly string[];
    readonly configuration?: string;
  }[];
  readonly grammars: readonly { readonly language?: string; readonly path: string }[];
}

const isFile = (file: string | undefined): boolean => file !== undefined && fs.existsSync(file);

/** Returns the entries that VS Code or the client lacks for a language, as instructions. */
function missingInEditor(language: string, { languages, grammars }: Contributes): string[] {
  const { endings = [], shownAs, editorId = language } = languageName(language) ?? {};
  // what has no ending, or that of a general language, is no language of an editor
  if (endings.length === 0 || shownAs !== undefined) return [];
  const contributed = languages.find(({ id }) => id === editorId);
  const rows = languagesWhere(({ id, editorId: shown = id }) => shown === editorId);
  const wanted = rows.flatMap((id) => languageName(id)?.endings ?? []).map((ending) => `.${ending}`);
  const extensions = [...(contributed?.extensions ?? [])].sort().join(' ');
  const known: readonly string[] = DOCUMENT_LANGUAGES;
  const missing = [
    !known.includes(editorId) && `DOCUMENT_LANGUAGES (src/protocol/lsp.ts) needs '${editorId}'`,
    extensions !== wanted.sort().join(' ') &&
      `contributes.languages of package.json needs the extensions ${wanted.join(' ')}`,
    !isFile(contributed?.configuration) &&
      'its entry in contributes.languages needs a configuration: ./languages/NAME.json',
    !isFile(grammars.find((grammar) => grammar.language === editorId)?.path) &&
      'contributes.grammars of package.json needs an entry with the path ./syntaxes/NAME.tmLanguage.json',
    !fs.readFileSync('docs/editors.md', 'utf8').includes(`\`${editorId}\``) &&
      `docs/editors.md needs the identifier \`${editorId}\``,
  ];
  return missing.flatMap((text) => (text === false ? [] : [`${language}: ${text}`]));
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

  it('have the parts of their kit where commands load them alone', () => {
    const formatted = formattedLanguages();
    for (const language of languagesWhere()) {
      const { format, formatBlocks, lastStart } = languageKit(language);
      assert.doesNotThrow(() => checkText('', language), `${language}: check.ts needs the check of its kit`);
      const hasFormat = format !== undefined || formatBlocks !== undefined;
      assert.equal(formatted.includes(language), hasFormat, `${language}: format.ts needs the format of its kit`);
      const hasCut = sectionCut(language) !== sectionCut('none');
      assert.equal(hasCut, lastStart !== undefined, `${language}: cuts.ts needs lastStart of its kit`);
    }
  });

  it('have a grammar and a configuration in VS Code, and are known to the client', () => {
    const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
      readonly contributes: Contributes;
    };
    assert.deepEqual(
      languagesWhere().flatMap((language) => missingInEditor(language, contributes)),
      [],
    );
  });

  it('are found where an editor does not know them', () => {
    assert.deepEqual(missingInEditor('pgn', { languages: [{ id: 'pgn', extensions: ['.txt'] }], grammars: [] }), [
      'pgn: contributes.languages of package.json needs the extensions .pgn',
      'pgn: its entry in contributes.languages needs a configuration: ./languages/NAME.json',
      'pgn: contributes.grammars of package.json needs an entry with the path ./syntaxes/NAME.tmLanguage.json',
    ]);
  });
});
