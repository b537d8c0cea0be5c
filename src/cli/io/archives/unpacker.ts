/** Unpacks one compression format, piece by piece. */
export interface Unpacker {
  /** Takes bytes of the archive; rejects with an `ArchiveError`, or any other error of damaged data. */
  readonly push: (bytes: Buffer) => void | Promise<void>;
  /** The archive ends here; true where a part was unpacked and more is left, for which it is called again. */
  readonly end: () => boolean | Promise<boolean>;
  /** What was unpacked since the last call; complete before a failure, too. */
  readonly take: () => readonly Buffer[];
  /** Frees what is held. */
  readonly close?: () => void;
}

/** Why an archive cannot be read on, where the words of a library would not tell. */
export class ArchiveError extends Error {
  /** `cut`: bytes are missing at the end; `refused`: the archive is well, and unpacking it would take too much. */
  readonly reason: 'cut' | 'refused';

  constructor(reason: ArchiveError['reason'], message = '') {
    super(message);
    this.reason = reason;
  }
}

/** Collects what a library gives synchronously. */
export class Unpacked {
  #pieces: Buffer[] = [];

  add(piece: Uint8Array): void {
    this.#pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  }

  take(): readonly Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
