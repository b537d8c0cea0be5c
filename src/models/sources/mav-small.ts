import { type MavGameName, mavGameName } from '../../core/mav/games.ts';

/** Weights of a game in the bundled model. */
interface GameWeights {
  /** Folder relative to the root of the package. */
  readonly folder: string;
  /** `board`: a network that sees the whole board; `text`: a transformer that writes word by word. */
  readonly kind: 'board' | 'text';
}

const CHESS: GameWeights = { folder: 'media/mav-small', kind: 'board' };
const CONNECT_FOUR: GameWeights = { folder: 'media/mav-small-connect_four', kind: 'board' };
const STONES: GameWeights = { folder: 'media/mav-small-stones', kind: 'text' };

/** Bundled model. It has separate weights for chess and for games of stones; other games are unknown. */
export const MAV_SMALL = {
  name: 'mav-small',
  /** Weights by game. */
  weights: {
    chess: CHESS,
    chess960: CHESS,
    connect_four: CONNECT_FOUR,
    hex: STONES,
  } satisfies Partial<Record<MavGameName, GameWeights>> as Readonly<Record<string, GameWeights>>,
} as const;

export const MAV_SMALL_LABEL = `builtin:${MAV_SMALL.name}`;

/** Returns the weights of a game by its name in MAV, in any spelling; undefined if the bundled model does not know it. */
export const bundledWeights = (game: string): GameWeights | undefined => MAV_SMALL.weights[mavGameName(game) ?? ''];
