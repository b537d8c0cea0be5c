import { cleanGame, cleansNothing } from '../../core/datasets/cleaning.ts';
import { GameFacts } from '../../core/datasets/game-facts.ts';
import { isInShare, Sampler, type StratumFigures } from '../../core/datasets/sampler.ts';
import { type Uniqueness, uniqueness } from '../../core/datasets/uniqueness.ts';
import { fixedText } from '../../core/languages/fix-steps.ts';
import { readChunk } from '../../core/notation/pgn/document.ts';
import { Decoder } from '../io/decoder.ts';
import { totalBytes } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { KeyStore } from './disk-keys.ts';
import { gameBlocks, type SourceGame } from './game-blocks.ts';
import type { Choice } from './games-options.ts';

const MEGABYTE = 1_000_000;

/** Number of games that each stage let through. */
export interface ChoiceCounts {
  read: number;
  /** Games for which the expression is true. */
  chosen: number;
  unique: number;
  sampled: number;
}

/** Options of one reading of the games. */
export interface Reading {
  /** False if the games are read again, so that notes about files were already written. */
  readonly isFirst?: boolean;
  /** Games of the sample, if they were drawn before, by their ascending 0-based numbers among the unique ones. */
  readonly drawn?: readonly number[] | undefined;
}

/** Reads games from files and yields the chosen ones, in groups that were read together. */
export class ChosenGames {
  readonly counts: ChoiceCounts = { read: 0, chosen: 0, unique: 0, sampled: 0 };
  readonly #terminal: Terminal;
  readonly #files: readonly string[];
  readonly #choice: Choice;
  readonly #signal: AbortSignal;
  readonly #missing: Set<string>;
  readonly #isUnchanged: boolean;
  readonly #isFirst: boolean;
  readonly #drawn: readonly number[] | undefined;
  readonly #keys = new KeyStore();
  #strata: readonly StratumFigures[] | undefined;
  #isWhole = true;

  constructor(
    terminal: Terminal,
    files: readonly string[],
    choice: Choice,
    signal: AbortSignal,
    { isFirst = true, drawn }: Reading = {},
  ) {
    this.#isFirst = isFirst;
    this.#drawn = drawn;
    this.#terminal = terminal;
    this.#files = files;
    this.#choice = choice;
    this.#signal = signal;
    this.#missing = new Set(choice.query?.tags);
    this.#isUnchanged = cleansNothing(choice.cleaning);
  }

  /** False if a part of a file was not read, which a note reported. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Tags of the expression that no game had. */
  get missingTags(): readonly string[] {
    return this.counts.read === 0 ? [] : [...this.#missing];
  }

  /** Strata of the sample, once it was drawn here; undefined if no number of games is drawn. */
  get strata(): readonly StratumFigures[] | undefined {
    return this.#strata;
  }

  async *groups(): AsyncGenerator<readonly SourceGame[], void, undefined> {
    try {
      yield* this.#groups();
    } finally {
      this.#keys.close();
    }
  }

  async *#groups(): AsyncGenerator<readonly SourceGame[], void, undefined> {
    const { unique, sample, seed, stratumRule, allocation, weightRule } = this.#choice;
    const uniques =
      unique === undefined
        ? undefined
        : await this.#prepared(uniqueness(unique.rule, unique.within, this.#keys.newSet));
    const drawn = this.#drawn;
    const sampler =
      drawn === undefined && sample !== undefined && 'games' in sample
        ? new Sampler<BufferedGame>(sample.games, seed, allocation)
        : undefined;
    const { counts } = this;
    for await (const group of this.#read(this.#files, 'choosing', counts)) {
      const chosen: SourceGame[] = [];
      for (const game of group) {
        if (uniques?.isNew(game.facts) === false) continue;
        const order = counts.unique++;
        if (drawn !== undefined) {
          if (drawn[counts.sampled + chosen.length] === order) chosen.push(game);
        } else if (sampler !== undefined)
          sampler.offer(stratumRule(game.facts), () => keep(game), weightRule?.(game.facts));
        else if (sample === undefined || !('share' in sample) || isInShare(sample.share, seed, order))
          chosen.push(game);
      }
      counts.sampled += chosen.length;
      if (chosen.length > 0) yield chosen;
    }
    this.#strata = sampler?.figures();
    for (const kept of sampler?.items() ?? []) {
      counts.sampled++;
      yield [decodeGame(kept)];
    }
  }

