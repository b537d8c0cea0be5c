import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { firstLine, languageOf, nameOf } from '../../core/languages/languages.ts';
import { makeFolderOf } from '../../models/node-own-folder.ts';
import { attempt, usageError } from '../command.ts';
import { readBytes } from '../io/files.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import { Spool } from '../io/spool.ts';
import type { Terminal } from '../io/terminal.ts';

/** Bytes that tell whether the games are walks. */
const HEAD = 4096;
/** Digits of the hash that are a part of the name. */
const DIGITS = 12;

/** A copy of standard input. */
interface GivenGames {
  readonly file: string;
  /** True if the copy was made now, so that it may be removed with what it was made for. */
  readonly isNew: boolean;
}

/**
 * Keeps the games of standard input in a folder, so that a run can be resumed: as `games-HASH.pgn`, or `.walk`, with the first digits of
 * their SHA-256. The same games get the same file.
 */
export async function keepGivenGames(terminal: Terminal, folder: string): Promise<GivenGames> {
  const spool = new Spool();
  try {
    const hash = createHash('sha256');
    let head = Buffer.alloc(0);
    for await (const piece of spool.filled(readBytes(terminal, '-'))) {
      hash.update(piece);
      if (head.length < HEAD) head = Buffer.concat([head, piece.subarray(0, HEAD)]);
    }
    if (head.length === 0) throw usageError('standard input is empty: there is no game to ask about');
    const ending = nameOf(languageOf('', firstLine(head.toString('utf8'))) ?? '')?.hasWalks === true ? 'walk' : 'pgn';
    const file = path.join(folder, `games-${hash.digest('hex').slice(0, DIGITS)}.${ending}`);
    if (existsSync(file)) return { file, isNew: false };
    attempt(`cannot write ${file}`, () => makeFolderOf(file));
    const copy = new ReplacedFile(file);
    try {
      for await (const piece of spool.bytes(terminal)) copy.write(piece);
      copy.commit();
    } catch (error) {
      copy.discard();
      throw error;
    }
    terminal.note(`the games of standard input are kept in ${file}, which resume reads`);
    return { file, isNew: true };
  } finally {
    spool.remove();
  }
}
