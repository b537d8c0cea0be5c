import { asFields, isFields } from '../../json-fields.ts';
import {
  type ForeignMessage,
  foreign,
  type LogEvent,
  type LogFormat,
  type LogPiece,
  type LogReader,
  problemAt,
} from './log-format.ts';
import { PlayedGame } from './logged-game.ts';

const SPEAKER = /^(\S{1,100}) \(to (\S{1,100})\):$/;
const END = /^-{80}$/;
const MADE = 'Move made, switching player';
const TRIED = /\bmake_move\s+([a-h][1-8][a-h][1-8][qrbnQRBN]?|\S{1,8})/g;
/** Players that are no language models. */
const ENGINE = /^(?:Random_Player|Chess_Engine)/;
/** Length limit of one message in characters; the rest is cut off. */
const MAX_MESSAGE = 1 << 20;
/** Limit of the messages of one turn that its prompt stores. */
const MAX_TURN = 60;

/**
 * Dialogs of LLM Chess (`output.txt`): speaker, recipient and message, divided by lines of hyphens. Every `make_move` becomes a sample at
 * the position that it was made for; illegal ones get blame. The statistics of a game (JSON) have no answers. Source: `llm_chess.py` and
 * the logs of maxim-saplin/llm_chess.
 */
export const llmChess: LogFormat = {
  name: 'llm-chess',
  title: 'a log of LLM Chess',
  positions: 'the game so far',
  layout: ({ text }) => (/^\s*\{/.test(text) ? [] : 'text'),
  recognize: ({ first, text }) => {
    const fields = asFields(first);
    if (isFields(fields['player_white']) && isFields(fields['player_black'])) return 1;
    return /^(?:Proxy|\S+) \(to (?:Proxy|\S+)\):$/m.test(text) &&
      /get_current_board|make_move|get_legal_moves/.test(text)
      ? 1
      : 0;
  },
  open: () => new LlmChessReader(),
};

class LlmChessReader implements LogReader {
  readonly facts = {};
  readonly #game = new PlayedGame();
  #turn: ForeignMessage[] = [];
  #speaker = '';
  #listener = '';
  #text: string[] = [];
  #length = 0;
  #place = '';
  /** Move that waits for its verdict. */
  #tried:
    | { readonly move: string; readonly player: string; readonly answer: string; readonly place: string }
    | undefined;
  #attempt = 0;
  #dialogs = 0;
  #lines = 0;

  piece({ path, value, place }: LogPiece): readonly LogEvent[] {
    if (path !== 'text') {
      const message = 'these are the statistics of a game, which have no answers; import its output.txt';
      return [problemAt(place, message)];
    }
    this.#lines++;
    const line = String(value);
    const begins = this.#speaker === '' ? SPEAKER.exec(line) : null;
    if (begins !== null) {
      [, this.#speaker = '', this.#listener = ''] = begins;
      this.#place = place;
      return [];
    }
    if (END.test(line) && this.#speaker !== '') return this.#said();
    if (this.#speaker !== '' && this.#length < MAX_MESSAGE) {
      this.#text.push(line);
      this.#length += line.length;
    }
    return [];
  }

  end(): readonly LogEvent[] {
    const events = [...this.#said(), ...(this.#tried === undefined ? [] : this.#judged(''))];
    const isEmpty = this.#dialogs === 0 && this.#lines > 0;
    return isEmpty ? [...events, problemAt('the end', 'no dialog was found')] : events;
  }

  /** Handles a complete message. */
  #said(): readonly LogEvent[] {
    if (this.#speaker === '') return [];
    const text = this.#text.join('\n').trim();
    const [speaker, listener] = [this.#speaker, this.#listener];
    this.#speaker = '';
    this.#text = [];
    this.#length = 0;
    this.#dialogs++;
    if (speaker !== 'Proxy') {
      const move = [...text.matchAll(TRIED)].at(-1)?.[1];
      if (move !== undefined) this.#tried = { move, player: speaker, answer: text, place: this.#place };
      this.#keep({ role: 'assistant', text });
      return [];
    }
    const events = this.#tried === undefined ? [] : this.#judged(text);
    if (text === MADE) this.#turn = [];
    else if (listener !== '') this.#keep({ role: 'user', text });
    return events;
  }

  #keep(message: ForeignMessage): void {
    if (this.#turn.length < MAX_TURN) this.#turn.push(message);
  }

  /** Handles the proxy's verdict on a move. */
  #judged(reply: string): readonly LogEvent[] {
    const tried = this.#tried;
    this.#tried = undefined;
    if (tried === undefined) return [];
    const { move, player, answer, place } = tried;
    const judged = this.#game.judge(move);
    const { position } = this.#game;
    const events: LogEvent[] = [];
    if (!ENGINE.test(player)) {
      this.#attempt++;
      if (judged.verdict === 'illegal')
        events.push({ type: 'finding', place, message: `${player}: ${move}: ${judged.reason}; ${judged.blame}` });
      events.push(
        foreign({
          place,
          epoch: this.#attempt,
          model: player,
          messages: this.#turn.slice(0, -1),
          answer,
          targets: [],
          metadata: {},
          position,
          kept: { attempt: { move, ...judged }, reply: reply.slice(0, 1000) },
        }),
      );
    }
    if (reply !== MADE) return events;
    this.#attempt = 0;
    if (!this.#game.play(move))
      events.push(problemAt(place, `${move} was played and is not legal here; what follows may be another game`));
    return events;
  }
}
