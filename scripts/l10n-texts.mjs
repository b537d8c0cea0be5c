// Reads what the extension shows to people out of its source: the texts of `t('…')`, and those that stand outside of it.
import fs from 'node:fs';
import path from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExportDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isImportDeclaration,
  isLiteralTypeNode,
  isMethodDeclaration,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isReturnStatement,
  isSatisfiesExpression,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
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
  /\$\([\w~-]+\)|%state\b|\b(?:statelens[.:][\w.]*|(?:openai|vscode|onnx|baseline):|StateLens|VS Code|LM Studio|PGN|JSON|Markdown|JUnit XML|Chess960|MB|naive-tracker|start-position|lag-k)(?!\p{L})/gu;

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

const isTranslated = (node) => isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 't';

/** Whether one of the outcomes of an expression is a text of `t`. */
function givesTranslated(node) {
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
    return givesTranslated(node.expression);
  if (isConditionalExpression(node)) return givesTranslated(node.whenTrue) || givesTranslated(node.whenFalse);
  if (isBinaryExpression(node))
    return GIVING.has(node.operatorToken.kind) && (givesTranslated(node.left) || givesTranslated(node.right));
  return isTranslated(node);
}

/** Of several expressions with one purpose the outcomes, if that of any is a text of `t`: all of them are shown, then. */
const besideTranslated = (nodes) => (nodes.some(givesTranslated) ? nodes.flatMap(outcomes) : []);

/** An expression without what is for the compiler: `as const`, `satisfies`, parentheses. */
function bare(node) {
  return isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)
    ? bare(node.expression)
    : node;
}

/** Names of constants whose values are shown. */
const NAMED_SHOWN = /(?:NAMES|WORDS|TITLES|LABELS|HEADS)$/;

/** A property of a thing that has a name and more: what stands beside it is not like it. */
const isOfRecord = ({ name }) =>
  (isIdentifier(name) || isStringLiteral(name)) && (SHOWN.has(name.text) || name.text === 'name');

/** What a constant holds for people: values of a map one of which is a text of `t`, or all where its name says so. */
function shownOfConstant(node) {
  const held = node.initializer === undefined ? undefined : bare(node.initializer);
  if (held === undefined || !isObjectLiteralExpression(held)) return [];
  const properties = held.properties.filter(isPropertyAssignment);
  if (properties.some(isOfRecord)) return [];
  const values = properties.map(({ initializer }) => initializer);
  return isIdentifier(node.name) && NAMED_SHOWN.test(node.name.text)
    ? values.flatMap(outcomes)
    : besideTranslated(values);
}

/** Columns of tuples that have a text of `t` somewhere: `[['a', t('All')], ['b', 'None']]`. */
function shownOfTuples(node) {
  const tuples = node.elements.map(bare).filter(isArrayLiteralExpression);
  const columns = Math.max(0, ...tuples.map(({ elements }) => elements.length));
  return Array.from({ length: columns }, (_, i) =>
    besideTranslated(tuples.flatMap(({ elements }) => elements[i] ?? [])),
  ).flat();
}

/** Expressions that a function may return, without those of functions in it. */
function returned(body) {
  if (!isBlock(body)) return [body];
  const found = [];
  const visit = (node) => {
    if (isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node)) return;
    if (isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return found;
}

const isFunction = (node) =>
  isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node) || isMethodDeclaration(node);

/** Parameters whose values are shown. */
const SHOWN_PARAMETER = /^(?:label|title|name|text|word|words|caption|heading|says)$/;

/** Places of those parameters in a function. */
const shownPlaces = ({ parameters }) =>
  parameters.flatMap(({ name }, i) => (isIdentifier(name) && SHOWN_PARAMETER.test(name.text) ? [i] : []));

