import { LruMap } from '../../base/lru.ts';
import { type Findings, wholeOf } from '../findings.ts';
import { playItem } from '../game/fit.ts';
import type { GameNode } from '../game/node.ts';
import { isMoveAlone } from '../reading/announced.ts';
import { fieldKind, isMainMoveKey, movesKindOf, roleOfKey, tenseOf } from '../reading/keys.ts';
import { type JsonNode, MESSAGE_LISTS } from '../source/json-node.ts';
import type { Part, Role } from '../source/part.ts';
import type { StateWords } from '../state-words.ts';
import { Talk } from '../talk.ts';
import { Thread } from '../thread.ts';
import { Conventions } from './conventions.ts';
import { type RecordTexts, textsOf } from './fields.ts';
import { itemOf } from './move-item.ts';
import { OncePerRecord } from './once.ts';
import { RecordJudge } from './record.ts';

/** Conversations that go on at the same time in one file; the oldest is forgotten first. */
const MAX_CONVERSATIONS = 64;
/** A text that is no field of a name or a number. */
const PROSE = 3;

/** What programs say to models is not judged. */
const SILENT: Findings = { add: () => undefined, unplaced: () => undefined };

/** Where a record stands. */
interface Scope {
  readonly thread: Thread;
  readonly talk: Talk;
  readonly role: Role | undefined;
  /** It is that of the elements of a list in a record. */
  readonly isOfList: boolean;
}

/** Reads the records of a JSON document, each by the positions that it holds. */
export class Records {
  readonly #out: OncePerRecord;
  readonly #words: StateWords;
  readonly #judge: RecordJudge;
  readonly #conversations = new LruMap<string, Scope>(MAX_CONVERSATIONS);
  #messages = 0;
  /** The number of plies of the last record in a thread. */
  readonly #plies = new WeakMap<Thread, number>();

  constructor(out: Findings, words: StateWords) {
    this.#out = new OncePerRecord(out);
    this.#words = words;
    this.#judge = new RecordJudge(this.#out, words, new Conventions());
  }

  read(node: JsonNode, conversation: string): void {
    let scope = this.#conversations.get(conversation);
    if (scope === undefined) {
      scope = this.#scope([], undefined, false);
      this.#conversations.set(conversation, scope);
    }
    this.#node(node, scope);
    scope.talk.endMessage();
  }

