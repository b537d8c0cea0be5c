import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** What was found so far. */
export type Faults = Diagnostic[];
