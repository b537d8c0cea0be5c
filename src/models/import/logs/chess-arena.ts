import { asFields, asList, asName, asText, type Fields, present } from '../../json-fields.ts';
import { ofFields, readMessages } from './foreign-fields.ts';
import { type ForeignMessage, foreign, type LogEvent, type LogFormat, problemAt } from './log-format.ts';
import { PlayedGame } from './logged-game.ts';

/**
 * Games of ChessArena: one JSON document with `move_details`, each with the conversations that led to a move and a `status` for each
 * answer. Every answer becomes a sample at the position that it was given for; illegal moves get blame. Source: `play_game` in
 * `run_simulation.py` of XiaoFaJiang/ChessArena.
 */
export const chessArena: LogFormat = {
  name: 'chess-arena',
  title: 'a game of ChessArena',
  positions: 'the game so far',
  layout: () => ['', 'move_details'],
  recognize: ({ first, text }) => {
    const fields = asFields(first);
    if ('game_id' in fields && 'white_player' in fields && 'moves' in fields) return 1;
    return /"game_id"\s*:/.test(text) && /"white_play_mode"\s*:/.test(text) ? 0.9 : 0;
  },
  open: () => {
    const game = new PlayedGame();
    let id = 'game';
    return {
      facts: {},
      piece: ({ path, value, place }) => {
        if (path === 'game_id') id = asName(value) ?? id;
        if (path !== 'move_details[]') return [];
        return ofFields({ value, place }, 'a move', (fields) => turn(game, fields, place, id));
      },
    };
  },
};

function turn(game: PlayedGame, details: Fields, place: string, id: string): readonly LogEvent[] {
  const events: LogEvent[] = [];
  const model = asText(details['player']);
  let epoch = 0;
  for (const [asked, answer] of answersIn(details['chat_history'])) {
    const status = asText(answer['status']);
    const feedback = asText(answer['feedback']);
    const text = asText(answer['content']) ?? null;
    const tried = status === 'illegal move' ? /^Illegal move: (\S{1,16}) /.exec(feedback ?? '')?.[1] : undefined;
    const judged = tried === undefined ? undefined : game.judge(tried);
    const reasoning = asText(answer['reasoning_content']);
    epoch++;
    if (judged?.verdict === 'illegal')
      events.push({
        type: 'finding',
        place,
        message: `${model ?? 'a player'}: ${tried}: ${judged.reason}; ${judged.blame}`,
      });
    events.push(
      foreign({
        place,
        id,
        epoch,
        messages: asked,
        answer: text,
        targets: [],
        metadata: {},
        position: game.position,
        kept: present({
          status,
          feedback: feedback === '' ? undefined : feedback,
          attempt: judged === undefined ? undefined : { move: tried, ...judged },
        }),
        ...present({ model, reasoning: reasoning === '' ? undefined : reasoning }),
      }),
    );
  }
  const move = asText(details['move']);
  if (move !== undefined && !game.play(move))
    events.push(problemAt(place, `${move} is not legal here; the game goes on without it`));
  return events;
}

/**
 * Returns each answer of some conversations with the messages before it. A conversation repeats the previous one, which is returned only
 * once.
 */
function answersIn(conversations: unknown): readonly (readonly [readonly ForeignMessage[], Fields])[] {
  return asList(conversations).flatMap((conversation) => {
    const messages = asList(conversation).map(asFields);
    return messages.flatMap((message, i) =>
      message['role'] === 'assistant' && 'status' in message
        ? [[readMessages(messages.slice(0, i)), message] as const]
        : [],
    );
  });
}
