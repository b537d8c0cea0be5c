import { UnionFind } from '../base/collections.ts';
import { err, ok, type Result } from '../base/result.ts';
import { mean } from '../base/stats/descriptive.ts';
import { fingerprint, partSeed } from '../base/text/hash.ts';
import { FRAME } from '../games/chess/frame.ts';
import { isStartPosition } from '../games/chess/state.ts';
import {
  type Clustering,
  type ClusterRules,
  GameClusters,
  type KeyedLine,
  numberClusters,
} from '../notation/game-clusters.ts';
import { positionKey } from '../notation/openings/openings.ts';
import { fenAfter } from '../notation/pgn/replay.ts';
import type { GameFacts } from './game-facts.ts';
import { movesKey } from './game-keys.ts';
import { type Field, fieldNamed } from './query/fields.ts';
import type { StratumRule } from './strata.ts';

/** Part of a dataset, with its planned share of the games. */
export interface GamePart {
  readonly name: string;
  readonly share: number;
}

/** Figures of a part. */
export interface PartFigures {
  readonly name: string;
  readonly games: number;
  readonly clusters: number;
  /** Positions after the moves of its games. */
  readonly positions: number;
  /** Number of them that the first part has, too: openings, as `mav overlap` counts them. */
  readonly known: number;
  /** Profile of its games, for the comparison of parts. */
  readonly profile: PartProfile;
}

/** Division of games into parts. */
export interface GameDivision {
  /** Number of the part by number of the game, both from 0 on. */
  readonly partOf: Uint8Array;
  readonly figures: readonly PartFigures[];
}

const MAX_PARTS = 100;
/** Maximum number of compared positions of a game; no game is longer. */
const MAX_POSITIONS = 2000;
const ROUNDING = 1e-6;

/** Reads parts such as `train=0.9,test=0.1`; their shares add up to 1. */
export function readParts(text: string): Result<readonly GamePart[], string> {
  const parts: GamePart[] = [];
  for (const one of text.split(',')) {
    const [, name = '', digits = ''] = /^\s*([\w-]+)=(\d*\.?\d+)\s*$/.exec(one) ?? [];
    const share = Number(digits);
    if (name === '' || !(share > 0 && share < 1)) return err(`expected parts such as train=0.9,test=0.1`);
    if (parts.some((part) => part.name.toLowerCase() === name.toLowerCase())) return err(`there are two parts ${name}`);
    parts.push({ name, share });
  }
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  if (parts.length > MAX_PARTS) return err(`there are more than ${MAX_PARTS} parts`);
  if (Math.abs(whole - 1) > ROUNDING) return err(`the shares add up to ${Number(whole.toFixed(6))} instead of 1`);
  return ok(parts);
}

/** Games that must be in one part. */
interface Cluster {
  readonly number: number;
  readonly games: number;
  /** Least fingerprint of its games. */
  readonly key: string;
  readonly stratum: string;
  readonly place: number;
}

/**
 * Returns the part for a cluster.
 *
 * @param lacks number of games that each part lacks
 * @param draw uniform in [0, 1)
 */
function partFor(games: number, lacks: readonly number[], draw: number): number {
  const room = lacks.map((lack) => (lack >= games ? lack : 0));
  const all = room.reduce((sum, lack) => sum + lack, 0);
  if (all === 0) return lacks.reduce((most, lack, i) => (lack > (lacks[most] ?? 0) ? i : most), 0);
  let left = draw * all;
  for (const [i, lack] of room.entries()) {
    left -= lack;
    if (left < 0) return i;
  }
  return room.reduce((last, lack, i) => (lack > 0 ? i : last), 0);
}

/** Criteria that keep games together. */
export interface ClusterBy {
  /** True to keep games together that share positions beyond the opening. */
  readonly positions: boolean;
  /** Fields of which games have an equal value. */
  readonly fields: readonly Field[];
}

/** Reads a list of `positions` and fields, such as `positions,event`. */
export function readClusterBy(text: string): Result<ClusterBy, string> {
  const names = text.split(',').map((name) => name.trim());
  const fields: Field[] = [];
  for (const name of names) {
    const field = fieldNamed(name);
    if (name === 'positions') continue;
    if (field === undefined || field.kind === 'flag')
      return err(`expected positions or fields such as event, date or player, in place of ${JSON.stringify(name)}`);
    fields.push(field);
  }
  return ok({ positions: names.includes('positions'), fields });
}

