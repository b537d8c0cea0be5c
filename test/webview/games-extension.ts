import { parseQuery } from '../../src/core/datasets/query/parse.ts';
import { listMessage, rowsFrom } from '../../src/extension/games/game-messages.ts';
import { GameSession } from '../../src/extension/games/game-session.ts';
import { checkedExpression, readGameBoard } from '../../src/extension/games/panel.ts';
import type { ByteSource } from '../../src/extension/platform/files/bytes.ts';
import { GAMES_VERSION, readFromGames } from '../../src/protocol/games-messages.ts';
import type { OpenPage } from './page-host.ts';

/** Bytes of memory, as a file is read. */
export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  open: () =>
    Promise.resolve({
      size: bytes.length,
      read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
      close: () => Promise.resolve(),
    }),
});

/** Games of a tournament, each with other players and ratings; every third has a position of an endgame. */
export function manyGames(count: number): string {
  const openings = ['1. e4 c5 2. Nf3 d6 3. d4 cxd4', '1. d4 Nf6 2. c4 e6 3. Nc3 Bb4', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'];
  const results = ['1-0', '0-1', '1/2-1/2'];
  const games: string[] = [];
  for (let i = 0; i < count; i++) {
    const result = results[i % 3] ?? '*';
    const [white, black] = [1400 + ((i * 37) % 1200), 1400 + ((i * 53) % 1200)];
    games.push(
      `[Event "Open ${i % 7}"]\n[Date "${2015 + (i % 9)}.05.${10 + (i % 20)}"]\n[White "Player ${i % 211}"]\n[Black "Rival ${i % 97}"]\n` +
        `[Result "${result}"]\n[WhiteElo "${white}"]\n[BlackElo "${black}"]\n[ECO "${'ABCDE'.charAt(i % 5)}${10 + (i % 80)}"]\n\n` +
        `${openings[i % 3]} ${result}\n\n`,
    );
  }
  return games.join('');
}

/** The other end of the page of games, as the extension is it: it reads a file and answers what the page asks. */
export class GamesExtension {
  readonly #open: OpenPage;
  readonly session: GameSession;
  /** Messages of the page that need an editor. */
  readonly wanted: string[] = [];

  constructor(open: OpenPage, pgn: string) {
    this.#open = open;
    const source = { name: 'games.pgn', bytes: bytesSource(new TextEncoder().encode(pgn)) };
    this.session = new GameSession([source], () => undefined);
  }

  /** Listens to the page and shows all games. */
  async show(expression = ''): Promise<void> {
    const { page } = this.#open;
    await page.exposeFunction('askExtension', (value: unknown) => this.#answer(value));
    await page.evaluate(() => {
      const globals = globalThis as unknown as { sent: unknown[]; askExtension: (message: unknown) => void };
      const { sent } = globals;
      sent.push = (message: unknown) => {
        globals.askExtension(message);
        return Array.prototype.push.call(sent, message);
      };
    });
    await this.#send({ type: 'show', title: 'games.pgn', uris: ['file:///games.pgn'], expression, choice: {} });
    await this.#run(expression);
  }

  async #send(message: object): Promise<void> {
    await this.#open.send({ version: GAMES_VERSION, ...message });
  }

  async #run(expression: string): Promise<void> {
    const read = expression.trim() === '' ? undefined : parseQuery(expression);
    await this.session.run(read?.ok === true ? read.value : undefined, this.session.choice);
    await this.#send(listMessage(this.session, false));
  }

  async #answer(value: unknown): Promise<void> {
    const message = readFromGames(value);
    if (message === undefined) throw new Error(`not a message: ${JSON.stringify(value)}`);
    const { session } = this;
    const { turn } = session.counts;
    switch (message.type) {
      case 'query':
        await this.#run(message.expression);
        break;
      case 'narrow':
        session.narrow(message.choice);
        await this.#send(listMessage(session, false));
        break;
      case 'rows': {
        const { question, from, count } = message;
        await this.#send({ type: 'rows', question, turn, rows: rowsFrom(session, from, count, []) });
        break;
      }
      case 'boards': {
        const boards = await Promise.all(message.games.map((game) => readGameBoard(session, game)));
        const { question } = message;
        await this.#send({ type: 'boards', question, turn, boards: boards.filter((one) => one !== undefined) });
        break;
      }
      case 'check': {
        const { question, expression, offset } = message;
        const seen = { tags: session.seen.tags, of: (field: string) => session.seen.of(field) };
        await this.#send({ type: 'checked', question, ...checkedExpression(expression, offset, seen) });
        break;
      }
      default:
        this.wanted.push(message.type);
    }
  }
}
