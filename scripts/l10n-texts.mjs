// Reads what the extension shows to people out of its source: the texts of `t('…')`, and those that stand outside of it.
import fs from 'node:fs';
import path from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isLiteralTypeNode,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSatisfiesExpression,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** Options that let files be parsed without what they import. */
const OPTIONS = { noResolve: true, noLib: true, types: [], noEmit: true, allowImportingTsExtensions: true };

/** Properties of the API of VS Code, and of our own forms, whose values are shown. */
const SHOWN = new Set(
  'aria-label aria-description aria-roledescription alt textContent ariaLabel label title description detail tooltip placeHolder placeholder prompt openLabel saveLabel validationMessage message reason error help text instead invocationMessage'.split(
    ' ',
  ),
);
/** Calls whose texts are shown: functions and methods by their last name. */
const SHOWING =
  /^(?:show\w*Message|setStatusBarMessage|createWebviewPanel|tell\w*|notice|say|err|refuse|separator|Diagnostic|TreeItem|MarkdownString)$/;
/** Operators that come to one of their sides, or both. */
const GIVING = new Set([SyntaxKind.PlusToken, SyntaxKind.QuestionQuestionToken, SyntaxKind.BarBarToken]);
/** The first argument of `tell`. */
const SEVERITIES = new Set(['info', 'warning', 'error']);
/** Two words in a row, which no name, number or path has. */
const WORDS = /\p{L}{2,}[,;:.?!)"”]*\s+["“(]*\p{L}{2,}/u;
/** A word. */
const WORD = /\p{L}{2,}/u;
/** What is the same in all languages: icons (`$(play)`), identifiers of ours and of models, names of programs and formats. */
const NAMES =
  /\$\([\w~-]+\)|%state\b|\b(?:statelens[.:][\w.]*|(?:openai|vscode|onnx|baseline):|StateLens|VS Code|LM Studio|PGN|JSON|Markdown|JUnit XML|MB|naive-tracker|start-position|lag-k)(?!\p{L})/gu;

const isLog = (callee) => /\blog\??\.(?:info|warn|error|debug|trace)$|\bevents\.log$/.test(callee);

