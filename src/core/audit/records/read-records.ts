import { LruMap } from '../../base/lru-map.ts';
import { ConversationReader } from '../conversation-reader.ts';
import type { AuditCode, Findings, StateWords } from '../findings.ts';
import type { GameNode } from '../game/game-node.ts';
import { type JsonNode, MESSAGE_LISTS } from '../json-reader.ts';
import { readFieldRole, readMovesKind, readPositionField } from '../reading/field-names.ts';
import { Thread } from '../thread.ts';
import type { SpeakerRole, TranscriptPart } from '../transcript-text.ts';
import { Conventions, collectRecordTexts, type RecordTexts } from './record-fields.ts';
import { legalLists, RecordJudge } from './record-judge.ts';
import { type MoveScope, NextMoveReader } from './record-moves.ts';

/** Maximum number of simultaneous conversations in one file; the oldest is forgotten first. */
const MAX_CONVERSATIONS = 64;
/** Maximum length of a text that is a name or a number, not prose. */
const PROSE = 3;

/** Discards findings: prompts that programs write for models are not judged. */
const SILENT: Findings = { add: () => undefined, unplaced: () => undefined };

/** Scope of a record in its document. */
interface Scope extends MoveScope {
  readonly role: SpeakerRole | undefined;
}

/** Reads the records of a JSON document, each by the positions that it holds. */
export class RecordReader {
  readonly #out: OncePerRecord;
  readonly #words: StateWords;
  readonly #judge: RecordJudge;
  readonly #next: NextMoveReader;
  readonly #conversations = new LruMap<string, Scope>(MAX_CONVERSATIONS);
  #messages = 0;

  constructor(out: Findings, words: StateWords) {
    this.#out = new OncePerRecord(out);
    this.#words = words;
    this.#judge = new RecordJudge(this.#out, words, new Conventions());
    this.#next = new NextMoveReader(this.#out);
  }

  read(node: JsonNode, conversation: string): void {
    let scope = this.#conversations.get(conversation);
    if (scope === undefined) {
      scope = this.#scope([], undefined);
      this.#conversations.set(conversation, scope);
    }
    this.#node(node, scope);
    scope.talk.endMessage();
  }

  #scope(
    now: readonly GameNode[],
    role: SpeakerRole | undefined,
    isOfList = false,
    around: readonly GameNode[] = [],
  ): Scope {
    const thread = new Thread();
    thread.set(now);
    return { thread, talk: new ConversationReader(thread, this.#out, this.#words), role, isOfList, around };
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
    const add = (at: JsonNode, role: SpeakerRole, prefix: string): void => {
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

  #say(part: TranscriptPart, { talk }: Scope, message: number): void {
    const { key, text } = part;
    if (readPositionField(key, text) !== undefined) return;
    const kind = readMovesKind(key);
    if (kind === 'legal' || kind === 'offered') return;
    // the arguments of a tool call are its move
    talk.read(part, message);
  }

  #record(node: JsonNode, scope: Scope): void {
    const texts = collectRecordTexts(node, scope.role);
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
        // an answer is about the position before the move of its record
        if (!isAfter) this.#answers(texts, found, scope);
        thread.set([...found.played, ...found.before, ...found.after]);
        thread.isShown ||= isOwn;
        this.#next.show(thread);
      } else if (legalLists(texts).size > 0) this.#judge.judgeMoves(texts, found, [], node.name);
      else {
        const message = ++this.#messages;
        for (const part of this.#next.read(texts, scope, message, node.name))
          if (part.text.length > PROSE) this.#say(part, scope, message);
      }
    }
    const known = isPlaced ? [...found.before, ...found.played] : thread.isSure ? thread.now : [];
    // a list of moves with further fields for each begins at the start of the game
    const ofMoves = ends.length > 0 ? found.starts : known.filter((one) => !ends.includes(one));
    this.#inner(texts, scope, known, ofMoves, isOwn ? found.before : []);
  }

  /** Returns the positions that the texts of a record show its model. */
  #prompts(
    { fields }: RecordTexts,
    { starts, before }: { readonly starts: readonly GameNode[]; readonly before: readonly GameNode[] },
  ): GameNode[] {
    const prompts = fields.filter(
      ({ key, role, text }) =>
        (role === 'user' || (role === 'unknown' && text.length > 120)) &&
        readMovesKind(key) === 'none' &&
        text.length > 20,
    );
    if (prompts.length === 0) return [];
    const around = [...before, ...starts];
    const thread = new Thread();
    thread.set(around);
    const talk = new ConversationReader(thread, SILENT, this.#words);
    for (const part of prompts) talk.read({ ...part, role: 'user' }, ++this.#messages);
    talk.endMessage();
    return thread.now.filter((node) => !around.includes(node));
  }

  /** Reads the answers of the model of a record. */
  #answers(texts: RecordTexts, found: ReturnType<RecordJudge['positionsOf']>, { thread, talk }: Scope): void {
    const { fields } = texts;
    const { before, after, played, ends } = found;
    // answers about the position before the move cannot be judged if nothing shows that position
    const start = this.#judge.beforeMove(texts, found, thread.now);
    if (start?.length === 0) return;
    const positions = [...before, ...(start ?? []), ...played, ...after, ...ends];
    const hasMove = played.length > 0;
    const believed = new Set(found.believed.map(({ part }) => part));
    for (const part of fields) {
      const isAnswer = part.role === 'assistant' || believed.has(part);
      if (
        isAnswer &&
        part.text.length > PROSE &&
        readFieldRole(part.key) !== 'user' &&
        readMovesKind(part.key) === 'none'
      )
        talk.answer(part, positions, hasMove);
    }
    thread.isSure = true;
  }

  /** Reads the lists and records within a record. */
  #inner(
    { inner }: RecordTexts,
    { role }: Scope,
    known: readonly GameNode[],
    ofMoves: readonly GameNode[],
    around: readonly GameNode[],
  ): void {
    for (const node of inner) {
      const scope = this.#scope(holdsMessages(node) ? known : ofMoves, role, node.isList, around);
      this.#node(node, scope);
      scope.talk.endMessage();
    }
  }
}

/** Returns true for a message, or a list of messages. */
function holdsMessages(node: JsonNode): boolean {
  if (node.role !== undefined || MESSAGE_LISTS.has(node.name)) return true;
  const [first] = node.items;
  return node.isList && first?.kind === 'node' && holdsMessages(first);
}

/** Forwards findings, each once per record: logs give an answer as it was written and as it was read. */
class OncePerRecord implements Findings {
  readonly #out: Findings;
  readonly #told = new Set<string>();

  constructor(out: Findings) {
    this.#out = out;
  }

  /** Begins a record or a message. */
  begin(): void {
    this.#told.clear();
  }

  readonly add: Findings['add'] = (code: AuditCode, part, range, message, about) => {
    const kind = /STATE/.test(code) ? 'state' : code;
    const said = `${kind} ${part.text.slice(range.start, range.end).trim()}`;
    if (this.#told.has(said)) return;
    this.#told.add(said);
    this.#out.add(code, part, range, message, about);
  };

  readonly unplaced: Findings['unplaced'] = (part, range, moves, reason) =>
    this.#out.unplaced(part, range, moves, reason);
}
