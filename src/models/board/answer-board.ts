import { seeded } from '../../core/base/random.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { mavGameName } from '../../core/mav/game-names.ts';
import { readMavSection } from '../../core/mav/read-mav.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type Completion, type DecodingSettings, fault, type ModelFault } from '../model.ts';
import { answerExample } from './answer-example.ts';
import { answerTrace } from './answer-trace.ts';
import type { BoardConfig } from './board-config.ts';
import type { Look } from './board-network.ts';

/** A MAV prompt for a board network. */
export interface BoardQuestion {
  readonly prompt: string;
  readonly dialect: MavDialect;
  readonly settings: DecodingSettings;
}

const refused = (message: string): Result<Completion, ModelFault> =>
  fault('unsupported-task', `The board network ${message}.`);

/**
 * Answers a MAV prompt by a board network, in the text of MAV. What it cannot answer is a fault that says what it can. Without log
 * probabilities in the settings the answer has none; with them it has all alternatives, since they cost nothing.
 */
export async function answerBoard(
  { prompt, dialect, settings }: BoardQuestion,
  { games, game }: Pick<BoardConfig, 'games' | 'game'>,
  look: Look,
): Promise<Result<Completion, ModelFault>> {
  const { item } = readMavSection(prompt, 0);
  const [root] = item?.kind === 'trace' ? item.steps : [];
  const example = item?.kind === 'trace' ? (root?.kind === 'evaluation' ? root.example : undefined) : item;
  if (item === undefined || example === undefined)
    return refused('reads MAV alone: a header such as <mav game=chess> %state %top_5 %best_action </mav> and a state');
  const name = example.header.game?.text ?? '';
  const known = mavGameName(name);
  if (known === undefined || !games.includes(known))
    return refused(`knows ${games.join(' and ')}, not ${JSON.stringify(name.slice(0, 40))}`);
  const options = { game, name: known, look, dialect, settings, random: seeded(settings.seed ?? 0) };
  if (item.kind === 'trace') {
    const trace = await answerTrace(item, options);
    return trace.ok
      ? ok({ text: trace.value, finishReason: 'stop' })
      : refused(`cannot answer this prompt: ${trace.error}`);
  }
  const answer = await answerExample(item, options);
  if (!answer.ok) return refused(`cannot answer this prompt: ${answer.error}`);
  const { text, pieces } = answer.value;
  return ok({ text, finishReason: 'stop', ...(settings.topLogprobs !== undefined && { logprobs: pieces }) });
}