  /**
   * Draws the sample without storing its games; returns their ascending numbers among the unique ones. Undefined if the choice draws no
   * number of games.
   */
  async draw(): Promise<readonly number[] | undefined> {
    const { sample, seed, stratumRule, allocation, weightRule } = this.#choice;
    if (sample === undefined || !('games' in sample)) return undefined;
    const sampler = new Sampler<number>(sample.games, seed, allocation);
    const all = new ChosenGames(this.#terminal, this.#files, { ...this.#choice, sample: undefined }, this.#signal, {
      isFirst: this.#isFirst,
    });
    let order = 0;
    for await (const group of all.groups())
      for (const { facts } of group) {
        const own = order++;
        sampler.offer(stratumRule(facts), () => own, weightRule?.(facts));
      }
    this.#strata = sampler.figures();
    return sampler.items();
  }

  /** Shows the games to the detection of equal ones, as often as it must see them before it can decide. */
  async #prepared(uniques: Uniqueness): Promise<Uniqueness> {
    for (let pass = 0; pass < Math.max(1, uniques.passes); pass++) {
      for await (const group of this.#read(this.#choice.notIn, 'reading'))
        for (const { facts } of group) uniques.exclude(facts, pass);
      if (pass === uniques.passes) break;
      for await (const group of this.#read(this.#files, 'comparing'))
        for (const { facts } of group) uniques.look(facts, pass);
    }
    return uniques;
  }

  /**
   * Reads files; yields the games of the sources for which the expression is true, and all games of other files, after cleaning.
   *
   * @param counts counts of the last reading of the sources
   */
  async *#read(
    files: readonly string[],
    doing: string,
    counts?: ChoiceCounts,
  ): AsyncGenerator<SourceGame[], void, undefined> {
    const isSource = files === this.#files;
    const bytes = files.includes('-') ? 0 : totalBytes(files);
    const progress = this.#terminal.progress(doing, bytes === 0 ? undefined : bytes / MEGABYTE, ' MB');
    const options = { signal: this.#signal, onBytes: (n: number): void => progress.add(n / MEGABYTE) };
    for await (const block of gameBlocks(this.#terminal, files, options)) {
      if (this.#signal.aborted) break;
      if ('problem' in block) {
        if (block.problem !== undefined && (counts !== undefined || !isSource))
          this.#notWhole(block.file, block.problem);
        continue;
      }
      const group: SourceGame[] = [];
      for (const written of block.games()) {
        if (counts !== undefined) counts.read++;
        const game = isSource ? this.#mended(written) : written;
        if (isSource && !this.#isChosen(game)) continue;
        if (counts !== undefined) counts.chosen++;
        group.push(this.#isUnchanged ? game : this.#cleaned(game));
      }
      yield group;
    }
    progress.end();
  }

  #notWhole(file: string, problem: string): void {
    this.#isWhole = false;
    if (this.#isFirst) this.#terminal.note(`${file}: ${problem}; the games before that were read`);
  }

  #isChosen({ facts }: SourceGame): boolean {
    for (const name of this.#missing) if (facts.tag(name) !== undefined) this.#missing.delete(name);
    return this.#choice.query?.test(facts) ?? true;
  }

  #mended(game: SourceGame): SourceGame {
    const { fix } = this.#choice;
    if (fix === undefined) return game;
    const text = fixedText(game.text, 'pgn', { check: {}, severities: {} }, fix === 'all');
    return text === game.text ? game : withText(game, text, () => Buffer.from(text));
  }

  #cleaned(game: SourceGame): SourceGame {
    const text = cleanGame(game.facts, this.#choice.cleaning);
    return text === game.text ? game : withText(game, text, () => Buffer.from(text));
  }
}

const withText = (
  { file, number }: Pick<SourceGame, 'file' | 'number'>,
  text: string,
  bytes: () => Buffer,
): SourceGame => ({
  file,
  number,
  facts: new GameFacts(text, readChunk(text, 0), 0),
  text,
  bytes,
});

/** A game of a sample as bytes: a slice of a text would keep the whole text in memory. */
interface BufferedGame {
  readonly file: string;
  readonly number: number;
  readonly bytes: Buffer;
}

const keep = ({ file, number, bytes }: SourceGame): BufferedGame => ({ file, number, bytes: bytes() });

function decodeGame(kept: BufferedGame): SourceGame {
  const decoder = new Decoder();
  return withText(kept, decoder.push(kept.bytes) + decoder.end(), () => kept.bytes);
}