/** Returns the moves of a game as a text. */
const nameOf = (facts: GameFacts): string => movesKey(facts).join(' ');

/** Returns the positions of the main line as keys; for a game that cannot be replayed one key, of its moves. */
function keysOf(facts: GameFacts): KeyedLine {
  const { start, frames } = facts.replay;
  if (start.state === undefined)
    return { keys: [Number.parseInt(fingerprint(nameOf(facts)).slice(0, 13), 16)], from: undefined };
  const line = [-1, ...facts.playedLine.slice(0, MAX_POSITIONS)];
  const isFromStart = isStartPosition(fenAfter(facts.replay, -1) ?? '', start.state.words);
  return { keys: line.map((move) => positionKey(frames, (move + 1) * FRAME)), from: isFromStart ? 0 : undefined };
}

/**
 * Divides games into parts by clusters: games that share a position beyond the opening, or a value of a field, are in
 * one part. All games are added first, in order. Memory: about 1.5 KB a game.
 */
export class GameSplitter {
  readonly #clusters: GameClusters;
  readonly #keys: string[] = [];
  /** Strata by game, where the division is stratified. */
  readonly #strata: string[] = [];
  readonly #profiles: GameProfile[] = [];
  readonly #by: ClusterBy;
  readonly #stratumOf: StratumRule | undefined;
  /** Games that fields join, and by value the first game that has it. */
  readonly #joined = new UnionFind();
  readonly #owners = new Map<string, number>();

  /** @param stratumOf stratum of a game, each divided by the planned shares */
  constructor(rules: ClusterRules, by: ClusterBy = { positions: true, fields: [] }, stratumOf?: StratumRule) {
    this.#clusters = new GameClusters(rules);
    this.#by = by;
    this.#stratumOf = stratumOf;
  }

