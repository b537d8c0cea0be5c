// Mutants of a TypeScript file: each is one small fault, as the text that replaces a node of its syntax tree.
import path from 'node:path';
import { getTokenPosOfNode, SyntaxKind } from 'typescript/unstable/ast';
import { isTypeNode } from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

const K = SyntaxKind;
/** Options that let files be parsed without what they import. */
const OPTIONS = { noResolve: true, noLib: true, types: [], noEmit: true, allowImportingTsExtensions: true };

/** Operator tokens and what takes their place. */
const BINARY = new Map([
  [K.LessThanToken, ['<=', '>=']],
  [K.LessThanEqualsToken, ['<', '>']],
  [K.GreaterThanToken, ['>=', '<=']],
  [K.GreaterThanEqualsToken, ['>', '<']],
  [K.EqualsEqualsEqualsToken, ['!==']],
  [K.ExclamationEqualsEqualsToken, ['===']],
  [K.PlusToken, ['-']],
  [K.MinusToken, ['+']],
  [K.AsteriskToken, ['/']],
  [K.SlashToken, ['*']],
  [K.PercentToken, ['*']],
  [K.AmpersandToken, ['|']],
  [K.BarToken, ['&']],
  [K.LessThanLessThanToken, ['>>']],
  [K.GreaterThanGreaterThanToken, ['<<']],
  [K.GreaterThanGreaterThanGreaterThanToken, ['<<']],
  [K.AmpersandAmpersandToken, ['||']],
  [K.BarBarToken, ['&&']],
  [K.PlusEqualsToken, ['-=']],
  [K.MinusEqualsToken, ['+=']],
  [K.AsteriskEqualsToken, ['/=']],
  [K.SlashEqualsToken, ['*=']],
]);
const BOUNDARIES = new Set([
  K.LessThanToken,
  K.LessThanEqualsToken,
  K.GreaterThanToken,
  K.GreaterThanEqualsToken,
  K.EqualsEqualsEqualsToken,
  K.ExclamationEqualsEqualsToken,
]);
const LOGICAL = new Set([K.AmpersandAmpersandToken, K.BarBarToken]);
/** Functions and methods that have an opposite. */
const OPPOSITES = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);
/** Names of constants. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

const TEXTS = new Set([K.StringLiteral, K.NoSubstitutionTemplateLiteral, K.TemplateExpression]);

/** True for a text that is a value: no name of a module or a property, and no part of a tagged template. */
function isValue(node) {
  const { parent } = node;
  switch (parent.kind) {
    case K.ImportDeclaration:
    case K.ExportDeclaration:
    case K.ImportAttribute:
    case K.ExternalModuleReference:
    case K.TaggedTemplateExpression:
      return false;
    case K.PropertyAssignment:
    case K.PropertyDeclaration:
    case K.MethodDeclaration:
    case K.GetAccessor:
      return parent.name !== node;
    case K.CallExpression:
      return parent.expression.kind !== K.ImportKeyword;
    case K.ExpressionStatement:
      return false;
    default:
      return true;
  }
}

/** True for a sum of texts. */
const isConcatenation = ({ left, right }) =>
  [left, right].some((side) => TEXTS.has(side.kind) || (side.kind === K.BinaryExpression && isConcatenation(side)));

/** True for what is assigned to, where no other expression can stand. */
const isTarget = ({ parent, kind }) =>
  kind === K.ArrayLiteralExpression &&
  parent.kind === K.BinaryExpression &&
  parent.operatorToken.kind === K.EqualsToken;

