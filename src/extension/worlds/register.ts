import { START_PROGRAM_COMMAND } from '../../protocol/lsp.ts';
import type { Feature } from '../platform/feature.ts';

/** Programs as worlds of walks: allowed by the user, for this window. */
export const worlds: Feature = {
  name: 'worlds',
  commands: [START_PROGRAM_COMMAND, 'statelens.stopWorldPrograms'],
  load: () => import('./commands.ts'),
};
