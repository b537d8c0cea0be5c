import { readOptions } from './harness/options.ts';
import { report } from './harness/report.ts';
import { fixturePairs } from './pairs/fixture.ts';
import { deepEstimates, deepTable } from './speed/deep.ts';
import { compareMethods, methodsTable } from './speed/methods.ts';
import { perftSpeeds, perftTable } from './speed/perft.ts';
