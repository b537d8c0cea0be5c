import type { Result } from '../../base/result.ts';
import type { PddlFile } from '../../worlds/pddl/beside.ts';
import type { WorldFiles } from '../walk/walk-world.ts';

/** The scope of a check of PGN, FEN, EPD, walks or PDDL. Plain data that is passed to jobs. */
export interface NotationCheckOptions {
  /** Also reports problems inside predicted FENs, as info. Default false: predictions are data. */
  readonly predictions?: boolean;
  /**
   * Also reports violations of the export format (PGN standard 3.2): missing roster tags, their order, needless
   * disambiguation. Default false.
   */
  readonly strictExport?: boolean;
  /** The variant of the records of FEN and EPD files that declare none, by a name as in a Variant tag. */
  readonly variant?: string;
  /** The files of worlds that walks name. */
  readonly worlds?: WorldFiles;
  /** The domain of a problem in PDDL, or why it is not known. */
  readonly domain?: Result<PddlFile, string>;
}
