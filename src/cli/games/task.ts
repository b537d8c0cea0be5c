import type { ClusterBy, Part } from '../../core/datasets/game-split.ts';
import type { Rows } from '../../core/datasets/game-text.ts';
import type { PartsOf } from '../../core/datasets/split-by.ts';
import type { ClusterFlags } from '../options.ts';
import type { GameFormat } from './game-writer.ts';
import type { Choice, ChoiceFlags } from './games-options.ts';

/** What commander makes of the options of the command. */
export interface GamesFlags extends ChoiceFlags, ClusterFlags {
  readonly split?: string;
  readonly clusterBy?: string;
  readonly stratify?: string;
  readonly splitBy?: string;
  readonly count?: boolean;
  readonly stats?: boolean;
  readonly json?: boolean;
  readonly html?: string;
  readonly format?: GameFormat;
  readonly rows: Rows;
  readonly at?: string;
  readonly commands?: string;
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly manifest?: boolean;
  readonly from?: string;
}

/** What a call does. */
export interface Task {
  readonly files: readonly string[];
  readonly choice: Choice;
  readonly flags: GamesFlags;
  readonly format: GameFormat;
  readonly parts: readonly Part[] | undefined;
  readonly clusterBy: ClusterBy;
  readonly splitBy: PartsOf | undefined;
  /** Throws for an output that must stay. */
  readonly check: (file: string) => void;
}
