import { LspSession } from './lsp-session.ts';
import { FAULTY, pause, type Times, timesOf } from './scenarios.ts';

/** What a request about a large file took. */
export interface RequestTime {
  readonly name: string;
  /** As the client sees it, in milliseconds. */
  readonly wall: number;
  /** CPU time of the server, all its threads, in milliseconds. */
  readonly cpu: number;
  /** The answer as JSON, in MB. */
  readonly megabytes: number;
  /** Resident memory of the server behind it, in MB. */
  readonly memory: number;
}

export interface RequestTimes {
  readonly megabytes: number;
  /** A completion that is asked for together with a keystroke, and the diagnostics of that keystroke. */
  readonly completion: Times;
  readonly diagnostics: Times;
  /** CPU time of the server for a keystroke with both, mean, in milliseconds. */
  readonly keystroke: number;
  readonly requests: readonly RequestTime[];
  /** Most memory of the server, in MB. */
  readonly memory: number;
}

const URI = 'file:///requests.pgn';
const AT_ONCE = 5;

/** Types moves in many games of a large PGN, with completion, and asks for everything that an editor asks for. */
export async function requestTimes(games: string, keystrokes: number): Promise<RequestTimes> {
  const text = games + FAULTY;
  const lines = text.split('\n');
  const movetext = lines.flatMap((line, i) => (line.startsWith('1. ') ? [i] : []));
  const session = await LspSession.start();
  const checked = session.published(1, lines.length - 3);
  await session.open(URI, text);
  await checked;
  const completion: number[] = [];
  const diagnostics: number[] = [];
  const before = session.cpuMs;
  for (let key = 0; key < keystrokes; key++) {
    const line = movetext[Math.floor((key / keystrokes) * movetext.length)] ?? 0;
    const done = session.edit(URI, key + 2, line, 3, 0, 'N');
    const asked = performance.now();
    await session.ask('textDocument/completion', URI, { position: { line, character: 4 } });
    completion.push(performance.now() - asked);
    diagnostics.push(await done);
    await pause(AT_ONCE);
  }
  const keystroke = (session.cpuMs - before) / keystrokes;
  const requests: RequestTime[] = [];
  for (const [name, method, params] of asks(lines, movetext)) requests.push(await timed(session, name, method, params));
  const memory = session.memory('most');
  await session.end();
  return {
    megabytes: text.length / 1e6,
    completion: timesOf(completion),
    diagnostics: timesOf(diagnostics),
    keystroke,
    requests,
    memory,
  };
}

/** Formats a large PGN in which every move has a space too many. */
export async function formattingTime(games: string): Promise<RequestTime> {
  const session = await LspSession.start();
  const text = games.replace(/ (?=[A-Za-z])/g, '  ') + FAULTY;
  const checked = session.published(1, text.split('\n').length - 3);
  await session.open(URI, text);
  await checked;
  const time = await timed(session, 'Format Document where every move has a space too many', ...FORMAT);
  await session.end();
  return time;
}

const FORMAT = ['textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }] as const;

/** Everything that an editor asks for: name, method, parameters. */
function asks(lines: readonly string[], movetext: readonly number[]) {
  const middle = movetext[movetext.length >> 1] ?? 0;
  const position = { line: middle, character: 4 };
  const range = { start: { line: middle - 30, character: 0 }, end: { line: middle + 30, character: 0 } };
  const player = { line: lines.findIndex((line) => line.startsWith('[White ')), character: 9 };
  return [
    ['hover', 'textDocument/hover', { position }],
    ['semantic tokens of the screen', 'textDocument/semanticTokens/range', { range }],
    ['inlay hints of the screen', 'textDocument/inlayHint', { range }],
    ['code actions of the screen', 'textDocument/codeAction', { range, context: { diagnostics: [] } }],
    ['lenses', 'textDocument/codeLens', {}],
    ['the line of the state view', 'statelens/state', { uri: URI, position }],
    ['links', 'textDocument/documentLink', {}],
    ['outline', 'textDocument/documentSymbol', {}],
    ['folding', 'textDocument/foldingRange', {}],
    ['Go to Symbol', 'workspace/symbol', { query: 'a' }],
    ['renaming of a player', 'textDocument/rename', { position: player, newName: 'Somebody' }],
    ['Format Selection', 'textDocument/rangeFormatting', { ...FORMAT[1], range }],
    ['Format Document of neat games', ...FORMAT],
  ] as const;
}

async function timed(session: LspSession, name: string, method: string, params: object): Promise<RequestTime> {
  const cpu = session.cpuMs;
  const asked = performance.now();
  const answer = await session.ask(method, URI, params);
  const wall = performance.now() - asked;
  const megabytes = (JSON.stringify(answer) ?? '').length / 1e6;
  return { name, wall, cpu: session.cpuMs - cpu, megabytes, memory: session.memory() };
}

/** From opening a file that is too large to the words about it. */
export async function decliningTime(games: string, megabytes: number): Promise<RequestTime> {
  const session = await LspSession.start();
  const cpu = session.cpuMs;
  const text = games.repeat(Math.ceil((megabytes * 1e6) / games.length));
  const asked = performance.now();
  const declined = session.published(1);
  await session.open(URI, text);
  await declined;
  const wall = performance.now() - asked;
  const time = {
    name: `${Math.round(text.length / 1e6)} MB, declined in words`,
    wall,
    cpu: session.cpuMs - cpu,
    megabytes: 0,
    memory: session.memory('most'),
  };
  await session.end();
  return time;
}
