import { ALLOW_PROGRAM_REQUEST, type AllowedProgram, REVOKE_PROGRAMS_REQUEST } from '../../protocol/lsp.ts';
import type { ServerFeature } from '../feature.ts';

/** Programs that the user allows as worlds of walks. */
export const programsFeature: ServerFeature = {
  name: 'programs',
  register({ connection, programs }) {
    connection.onRequest<string | null, void>(
      ALLOW_PROGRAM_REQUEST,
      (program: AllowedProgram) => programs.allow(program) ?? null,
    );
    connection.onRequest<null, void>(REVOKE_PROGRAMS_REQUEST, () => {
      programs.revoke();
      return null;
    });
    return {};
  },
};
