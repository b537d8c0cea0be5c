import type { Diagnostic } from '../notation/diagnostics/diagnostic.ts';

/** What was found so far. */
export type Faults = Diagnostic[];
