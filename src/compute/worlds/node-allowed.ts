/** The programs that the owner of a compute thread lets it start: what the thread is started with. */
export interface AllowedPrograms {
  /** Their commands (`commandKey`). */
  readonly commands: readonly string[];
  /** Memory shared with the program's thread, for an owner that ends it (`endProgram`). */
  readonly shared?: Int32Array;
}

export const NO_PROGRAMS: AllowedPrograms = { commands: [] };
