import type { GamePart } from '../../core/datasets/game-split.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { Algorithm } from '../../core/traces/events.ts';
import type { TraceFaultKind } from '../../core/traces/generate/faults/fault-place.ts';
import type { WrittenDialect } from '../../core/traces/generate/search-trace.ts';
import type { TaskSettings } from '../../core/traces/generate/task-source.ts';
import type { TraceRow } from '../../core/traces/generate/trace-rows.ts';
import type { ReferenceFlags } from '../mav/values.ts';

/** Values of the flags of `--write`. */
export interface WriteFlags extends ReferenceFlags {
  /** Dialect of the traces: `mav` has its own reference searches. */
  readonly write?: WrittenDialect | 'mav';
  readonly mavDialect?: MavDialect;
  readonly form?: 'state' | 'FEN';
  readonly world?: string;
  /** For the traces of files: number of the trace, fields of records, dialect of the files. */
  readonly number?: number;
  readonly field?: readonly string[];
  readonly dialect?: string;
  readonly search?: Algorithm;
  readonly heuristic?: string;
  readonly count: number;
  readonly seed: number;
  readonly breadth: number;
  readonly treeDepth: number;
  readonly tasks?: TaskSettings;
  readonly maxNodes: number;
  readonly shuffle?: boolean;
  readonly faults: number;
  readonly faultKinds?: readonly TraceFaultKind[];
  readonly split?: readonly GamePart[];
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly continue?: boolean;
  readonly jobs?: number;
}

/** Receives rows. */
export interface RowSink {
  /** Number of the first draw that may lack a row. */
  readonly firstDraw: number;
  /** Ids of the tasks of rows before it. */
  readonly known: readonly string[];
  /** Number of rows that exist. */
  readonly kept: number;
  /** Adds a row; false for one that exists. */
  add(row: TraceRow, part: string): boolean | Promise<boolean>;
}
