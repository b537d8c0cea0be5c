/** A world failed while it was used: its program died, did not answer, or contradicted itself. The message names it. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
}