  #scope(around: readonly GameNode[], role: Role | undefined, isOfList: boolean): Scope {
    const thread = new Thread();
    thread.set(around);
    return { thread, talk: new Talk(thread, this.#out, this.#words), role, isOfList };
  }

  #node(node: JsonNode, scope: Scope): void {
    if (node.isList)
      for (const item of node.items) {
        if (item.kind === 'node') this.#node(item, scope);
        else
          this.#say(
            { role: scope.role ?? 'unknown', key: node.name, text: item.text, map: item.map },
            scope,
            ++this.#messages,
          );
      }
    else if (node.role !== undefined) this.#message(node, scope);
    else this.#record(node, scope);
  }

  /** Reads all texts of a message, in their order. */
  #message(node: JsonNode, scope: Scope): void {
    const message = ++this.#messages;
    this.#out.begin();
    const add = (at: JsonNode, role: Role, prefix: string): void => {
      for (const item of at.items) {
        const name = item.kind === 'leaf' ? item.key : item.name;
        const key = prefix === '' ? name : `${prefix}.${name}`;
        if (item.kind === 'leaf')
          this.#say(
            {
              role: name === 'arguments' && role === 'tool' ? 'call' : role,
              key: at.isList ? prefix : key,
              text: item.text,
              map: item.map,
            },
            scope,
            message,
          );
        else if (MESSAGE_LISTS.has(item.name) && item.isList) this.#node(item, scope);
        else add(item, item.role ?? role, at.isList ? prefix : key);
      }
    };
    add(node, node.role ?? 'unknown', '');
  }

  #say(part: Part, { talk }: Scope, message: number): void {
    const { key, text } = part;
    if (fieldKind(key, text) !== undefined) return;
    const kind = movesKindOf(key);
    if (kind === 'legal' || kind === 'offered') return;
    // what a call asks a tool to do is its move
    talk.read(part, message);
  }

  #record(node: JsonNode, scope: Scope): void {
    const texts = textsOf(node, scope.role);
    this.#out.begin();
    const { thread } = scope;
    thread.is960 ||= texts.fields.some(({ text }) => text.length < 40 && /960|[Ff]ischer.?[Rr]andom/.test(text));
    const found = this.#judge.positionsOf(texts, thread.is960);
    const said = node.isOpen ? [] : this.#prompts(texts, found);
    const isOwn = found.before.length + found.after.length + said.length > 0;
    if (!node.isOpen) this.#judge.playGames(texts, found);
    const ends = found.ends;
    found.before.push(...said, ...ends);
    if (found.before.length === 0) found.before.push(...found.starts);
    const isPlaced = found.before.length + found.after.length > 0;
    if (!node.isOpen) {
      if (isPlaced) {
        const isAfter = this.#judge.judgeMoves(texts, found, isOwn ? thread.now : [], node.name);
        this.#judge.judgeStates(found.checked, found, thread.is960);
        this.#judge.judgeFields(texts, found);
        // an answer is of the position before the move of its record
        if (!isAfter) this.#answers(texts, found, scope);
        thread.set([...found.played, ...found.before, ...found.after]);
        this.#plies.delete(thread);
      } else this.#next(texts, scope);
    }
    const known = isPlaced ? [...found.before, ...found.played] : thread.isSure ? thread.now : [];
    // a list of moves with more said of each begins where the game does
    const ofMoves = ends.length > 0 ? found.starts : known.filter((one) => !ends.includes(one));
    this.#inner(texts, scope, known, ofMoves);
  }

  /** The positions that the texts of a record show which are said to its model. */
  #prompts(
    { fields }: RecordTexts,
    { starts, before }: { readonly starts: readonly GameNode[]; readonly before: readonly GameNode[] },
  ): GameNode[] {
    const prompts = fields.filter(
      ({ key, role, text }) =>
        (role === 'user' || (role === 'unknown' && text.length > 120)) &&
        movesKindOf(key) === 'none' &&
        text.length > 20,
    );
    if (prompts.length === 0) return [];
    const around = [...before, ...starts];
    const thread = new Thread();
    thread.set(around);
    const talk = new Talk(thread, SILENT, this.#words);
    for (const part of prompts) talk.read({ ...part, role: 'user' }, ++this.#messages);
    talk.endMessage();
    return thread.now.filter((node) => !around.includes(node));
  }

  /** Reads what the model of a record says. */
  #answers({ fields }: RecordTexts, found: ReturnType<RecordJudge['positionsOf']>, { thread, talk }: Scope): void {
    const { before, after, played, ends } = found;
    const positions = [...before, ...played, ...after, ...ends];
    const hasMove = played.length > 0;
    for (const part of fields) {
      const isAnswer =
        part.role === 'assistant' ||
        (tenseOf(part.key) === 'believed' && found.believed.some((one) => one.part === part));
      if (isAnswer && part.text.length > PROSE && roleOfKey(part.key) !== 'user' && movesKindOf(part.key) === 'none')
        talk.answer(part, positions, hasMove);
    }
    thread.isSure = true;
  }

  /** A record that shows no position is the next move of its game, or unknown. */
  #next({ fields }: RecordTexts, scope: Scope): void {
    const { thread, talk } = scope;
    const ply = fields.find(({ key, text }) => fieldKind(key, text) === 'ply')?.text;
    const last = this.#plies.get(thread);
    if (ply !== undefined) {
      if (last !== undefined && Number(ply) !== last + 1) thread.isSure = false;
      this.#plies.set(thread, Number(ply));
    }
    const moves = fields.filter((part) => isMainMoveKey(part.key) && isMoveAlone(part.text));
    const [main, ...twins] = moves;
    if (main !== undefined) {
      talk.next(main, ++this.#messages, scope.isOfList);
      for (const twin of twins) {
        const item = itemOf(twin);
        const isSame = thread.now.some(
          (node) => node.uci === item.san || (node.parent !== undefined && playItem(node.parent, item) === node),
        );
        if (!isSame) thread.isSure = false;
      }
    }
    for (const part of fields) {
      if (moves.includes(part)) continue;
      if (isMoveAlone(part.text)) {
        if (part.text.length > 2) this.#out.unplaced(part, wholeOf(part), 1, 'its record shows no position');
      } else if (part.text.length > PROSE) this.#say(part, scope, ++this.#messages);
    }
  }

  /** Reads the lists and records of a record. */
  #inner({ inner }: RecordTexts, { role }: Scope, known: readonly GameNode[], ofMoves: readonly GameNode[]): void {
    for (const node of inner) {
      const scope = this.#scope(isOfMessages(node) ? known : ofMoves, role, node.isList);
      this.#node(node, scope);
      scope.talk.endMessage();
    }
  }
}

/** A message, or a list of some. */
function isOfMessages(node: JsonNode): boolean {
  if (node.role !== undefined || MESSAGE_LISTS.has(node.name)) return true;
  const [first] = node.items;
  return node.isList && first?.kind === 'node' && isOfMessages(first);
}
