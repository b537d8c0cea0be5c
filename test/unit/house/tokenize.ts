import fs from 'node:fs';
import { createRequire } from 'node:module';
import { loadWASM, OnigScanner, OnigString } from 'vscode-oniguruma';
import { INITIAL, type ITokenizeLineResult, parseRawGrammar, Registry, type StateStack } from 'vscode-textmate';

const FILES: Readonly<Record<string, string>> = {
  'source.pgn': 'syntaxes/pgn.tmLanguage.json',
  'source.fen': 'syntaxes/fen.tmLanguage.json',
  'source.mav': 'syntaxes/mav.tmLanguage.json',
  'source.statelens.trace': 'syntaxes/trace.tmLanguage.json',
};

/** A token: its text, and its scopes but the grammar's own, outermost first. */
export type Token = readonly [text: string, ...scopes: string[]];

/** A tokenizer with the engine that VS Code uses: text to tokens, line by line. */
export async function tokenizer(scopeName: string): Promise<(text: string) => Token[]> {
  const require = createRequire(`${process.cwd()}/package.json`);
  await loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (s) => new OnigString(s),
    }),
    loadGrammar: async (name) => {
      const file = FILES[name];
      return file ? parseRawGrammar(fs.readFileSync(file, 'utf8'), file) : null;
    },
  });
  const grammar = await registry.loadGrammar(scopeName);
  if (!grammar) throw new Error(`no grammar is called ${scopeName}`);
  // Texts that begin alike are tokenized from where they part.
  const known = new WeakMap<StateStack, Map<string, ITokenizeLineResult>>();
  const tokenizeLine = (line: string, state: StateStack): ITokenizeLineResult => {
    const lines = known.get(state) ?? new Map<string, ITokenizeLineResult>();
    known.set(state, lines);
    const result = lines.get(line) ?? grammar.tokenizeLine(line, state);
    lines.set(line, result);
    return result;
  };
  return (text) => {
    let state = INITIAL;
    const found: Token[] = [];
    for (const line of text.split('\n')) {
      const { tokens, ruleStack } = tokenizeLine(line, state);
      state = ruleStack;
      for (const t of tokens) found.push([line.slice(t.startIndex, t.endIndex), ...t.scopes.slice(1)]);
    }
    return found;
  };
}