/** The functions of a file whose arguments are shown: name to places. */
function helpersOf(source) {
  const helpers = new Map();
  const add = (name, node) => {
    if (name !== undefined && isFunction(node) && shownPlaces(node).length > 0)
      helpers.set(name.text.replace(/^#/, ''), shownPlaces(node));
  };
  const visit = (node) => {
    if (isVariableDeclaration(node) || isPropertyDeclaration(node)) {
      if (node.initializer !== undefined) add(node.name, bare(node.initializer));
    } else if (isFunctionDeclaration(node) || isMethodDeclaration(node)) add(node.name, node);
    node.forEachChild(visit);
  };
  visit(source);
  return helpers;
}

/** Arguments of a call that a function of the same file shows; elements of a list that are mapped to something by their name. */
function shownByHelper(node, helpers) {
  if (helpers === undefined) return [];
  const name = nameOf(node.expression);
  const [first] = node.arguments;
  if (isPropertyAccessExpression(node.expression) && /^(?:map|flatMap)$/.test(name)) {
    const list = bare(node.expression.expression);
    return isArrayLiteralExpression(list) && first !== undefined && isFunction(first) && shownPlaces(first)[0] === 0
      ? list.elements.flatMap(outcomes)
      : [];
  }
  return (helpers.get(name) ?? []).flatMap((place) => {
    const argument = node.arguments[place];
    const given = argument === undefined ? [] : outcomes(argument);
    return given.filter((one) => literalParts(one)?.some((part) => WORD.test(part.replace(CODE, ''))) === true);
  });
}

/** Nodes of a file that are shown beside a text of `t`, or through a constant, a tuple or a function of the file. */
function shownThroughOthers(node, helpers) {
  if (isCallExpression(node)) return shownByHelper(node, helpers);
  if (isConditionalExpression(node)) return besideTranslated([node.whenTrue, node.whenFalse]);
  if (isBinaryExpression(node)) return GIVING.has(node.operatorToken.kind) ? besideTranslated([node]) : [];
  if (isVariableDeclaration(node) || isPropertyDeclaration(node)) return shownOfConstant(node);
  if (isArrayLiteralExpression(node)) return shownOfTuples(node);
  return isFunction(node) && node.body !== undefined ? besideTranslated(returned(node.body)) : [];
}

/** Calls of pages that take texts which nobody reads. */
const UNSHOWING =
  /^(?:closest|querySelector(?:All)?|matches|(?:add|remove)EventListener|startsWith|endsWith|includes|indexOf|has|get|getElementById|getAttribute|removeAttribute|setProperty|split|replace(?:All)?|send|toggle|svg|svgDataUri|getContext)$/;
const COMPARING = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.InKeyword,
]);
/** What pages write for programs: styles, markup, queries and names with hyphens. */
const CODE =
  /[\w.#:()-]*\{[^{}]*|<[^<>]*>?|\([\w-]+:|[\w-]*\($|[\w-]+\(|(?<![\p{L} ])px\b|--?[\w-]+|[\w]+-+(?:\w+|$)/gu;
/** A word that begins as those of titles do, or stands beside a sign or another word. */
const PAGE_WORDS = /^\p{Lu}\p{Ll}+$|\p{L}{2,}[^\p{L}\p{N}_-]*\s|\s[^\p{L}\p{N}_-]*\p{L}{2,}/u;

/** Whether a node of a page is, by its look, a text; templates are where they have a word. */
function looksShown(node) {
  const parts = literalParts(node);
  if (parts === undefined) return false;
  return parts.some((part) =>
    (isTemplateExpression(node) ? WORD : PAGE_WORDS).test(part.replace(CODE, '').replace(NAMES, '')),
  );
}

/** Nodes of a page below which nobody reads a text by its look alone. */
const isUnread = (node) =>
  (isCallExpression(node) && UNSHOWING.test(nameOf(node.expression))) ||
  (isBinaryExpression(node) && COMPARING.has(node.operatorToken.kind)) ||
  node.kind === SyntaxKind.CaseClause;

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
  const isPage = /\bwebview\b/.test(source.fileName);
  // Names of parameters say less in the extension: there they are those of settings, files and models, too.
  const helpers = isPage ? helpersOf(source) : undefined;
  const visit = (node, isRead = isPage) => {
    const isReadBelow = isRead && !isUnread(node);
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
        for (const value of values) visit(value, isReadBelow);
        return;
      }
    }
    for (const shown of [...shownNodes(node), ...shownThroughOthers(node, helpers)])
      if (literalParts(shown).some((part) => WORD.test(part.replace(NAMES, '')))) outside(shown);
    if (literalParts(node)?.some((part) => WORDS.test(part.replace(NAMES, ''))) === true) outside(node);
    else if (isRead && looksShown(node)) outside(node);
    node.forEachChild((child) => visit(child, isReadBelow));
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