  add(facts: GameFacts): void {
    const game = this.#clusters.add(keysOf(facts));
    this.#joined.add();
    for (const { name, read } of this.#by.fields)
      for (const value of read(facts)) {
        if (value === undefined) continue;
        const key = `${name} ${String(value).toLowerCase()}`;
        const owner = this.#owners.get(key);
        if (owner === undefined) this.#owners.set(key, game);
        else this.#joined.join(game, owner);
      }
    this.#keys.push(fingerprint(nameOf(facts)));
    if (this.#stratumOf !== undefined) this.#strata.push(this.#stratumOf(facts));
    this.#profiles.push(gameProfile(facts));
  }

  /**
   * Returns the division. Each cluster, the largest first, goes to a part drawn with probabilities in proportion to the
   * games that the parts still lack, among those with room for it, so that no part has more games of large clusters, or
   * of rare openings, than its share; else to the part that lacks most. Strata are divided one by one; a cluster
   * belongs to the stratum of most of its games. The division does not depend on the order of the games.
   */
  divide(parts: readonly GamePart[], seed: number): GameDivision {
    const { of, count } = this.#sets();
    const clusters = this.#orderedClusters(of, count, seed);
    const partOfCluster = new Uint8Array(count);
    const lacks = parts.map(() => 0);
    let drawn = 0;
    for (const stratum of new Set(clusters.map((cluster) => cluster.stratum))) {
      const own = clusters.filter((cluster) => cluster.stratum === stratum);
      const games = own.reduce((sum, cluster) => sum + cluster.games, 0);
      for (const [i, { share }] of parts.entries()) lacks[i] = (lacks[i] ?? 0) + share * games;
      for (const cluster of own) {
        const part = partFor(cluster.games, lacks, partSeed(seed, `part ${drawn++}`) / 0x1_0000_0000);
        partOfCluster[cluster.number] = part;
        lacks[part] = (lacks[part] ?? 0) - cluster.games;
      }
    }
    const partOf = Uint8Array.from(of, (cluster) => partOfCluster[cluster] ?? 0);
    return { partOf, figures: this.#figures(parts, partOf, partOfCluster) };
  }

  /** Returns the clusters by size, equal ones in an order that the seed and their games decide. */
  #orderedClusters(of: Clustering['of'], count: number, seed: number): Cluster[] {
    const found = Array.from({ length: count }, () => ({ games: 0, key: '~', strata: new Map<string, number>() }));
    for (const [game, key] of this.#keys.entries()) {
      const cluster = found[of[game] ?? 0];
      if (cluster === undefined) continue;
      cluster.games++;
      if (key < cluster.key) cluster.key = key;
      const stratum = this.#strata[game] ?? '';
      cluster.strata.set(stratum, (cluster.strata.get(stratum) ?? 0) + 1);
    }
    return found
      .map(({ games, key, strata }, number) => {
        const [[stratum] = ['']] = [...strata].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
        return { number, games, key, stratum, place: partSeed(seed, `split ${key}`) };
      })
      .sort((a, b) => b.games - a.games || a.place - b.place || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  /** Returns the clusters by positions and fields. */
  #sets(): Clustering {
    const sets = this.#joined;
    if (this.#by.positions) {
      const { of, count } = this.#clusters.clusters();
      const first = new Int32Array(count).fill(-1);
      for (const [game, cluster] of of.entries()) {
        const owner = first[cluster] ?? -1;
        if (owner < 0) first[cluster] = game;
        else sets.join(game, owner);
      }
    }
    return numberClusters(sets);
  }

  #figures(parts: readonly GamePart[], partOf: Uint8Array, partOfCluster: Uint8Array): PartFigures[] {
    const figures = parts.map(({ name }, part) => ({
      name,
      games: 0,
      clusters: 0,
      positions: 0,
      known: 0,
      profile: partProfile(this.#profiles.filter((_, game) => partOf[game] === part)),
    }));
    const isInFirst = new Uint8Array(this.#clusters.positions);
    const each = (visit: (part: number, position: number) => void): void => {
      for (const [game, part] of partOf.entries())
        this.#clusters.eachPosition(game, (position, ply) => {
          if (ply > 0) visit(part, position);
        });
    };
    each((part, position) => {
      if (part === 0) isInFirst[position] = 1;
    });
    each((part, position) => {
      const own = figures[part];
      if (own === undefined) return;
      own.positions++;
      if (part > 0) own.known += isInFirst[position] ?? 0;
    });
    for (const part of partOf) if (figures[part] !== undefined) figures[part].games++;
    for (const part of partOfCluster) if (figures[part] !== undefined) figures[part].clusters++;
    return figures;
  }
}

/** Properties of a game by which parts of a dataset are compared. */
interface GameProfile {
  readonly plies: number;
  /** Mean of both ratings; undefined where one is absent. */
  readonly elo: number | undefined;
  readonly result: string;
  /** First letter of the ECO code, by tag or by the moves; `?` without one. */
  readonly eco: string;
}

/** Means and shares of the games of a part. */
interface PartProfile {
  /** Mean number of plies; null without games. */
  readonly plies: number | null;
  /** Mean rating of the games that have both; null where none has. */
  readonly elo: number | null;
  /** Shares of the results and of the letters of ECO codes, 0 to 1, in the order of their names. */
  readonly results: Readonly<Record<string, number>>;
  readonly eco: Readonly<Record<string, number>>;
}

const ECO = fieldNamed('eco');
const ELO = fieldNamed('elo.mean');

/** Reads the properties of a game. */
function gameProfile(facts: GameFacts): GameProfile {
  const elo = ELO?.read(facts)[0];
  const eco = ECO?.read(facts)[0];
  return {
    plies: facts.line.length,
    elo: typeof elo === 'number' ? elo : undefined,
    result: facts.result ?? '*',
    eco: typeof eco === 'string' ? eco.slice(0, 1).toUpperCase() : '?',
  };
}

/** Summarizes the games of a part. */
function partProfile(games: readonly GameProfile[]): PartProfile {
  const elos = games.flatMap(({ elo }) => elo ?? []);
  return {
    plies: roundedMean(games.map(({ plies }) => plies)),
    elo: roundedMean(elos),
    results: shares(games.map(({ result }) => result)),
    eco: shares(games.map(({ eco }) => eco)),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function roundedMean(values: readonly number[]): number | null {
  const value = mean(values);
  return value === undefined ? null : rounded(value);
}

function shares(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([value, n]) => [value, rounded(n / values.length)]),
  );
}