/** The mutations of one node: `[operator, text]`; `out` is called for another node where that is what changes. */
function mutationsOf(node, textOf, out) {
  const text = textOf(node);
  const condition = (test, isLoop = false) => {
    if (test === undefined || test.kind === K.TrueKeyword || test.kind === K.FalseKeyword) return;
    if (!isLoop) out(test, 'condition', 'true');
    out(test, 'condition', 'false');
  };
  switch (node.kind) {
    case K.IfStatement:
      return condition(node.expression);
    case K.WhileStatement:
    case K.DoStatement:
      return condition(node.expression, true);
    case K.ForStatement:
      return condition(node.condition, true);
    case K.ConditionalExpression:
      return condition(node.condition);
    case K.BinaryExpression:
      return binary(node, textOf, out);
    case K.PrefixUnaryExpression:
      if (node.operator === K.ExclamationToken) out(node, 'negation', textOf(node.operand));
      else if (node.operator === K.MinusToken) out(node, 'sign', textOf(node.operand));
      else if (node.operator === K.PlusPlusToken) out(node, 'update', `--${textOf(node.operand)}`);
      else if (node.operator === K.MinusMinusToken) out(node, 'update', `++${textOf(node.operand)}`);
      return undefined;
    case K.PostfixUnaryExpression:
      return out(node, 'update', `${textOf(node.operand)}${node.operator === K.PlusPlusToken ? '--' : '++'}`);
    case K.StringLiteral:
    case K.NoSubstitutionTemplateLiteral:
      if (isValue(node)) out(node, 'text', node.text === '' ? "'mutant'" : "''");
      return undefined;
    case K.TemplateExpression:
      if (isValue(node)) out(node, 'text', "''");
      return undefined;
    case K.ArrayLiteralExpression:
      if (node.elements.length > 0 && !isTarget(node)) out(node, 'list', '[]');
      return undefined;
    case K.ReturnStatement:
      if (node.expression !== undefined && textOf(node.expression) !== 'undefined')
        out(node.expression, 'result', 'undefined');
      return undefined;
    case K.ArrowFunction:
      if (node.body.kind !== K.Block && textOf(node.body) !== 'undefined') out(node.body, 'result', 'undefined');
      return undefined;
    case K.ExpressionStatement:
      if (node.expression.kind !== K.StringLiteral && !text.startsWith('super') && text.endsWith(';'))
        out(node, 'statement', '');
      return undefined;
    case K.CallExpression:
      return opposite(node, textOf, out);
    case K.VariableDeclaration:
      if (node.initializer?.kind === K.NumericLiteral && CONSTANT.test(textOf(node.name)))
        out(node.initializer, 'constant', `${textOf(node.initializer)} + 1`);
      return undefined;
    default:
      return undefined;
  }
}

function binary(node, textOf, out) {
  const { left, operatorToken, right } = node;
  if (operatorToken.kind === K.QuestionQuestionToken) return out(node, 'default', textOf(left));
  if (operatorToken.kind === K.PlusToken && isConcatenation(node)) return undefined;
  const operator = BOUNDARIES.has(operatorToken.kind)
    ? 'comparison'
    : LOGICAL.has(operatorToken.kind)
      ? 'logic'
      : 'arithmetic';
  for (const other of BINARY.get(operatorToken.kind) ?? []) {
    // a chain of mixed operators keeps its sides together
    const sides = LOGICAL.has(operatorToken.kind)
      ? [`(${textOf(left)})`, `(${textOf(right)})`]
      : [textOf(left), textOf(right)];
    out(node, operator, `${sides[0]} ${other} ${sides[1]}`);
  }
  return undefined;
}

function opposite(node, textOf, out) {
  const { expression } = node;
  if (expression.kind !== K.PropertyAccessExpression) return;
  const name = textOf(expression.name);
  const other = OPPOSITES.get(name);
  if (other === undefined) return;
  const text = textOf(node);
  // a chain that ends early cannot be put in parentheses
  if (text.includes('?.')) return;
  const at = text.length - (node.end - expression.end) - name.length;
  out(node, 'method', text.slice(0, at) + other + text.slice(at + name.length));
}

/** Syntax in which nothing can be mutated: what only the compiler reads, and what assigns. */
const isSkipped = (node) =>
  isTypeNode(node) ||
  node.kind === K.ImportDeclaration ||
  node.kind === K.InterfaceDeclaration ||
  node.kind === K.TypeAliasDeclaration ||
  node.kind === K.EnumDeclaration;

function mutantsOfSource(file, source) {
  const startOf = (node) => getTokenPosOfNode(node, source);
  const textOf = (node) => source.text.slice(startOf(node), node.end);
  const mutants = [];
  const counts = new Map();
  const out = (node, operator, text) => {
    const start = startOf(node);
    const original = source.text.slice(start, node.end);
    const same = `${file} ${operator} ${original} -> ${text}`;
    const count = counts.get(same) ?? 0;
    counts.set(same, count + 1);
    mutants.push({ file, operator, start, end: node.end, text, key: `${same} #${count}` });
  };
  const stack = [source];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isSkipped(node)) continue;
    mutationsOf(node, textOf, out);
    const children = [];
    node.forEachChild((child) => {
      children.push(child);
    });
    stack.push(...children.reverse());
  }
  return mutants;
}

/**
 * All mutants of files.
 *
 * @param {ReadonlyMap<string, string>} files path to text
 * @returns mutants: `file`, `operator`, the span `[start, end)` of the file that `text` replaces, and `key`, which stays the
 * same when other code of the file changes
 */
export function mutantsOf(files) {
  const folder = path.resolve('mutated-source');
  const config = path.join(folder, 'tsconfig.json');
  const held = new Map([...files].map(([name, text]) => [path.join(folder, name), text]));
  held.set(config, JSON.stringify({ compilerOptions: OPTIONS, files: [...files.keys()] }));
  const api = new API({
    fs: { readFile: (name) => held.get(name), fileExists: (name) => (held.has(name) ? true : undefined) },
  });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    return [...files.keys()].flatMap((file) =>
      mutantsOfSource(file, project.program.getSourceFile(path.join(folder, file))),
    );
  } finally {
    api.close();
  }
}
