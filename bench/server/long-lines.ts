import { LspSession } from './lsp-session.ts';

/** What a document of one long line asks of the server. */
export interface LongLine {
  readonly name: string;
  /** Longest time in which the server answered nobody, in milliseconds. */
  readonly turn: number;
  /** During what it was. */
  readonly during: string;
  /** Most memory of the server, in MB. */
  readonly memory: number;
  /** From opening to the answer to the last request, in milliseconds. */
  readonly wall: number;
}

/** Text of a document that grows by one token, all of it on one line. */
interface Shape {
  readonly name: string;
  readonly ending: string;
  readonly language: string;
  readonly before: string;
  readonly token: string;
  readonly after: string;
}

const shape = (
  name: string,
  ending: string,
  before: string,
  token: string,
  after = '\n',
  language = ending,
): Shape => ({
  name,
  ending,
  language,
  before,
  token,
  after,
});

const TAGS = '[Event "x"]\n[Result "*"]\n\n';
const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** One for each token that a language may repeat. */
const SHAPES: readonly Shape[] = [
  ...[
    '(',
    ')',
    '(e4)',
    '{',
    '{x}',
    '$1 ',
    '[',
    '"',
    'e4 ',
    '1. ',
    '*',
    'Nf3 Nf6 Ng1 Ng8 ',
    ';',
    'x',
    '<',
    '%',
    '(1. d4) ',
    '{[%pfen a ?]} ',
  ].map((token) => shape(`pgn ${token}`, 'pgn', `${TAGS}1. e4 `, token, ' *\n')),
  shape('pgn tag value', 'pgn', '[Event "', 'x', '"]\n\n*\n'),
  shape('pgn FEN tag', 'pgn', '[FEN "', '8/', '"]\n\n*\n'),
  shape('pgn tags', 'pgn', '', '[A "b"] ', '\n*\n'),
  ...['x', '8/', '/', ' ', 'K'].map((token) => shape(`fen ${token}`, 'fen', '', token)),
  shape('fen comment', 'fen', `${FEN}\n# pfen a `, '8/'),
  ...['bm e4; ', ';', 'a "b"; ', 'e4 ', '"'].map((token) =>
    shape(`epd ${token}`, 'epd', `${FEN.slice(0, -4)} `, token),
  ),
  shape('mav top_5', 'mav', '%prev_FEN\n', '%top_5 e2e4:<32> '),
  shape('mav list', 'mav', `%FEN ${FEN}\n%top_5 `, 'e2e4:32 '),
  ...['<ctrl1>', '%', '<', 'e2e4 ', '[', '%top_5 ', '{"', ', '].map((token) => shape(`mav ${token}`, 'mav', '', token)),
  ...['e2e4 ', 'e4 e5 ', '1. ', '#', 'x', 'Nf3 Nf6 Ng1 Ng8 ', 'g1f3 g8f6 f3g1 f6g8 '].map((token) =>
    shape(`walk ${token}`, 'walk', 'chess: ', token),
  ),
  ...['(', ')', 'x ', ';', ':a ', '(p ?x) '].map((token) => shape(`pddl ${token}`, 'pddl', '', token)),
  shape('pddl predicates', 'pddl', '(define (domain d) (:predicates ', '(p ?x) ', '))\n'),
  shape(
    'pddl actions',
    'pddl',
    '(define (domain d) ',
    '(:action a :parameters (?x) :precondition () :effect ()) ',
    ')\n',
  ),
  shape('pddl objects', 'pddl', '(define (problem p) (:domain d) (:objects ', 'a ', '))\n'),
  shape('pddl init', 'pddl', '(define (problem p) (:domain d) (:init ', '(p a) ', '))\n'),
  ...['a,', '"', ',', 'a;', 'x'].map((token) =>
    shape(`table ${token}`, 'table.csv', 'state,action,next\n', token, '\n', 'statelens-table'),
  ),
  shape('table json', 'table.json', '[', '{"state":"a","action":"b","next":"c"},', '{}]\n', 'statelens-table'),
  shape('table json [', 'table.json', '', '[', '\n', 'statelens-table'),
];

/** What an editor asks about a document. */
const REQUESTS: readonly (readonly [method: string, params: object])[] = [
  ['textDocument/documentSymbol', {}],
  ['textDocument/foldingRange', {}],
  ['textDocument/documentLink', {}],
  ['textDocument/codeLens', {}],
  ['textDocument/semanticTokens/full', {}],
  ...[
    'textDocument/hover',
    'textDocument/completion',
    'textDocument/documentHighlight',
    'textDocument/definition',
  ].flatMap((method) => [40, 2_500_000].map((character) => [method, { position: { line: 3, character } }] as const)),
  ['textDocument/selectionRange', { positions: [{ line: 3, character: 40 }] }],
  ['textDocument/inlayHint', { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } }],
  [
    'textDocument/semanticTokens/range',
    { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } },
  ],
  [
    'textDocument/codeAction',
    {
      range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
      context: { diagnostics: [] },
    },
  ],
];

/** Opens documents of one line of so many characters, asks for everything, and edits them in their middle. */
export async function longLines(length: number, only: string, each: (line: LongLine) => void): Promise<void> {
  for (const one of SHAPES) if (one.name.includes(only)) each(await measured(one, length));
}

async function measured({ name, ending, language, before, token, after }: Shape, length: number): Promise<LongLine> {
  const text = before + token.repeat(Math.ceil(length / token.length)) + after;
  const session = await LspSession.start();
  const uri = `file:///long.${ending}`;
  const longest = { turn: 0, during: '' };
  let doing = 'open';
  const over = new AbortController();
  const began = performance.now();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      const during = doing;
      await session.connection.sendRequest('statelens/none').catch(() => undefined);
      const turn = performance.now() - asked;
      if (turn > longest.turn)
        Object.assign(longest, { turn, during: during === doing ? during : `${during}, ${doing}` });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const checked = (version: number): Promise<unknown> =>
    Promise.race([session.published(version), new Promise((resolve) => setTimeout(resolve, 1500))]);
  const first = checked(1);
  await session.open(uri, text, language);
  await first;
  const last = Math.max(0, before.split('\n').length - 1);
  for (const [method, params] of REQUESTS) {
    doing = method.slice('textDocument/'.length);
    const own = JSON.parse(JSON.stringify(params).replaceAll('"line":3', `"line":${last}`)) as object;
    await session.ask(method, uri, own).catch(() => undefined);
  }
  const middle = Math.floor(length / 2);
  for (let i = 0; i < 3; i++) {
    doing = `edit ${i + 1}`;
    const done = checked(i + 2);
    await session.change(uri, i + 2, last, middle, 0, ' ');
    await done;
  }
  over.abort();
  await watching;
  const wall = performance.now() - began;
  const memory = session.memory('most');
  await session.end();
  return { name, ...longest, memory, wall };
}
