import * as v from 'valibot';
import type { ComparisonResult } from './lsp.ts';
/** A schema whose output is `T`, whatever comes in. */
type SchemaOf<T> = v.GenericSchema<unknown, T>;
export declare const comparisonResultSchema: SchemaOf<ComparisonResult>;
export {};
//# sourceMappingURL=comparison-schema.d.ts.map