import { parseJson } from '../../../core/base/text/json-items.ts';
import { asFields, asList, asName, asText, asTexts, type Fields, present } from '../../json-fields.ts';
import { wholeFen } from '../plans/positions-in-text.ts';
import { readMessages, readReply, readUsage } from './foreign-fields.ts';
import { foreign, type LogEvent, type LogFormat, type LogPiece, type LogReader, problemAt } from './log-format.ts';
import { PlayedGame } from './logged-game.ts';

/** Message by which servers of the arena mark a setup step, which asks no model. */
const SETUP = /setup step/i;

/**
 * Replays of Kaggle's Game Arena: a document with `info.TeamNames` and `steps`, each a list with every player's action. The observation of
 * a step is the position after its action, so an answer belongs to the position of the previous step. Attempts are in `generate_returns`
 * (JSON texts with `main_response`) or `call_details`, else in `thoughts`. Sources: the replays and `chessTransformer.ts` of
 * Kaggle/kaggle-environments, `harness/agent.py` of google-deepmind/game_arena.
 */
export const gameArena: LogFormat = {
  name: 'game-arena',
  title: "a replay of Kaggle's Game Arena",
  positions: 'the position before the action of a step',
  layout: () => ['', 'steps', 'info'],
  recognize: ({ first, text }) => {
    const { name, steps } = asFields(first);
    if (Array.isArray(steps) && /chess/.test(String(name))) return 1;
    return /"open_spiel_chess"|"openSpielGameName"\s*:\s*"chess"/.test(text) && /"steps"\s*:/.test(text) ? 0.9 : 0;
  },
  open: () => new ReplayReader(),
};

class ReplayReader implements LogReader {
  readonly facts = {};
  #teams: readonly string[] = [];
  #game: PlayedGame | undefined;
  /** Position of the previous step. */
  #fen: string | undefined;
  #id: string | undefined;

  piece({ path, value, place }: LogPiece): readonly LogEvent[] {
    if (path === 'info.TeamNames') this.#teams = asTexts(value);
    if (path === 'info.EpisodeId') this.#id = asName(value);
    return path === 'steps[]' ? this.#step(asList(value).map(asFields), place) : [];
  }

  #step(players: readonly Fields[], place: string): readonly LogEvent[] {
    const fen = players
      .map(({ observation }) => wholeFen(asText(asFields(observation)['observationString']) ?? ''))
      .find((item) => item !== undefined);
    const events =
      this.#fen === undefined
        ? []
        : players.flatMap((player, i) => this.#answers(asFields(player['action']), i, place));
    this.#advance(players, fen);
    if (this.#fen === undefined && fen !== undefined) this.#game = new PlayedGame(fen);
    this.#fen = fen ?? this.#fen;
    return events;
  }

  /**
   * Plays the recorded moves; if they do not lead to the recorded position, the game continues from that position without moves.
   */
  #advance(players: readonly Fields[], fen: string | undefined): void {
    if (fen === undefined || fen === this.#fen) return;
    const move = players
      .map(({ action }) => asText(asFields(action)['actionString']))
      .find((entry) => entry !== undefined && entry !== '');
    if (move !== undefined && this.#game?.play(move) === true && this.#game.position.trueFen === fen) return;
    this.#game = new PlayedGame(fen);
  }

  #answers(action: Fields, player: number, place: string): readonly LogEvent[] {
    const status = asText(action['status']);
    if (status !== undefined && SETUP.test(status)) return [];
    const attempts = attemptsOf(action);
    const move = asText(action['actionString']);
    const model = this.#teams[player] ?? `player ${player + 1}`;
    const game = this.#game;
    if (game === undefined) return [];
    const events: LogEvent[] = [];
    if (move !== undefined && move !== '' && attempts.length > 0) {
      const judged = game.judge(move);
      if (judged.verdict === 'illegal')
        events.push({ type: 'finding', place, message: `${model}: ${move}: ${judged.reason}; ${judged.blame}` });
    }
    for (const [i, { answer, prompt, usage, elapsed }] of attempts.entries())
      events.push(
        foreign({
          place,
          epoch: i + 1,
          model,
          messages: prompt,
          answer,
          targets: [],
          metadata: {},
          position: game.position,
          kept: present({ status, move: i === attempts.length - 1 ? move : undefined }),
          ...present({ id: this.#id, usage, timing: elapsed === undefined ? undefined : { elapsed } }),
        }),
      );
    return events;
  }

  end(): readonly LogEvent[] {
    return this.#fen === undefined ? [problemAt('the end', 'no step has a position of chess')] : [];
  }
}

/** An answer to a prompt of the arena. */
interface Attempt {
  readonly answer: string;
  readonly prompt: ReturnType<typeof readMessages>;
  readonly usage: ReturnType<typeof readUsage>;
  readonly elapsed: number | undefined;
}

function attemptsOf(action: Fields): readonly Attempt[] {
  const returned = asList(action['generate_returns']).flatMap((item) => {
    const fields = asFields(typeof item === 'string' ? parseJson(item) : item);
    const answer = asText(fields['main_response']) ?? asText(fields['main_response_and_thoughts']);
    const seconds = fields['duration_success_only_secs'];
    return answer === undefined ? [] : [attempt(answer, requestPrompt(fields['request_for_logging']), fields, seconds)];
  });
  if (returned.length > 0) return returned;
  const called = asList(action['call_details']).flatMap((entry) => {
    const fields = asFields(entry);
    const answer = readReply(fields['response'])?.text;
    return answer === undefined
      ? []
      : [attempt(answer, readMessages(fields['prompt'] ?? fields['messages']), fields, undefined)];
  });
  if (called.length > 0) return called;
  const thoughts = asText(action['thoughts']);
  return thoughts === undefined || thoughts === '' ? [] : [attempt(thoughts, [], {}, undefined)];
}

const attempt = (answer: string, prompt: Attempt['prompt'], fields: Fields, seconds: unknown): Attempt => ({
  answer,
  prompt,
  usage: readUsage(fields['prompt_tokens'], fields['generation_tokens'], fields['reasoning_tokens']),
  elapsed: typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined,
});

/** Returns the messages of a request, whose content may be parts. */
const requestPrompt = (request: unknown): Attempt['prompt'] => {
  const { messages, contents, prompt } = asFields(request);
  return readMessages(messages ?? contents ?? prompt);
};
