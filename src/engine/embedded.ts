/** The bundled engine (`media/engine/README.md`). */
export const EMBEDDED_ENGINE = {
  name: 'Stockfish 19 lite',
  /** From the root of the package. */
  folder: 'media/engine',
  /** Its WebAssembly lies beside it, with `.wasm` at the end. */
  script: 'stockfish-19-lite-single.js',
} as const;