/** The last name of what is called: `show` of `a.b.show`; '' where it has none. */
function nameOf(callee) {
  if (isIdentifier(callee)) return callee.text;
  return isPropertyAccessExpression(callee) ? callee.name.text.replace(/^#/, '') : '';
}

/** The literal parts of a string or template; undefined of other nodes. */
function literalParts(node) {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** Attributes of elements that nobody reads. */
const UNREAD = new Set(['class', 'id', 'role', 'type', 'for', 'style', 'transform', 'viewBox', 'd', 'points']);

/** True for such an attribute. */
const isStyle = (node) =>
  isPropertyAssignment(node) && (isIdentifier(node.name) || isStringLiteral(node.name)) && UNREAD.has(node.name.text);

/** What an expression may come to, as far as it is written there: branches, sums and fallbacks. */
function outcomes(node) {
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
    return outcomes(node.expression);
  if (isConditionalExpression(node)) return [...outcomes(node.whenTrue), ...outcomes(node.whenFalse)];
  if (isBinaryExpression(node))
    return GIVING.has(node.operatorToken.kind) ? [...outcomes(node.left), ...outcomes(node.right)] : [];
  if (isTemplateExpression(node))
    return [node, ...node.templateSpans.flatMap(({ expression }) => outcomes(expression))];
  return literalParts(node) === undefined ? [] : [node];
}

/** Nodes of a file that are shown by where they stand. */
function shownNodes(node) {
  if (isCallExpression(node)) {
    const [first, second, ...children] = node.arguments;
    switch (nameOf(node.expression)) {
      case 'h':
      case 'svg':
        return children.flatMap(outcomes);
      case 'button':
      case 'section':
      case 'createTextNode':
        return first === undefined ? [] : outcomes(first);
      case 'append':
      case 'prepend':
      case 'replaceChildren':
        return node.arguments.flatMap(outcomes);
      case 'setAttribute':
        return first !== undefined && second !== undefined && isStringLiteral(first) && SHOWN.has(first.text)
          ? outcomes(second)
          : [];
    }
  }
  if (isPropertyAssignment(node)) {
    const name = isIdentifier(node.name) || isStringLiteral(node.name) ? node.name.text : '';
    return SHOWN.has(name) ? outcomes(node.initializer) : [];
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.EqualsToken) {
    const target = isPropertyAccessExpression(node.left) ? node.left.name.text : '';
    return SHOWN.has(target) || target === 'name' ? outcomes(node.right) : [];
  }
  if ((isCallExpression(node) || isNewExpression(node)) && SHOWING.test(nameOf(node.expression))) {
    const buttons = (node.arguments ?? [])
      .filter(isObjectLiteralExpression)
      .flatMap(({ properties }) => properties.filter((one) => isPropertyAssignment(one) && isStringLiteral(one.name)))
      .map(({ name }) => name);
    const shown = (node.arguments ?? []).flatMap(outcomes);
    return [...shown.filter((one) => !(isStringLiteral(one) && SEVERITIES.has(one.text))), ...buttons];
  }
  return [];
}

/**
 * The texts of files.
 *
 * @param {Readonly<Record<string, string>>} files path to text
 * @returns texts of the bundle in the order of the source; calls whose text is no literal; words that stand outside
 */
export function textsOf(files) {
  const folder = path.resolve('l10n-source');
  const config = path.join(folder, 'tsconfig.json');
  const held = new Map(Object.entries(files).map(([name, text]) => [path.join(folder, name), text]));
  held.set(config, JSON.stringify({ compilerOptions: OPTIONS, files: Object.keys(files) }));
  const api = new API({
    fs: { readFile: (name) => held.get(name), fileExists: (name) => (held.has(name) ? true : undefined) },
  });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    const read = { texts: [], unreadable: [], outside: [] };
    for (const name of Object.keys(files)) {
      const source = project.program.getSourceFile(path.join(folder, name));
      textsOfFile(source, (kind, node, text) => {
        const line = source.text.slice(0, node.end).split('\n').length;
        read[kind].push({ file: name, line, text });
      });
    }
    return read;
  } finally {
    api.close();
  }
}

function textsOfFile(source, found) {
  const told = new Set();
  const outside = (node) => {
    if (told.has(node.pos)) return;
    told.add(node.pos);
    found('outside', node, source.text.slice(node.pos, node.end).trim());
  };
  const visit = (node) => {
    if (isImportDeclaration(node) || isExportDeclaration(node) || isLiteralTypeNode(node) || isStyle(node)) return;
    if (isCallExpression(node) || isNewExpression(node)) {
      const callee = source.text.slice(node.expression.pos, node.expression.end).trim();
      // Logs and errors of the program are in English.
      if (isLog(callee) || (isNewExpression(node) && callee.endsWith('Error'))) return;
      if (callee === 't') {
        const [text, ...values] = node.arguments;
        if (text === undefined || !(isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text)))
          found('unreadable', node, source.text.slice(node.pos, node.end).trim());
        else found('texts', text, text.text);
        values.forEach(visit);
        return;
      }
    }
    for (const shown of shownNodes(node))
      if (literalParts(shown).some((part) => WORD.test(part.replace(NAMES, '')))) outside(shown);
    if (literalParts(node)?.some((part) => WORDS.test(part.replace(NAMES, ''))) === true) outside(node);
    node.forEachChild(visit);
  };
  visit(source);
}

/** Sources whose texts go through `t()`: all of the extension and of its pages, and of the rest the files that take it. */
const SHOWING_FOLDERS = ['src/extension', 'src/webview'];
const OTHER_FOLDERS = ['src/core', 'src/protocol', 'src/models', 'src/server'];

const filesBelow = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .sort()
    .map((file) => [file, fs.readFileSync(file, 'utf8')]);

/** The source of the extension and its pages: path from the repository's root to text. */
export const shownSource = () => Object.fromEntries(SHOWING_FOLDERS.flatMap(filesBelow));

/** The other sources that have texts for people. */
export const otherSource = () =>
  Object.fromEntries(
    OTHER_FOLDERS.flatMap(filesBelow).filter(
      ([file, text]) => file !== 'src/core/base/text/l10n.ts' && /\/text\/l10n\.ts'/.test(text),
    ),
  );

/** The English bundle of texts: each is its own key. */
export const bundleOf = (texts) => Object.fromEntries(texts.map(({ text }) => [text, text]));
