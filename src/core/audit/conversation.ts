import type { Range } from '../base/text/range.ts';
import { CODES } from '../notation/diagnostics/codes.ts';
import type { AuditCode, AuditFinding, StatePair } from './finding.ts';
import { claimFault } from './game/claim-truth.ts';
import type { FieldTrust } from './game/field-trust.ts';
import { GameTree } from './game/game-tree.ts';
import { judgeState } from './game/judge-state.ts';
import { MoveJudge } from './game/move-judge.ts';
import type { GameNode } from './game/node.ts';
import { type ReadState, readState } from './game/read-state.ts';
import { bare } from './game/told-moves.ts';
import { isAccepted, isStandardStart, ownColor, readField } from './mentions/fields.ts';
import { findMentions } from './mentions/find-mentions.ts';
import type { ClaimMention, Color, FieldMention, Mention, MoveRun, StateMention } from './mentions/mention.ts';
import { MoveLetters } from './mentions/move-letters.ts';
import { isRejection, sentenceAt, tieOf } from './mentions/words.ts';
import { asksElsewhere, isOfNext, isPlayable, of, tieOfField, withRecent } from './said-of.ts';
import type { Part } from './source/part.ts';
import { clockWords, impossibility, type StateWords } from './state-words.ts';

const STATE_KEY = /fen|board|position|state|epd/i;
/** The game begins as games do. */
const STARTS =
  /\b(?:standard|usual|normal|regular) (?:initial|start(?:ing)?) position\b|\binitialFen["']?[=:] ?["']?startpos\b|\bnew game\b/i;
/** Records of what somebody believes of the moment. */
const BELIEF = /belie[fv]|mental|internal|(?:^|_)memory$|estimate|tracked|reconstruct|predict/i;
/** Fields of what a model answered, beside what it was asked. */
const BELIEVED = /^(?:pred|predicted|prediction|guess|guessed|believed|answered|model)_?(?:fen|state|board|position)$/i;
/** Words between two states of which the second is no other form of the first. */
const LEADS_ON =
  /\b(?:after|then|next|before|earlier|previous\w*|now|or|move|moves|plays?|turn|puzzle|game|position \d)\b/i;
/** Two states with more than this between them are not taken for one. */
const MAX_BETWEEN = 160;
const AFTER = /\bafter[\s*_`"(]*$/i;
/** Claims that may be meant of the position a ply before. */
const NEXT_TO: ReadonlySet<string> = new Set(['check', 'attack', 'reached', 'pin', 'unpinned']);
const TAG = /\[FEN\s"$/;

/** Follows the games of one conversation from message to message, and reports what contradicts them. */
export class Conversation {
  readonly #report: (finding: AuditFinding) => void;
  readonly #words: StateWords;
  readonly #trust: FieldTrust;
  #tree = new GameTree();
  #moves: MoveJudge;
  readonly #letters = new MoveLetters();
  #confirmed = 0;
  #message = -1;
  /** The message whose moves moved the game last, with no state behind them yet. */
  #movedBy = -1;
  /** The current message has moves, and no state behind them yet. */
  #hasMoves = false;
  /** The text mentions Chess960: castling letters may name any rook. */
  #is960 = false;
  /** End of the last move in the text whose position is not known. */
  #unresolved = -1;
  #part: Part | undefined;
  /** The last state of the current text, if nothing that moves the game on followed it. */
  #shown: StateMention | undefined;
  /** The text that brought the position last. */
  #brought: Part | undefined;
  /** End of the last false claim of the current text. */
  #falseUntil = -1;
  /** The current message has shown a state. */
  #hasShown = false;
  /** The message with the move that made the position uncertain. */
  #lostBy: number | undefined;
  /** What a tool answered last. */
  #answered = '';
  /** For each open bracket, where the game was. */
  #brackets: { readonly focus: readonly GameNode[]; readonly isVariation: boolean | undefined }[] = [];

  /** The color of who tells of the game. */
  #me: Color | undefined;
  /** End of a value of the current text that is no move to play. */
  #told = -1;

  /** @param trust what is known of the fields of the document */
  constructor(report: (finding: AuditFinding) => void, words: StateWords, trust: FieldTrust) {
    this.#report = report;
    this.#words = words;
    this.#trust = trust;
    this.#moves = this.#newMoves();
  }

  /** Reads the next text of the conversation. */
  read(part: Part): void {
    // the position is certain again where the move was not accepted
    if (this.#tree.isLost && this.#lostBy !== undefined && part.message > this.#lostBy && isRejection(part.text))
      this.#tree.isLost = false;
    this.#told = -1;
    if (this.#tree.focus.length === 0 && STARTS.test(part.text)) this.#moves.knowsStart = true;
    if (part.key !== '' && this.#fieldOf(part)) return;
    if (part.chosen !== undefined) this.#goBefore(part.chosen);
    const mentions = findMentions(part.text, this.#letters);
    if (mentions.length === 0) return;
    // logs repeat what a tool answered
    const text = part.text.trim();
    if (part.role === 'tool' && text === this.#answered) return;
    this.#answered = part.role === 'tool' ? text : '';
    if (part.message !== this.#message) {
      // a record goes on behind those that it holds
      this.#hasMoves = part.message === this.#movedBy;
      this.#hasShown = false;
      this.#moves.beginMessage();
    }
    this.#message = part.message;
    this.#part = part;
    this.#shown = undefined;
    this.#unresolved = -1;
    this.#falseUntil = -1;
    this.#tree.imagined = [];
    this.#tree.saidOf = undefined;
    this.#moves.lostUntil = -1;
    this.#brackets = [];
    this.#is960 ||= /960|[Ff]ischer.?[Rr]andom|freestyle/.test(part.text);
    mentions.forEach((mention, i) => {
      if (this.#tree.isFull) this.#restart();
      this.#mention(mention, part, mentions, i);
    });
  }

  /** Thoughts of a move that was shown already are of the position before it. */
  #goBefore(move: string): void {
    const { focus } = this.#tree;
    const before = focus.flatMap((node) =>
      node.parent !== undefined && (node.uci === move || bare(node.san) === bare(move)) ? [node.parent] : [],
    );
    if (before.length > 0) this.#tree.setFocus([...before, ...focus]);
  }

  #mention(mention: Mention, part: Part, mentions: readonly Mention[], index: number): void {
    switch (mention.kind) {
      case 'run':
        if (mention.range.start >= this.#told) this.#run(mention, part);
        break;
      case 'field':
        if (this.#field(mention, part, 'text')) this.#told = mention.range.end;
        break;
      case 'unread':
        this.#tree.isLost = true;
        this.#unresolved = mention.range.end;
        break;
      case 'open':
        this.#moves.open();
        if (this.#brackets.length < 50) this.#brackets.push({ focus: this.#tree.focus, isVariation: undefined });
        break;
      case 'close':
        this.#moves.close();
        this.#closeBracket();
        break;
      case 'state':
        this.#state(mention, part);
        break;
      case 'claim':
        if (!mention.isField || !isOfNext(mention, mentions, index)) this.#claim(mention, part);
    }
  }

  /** Reads a field of a record; true if nothing else is said in it. */
  #fieldOf(part: Part): boolean {
    const { key, text } = part;
    const value = text.trim();
    const color = ownColor(key, value);
    this.#me = color ?? this.#me;
    if (color !== undefined) return true;
    if (isStandardStart(key, value)) {
      this.#moves.knowsStart = true;
      return true;
    }
    const { focus } = this.#tree;
    if (isAccepted(key, value)) {
      const [now, before] = focus;
      // the move that a tool was asked to play is played
      if (!this.#tree.isLost && now !== undefined && before !== undefined && now.parent === before)
        this.#tree.setFocus([now]);
      return true;
    }
    this.#part = part;
    const range = { start: 0, end: text.length };
    return this.#field({ kind: 'field', range, key, value }, part, part.holder);
  }

  /** Judges a field; false if it may be a move to play. */
  #field({ key, value, range }: FieldMention, part: Part, holder: string): boolean {
    const said = readField(key, value, this.#me);
    if (said === undefined) return false;
    const { focus, isLost } = this.#tree;
    const [first] = focus;
    const isLast = said.claims[0]?.kind === 'last';
    if (first === undefined || isLost || said.claims.length === 0) return !isLast;
    // of a position that was given the last move is not known
    if (isLast && focus.every(({ parent }) => parent === undefined)) return true;
    let fault: string | undefined;
    for (const claim of said.claims) {
      if (claim.kind === 'rights' && focus.some((node) => !node.isExact)) continue;
      const faults = focus.map((node) => claimFault(claim, node));
      if (faults.every((one) => one !== undefined)) fault ??= faults[0];
    }
    const isFault = this.#trust.judge(holder, key, said.isTelling, fault !== undefined);
    if (fault !== undefined && isFault && part.role !== 'tool') {
      const where = first.parent === undefined ? 'in this position' : `after ${first.name}`;
      this.#add('AUDIT_FALSE_CLAIM', range, `${where} ${fault}`, of(first));
    }
    return !isLast || fault === undefined || isFault;
  }

  /** Forgets the games of the conversation. */
  #restart(): void {
    this.#tree = new GameTree();
    this.#moves = this.#newMoves();
  }

  #newMoves(): MoveJudge {
    return new MoveJudge(this.#tree, (code, range, message, ply, node) =>
      this.#add(code, range, message, { ply, node }),
    );
  }

  #add(
    code: AuditCode,
    range: Range,
    message: string,
    { ply, node }: { readonly ply: number | null; readonly node?: GameNode },
    states?: StatePair,
  ): void {
    const { map } = this.#part ?? {};
    if (map === undefined) return;
    this.#report({
      code,
      severity: CODES[code].severity,
      range: { start: map.toSource(range.start), end: map.toSource(range.end) },
      message,
      ply,
      ...(states !== undefined && { states }),
      ...(node !== undefined && { history: () => node.history() }),
    });
  }

  #run(run: MoveRun, part: Part): void {
    const before = this.#tree.focus[0];
    const { isLost } = this.#tree;
    const outcome = this.#moves.run(run, part);
    if (!this.#tree.isLost) this.#lostBy = undefined;
    else if (!isLost) this.#lostBy = run.items.length <= 2 ? part.message : undefined;
    this.#shown = undefined;
    if (outcome === 'moves') {
      this.#tree.imagined = [];
      this.#hasMoves = true;
      this.#movedBy = part.message;
      this.#brought = part;
    } else if (outcome === 'unknown') {
      this.#unresolved = run.range.end;
      // what follows is said of a position that is not known
      const { start } = run.range;
      if (run.items[0].number !== undefined && AFTER.test(part.text.slice(Math.max(0, start - 16), start)))
        this.#tree.isLost = true;
    }
    const bracket = this.#brackets.at(-1);
    if (bracket === undefined || bracket.isVariation !== undefined || outcome !== 'moves') return;
    // a variation replaces what was played; else the bracket only encloses the game's own moves
    const [now] = this.#tree.focus;
    const isVariation = before !== undefined && now !== undefined && !before.isAncestorOf(now);
    this.#brackets[this.#brackets.length - 1] = { ...bracket, isVariation };
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop();
    if (bracket?.isVariation === true) this.#tree.setFocus(bracket.focus);
  }

  #state(mention: StateMention, part: Part): void {
    const { start } = mention.range;
    const state = readState(mention.fen, this.#is960);
    const isField = part.key !== '' && STATE_KEY.test(part.key) && part.text.trim().length < mention.fen.length + 8;
    // `In the position after 11.Qh5+: …`, where that move is not known
    const isOfUnknown = this.#isUnresolved(part.text, mention.range);
    const isBelief =
      isField && (BELIEF.test(part.holder) || BELIEVED.test(part.key) || this.#trust.isTrusted(part.holder));
    const tie = isBelief ? 'now' : isField ? tieOfField(part.key) : isOfUnknown ? 'other' : tieOf(part.text, start);
    const isAfterMoves = this.#hasMoves;
    const place = {
      role: isBelief ? 'assistant' : part.role,
      tie,
      isAfterMoves,
      isField,
      isRestated: tie !== 'other' && this.#isRestated(mention, part),
      isAnswer: tie !== 'other' && !isField && this.#isAnswer(part),
      confirmed: this.#confirmed,
      mayTry: () => this.#words.mayTry(),
    } as const;
    // a tag of a game that begins with its own position
    if (TAG.test(part.text.slice(Math.max(0, start - 8), start))) {
      this.#begin(mention, state, []);
      this.#hasMoves = false;
      this.#shown = mention;
      this.#brought = part;
      return;
    }
    this.#tree.imagined = [];
    const judgment = judgeState(this.#tree, state, place);
    const old = this.#tree.focus;
    if (judgment.kind === 'known') {
      if (judgment.isByMoves) this.#confirmed++;
      // what is said of an earlier position does not take the game back
      const isBack = old[0] !== undefined && judgment.node !== old[0] && judgment.node.isAncestorOf(old[0]);
      const exact = this.#exact(state, judgment.node);
      this.#tree.setFocus(isBack || judgment.node.isDrifted ? [judgment.node, ...old] : [exact ?? judgment.node]);
      if (judgment.hasOtherCounters && isAfterMoves && tie !== 'other' && !mention.isDrawing) {
        const words = clockWords(state, judgment.node);
        if (words !== undefined) this.#add('AUDIT_COUNTERS', mention.range, words, of(judgment.node));
      }
    } else if (judgment.kind === 'wrong') {
      const { message, states } = this.#words.wrong(judgment.truth, state, mention.isDrawing);
      this.#add('AUDIT_WRONG_STATE', mention.range, message, of(judgment.truth), states);
      const drifted = state.frames.map((frame) => this.#tree.addRoot(frame, { isDrifted: true, isExact: false }));
      this.#tree.setFocus([...old.slice(0, 2), ...drifted]);
      // a board that cannot be read has no position to go on from
      if (drifted.length === 0) this.#tree.isLost = true;
    } else this.#begin(mention, state, tie === 'other' ? old : []);
    // a drawing that agrees with the moves is one step on the way to what they are asked for
    if (judgment.kind !== 'known' || !mention.isDrawing) {
      this.#hasMoves = false;
      this.#movedBy = -1;
    }
    if (start < this.#moves.lostUntil) this.#tree.isLost = true;
    this.#hasShown = true;
    this.#shown = mention;
    this.#brought = part;
  }

  /** A start of which only the board was known, with all fields of the state that shows it again. */
  #exact({ counters, frames: [frame, ...others] }: ReadState, node: GameNode): GameNode | undefined {
    if (node.isExact || node.isDrifted || node.parent !== undefined || counters === undefined) return undefined;
    if (frame === undefined || others.length > 0) return undefined;
    return this.#tree.addRoot(frame, { isDrifted: false, isExact: true });
  }

  /** A drawing behind a FEN, or a FEN behind a drawing, with nothing between that leads on. */
  #isRestated({ range, isDrawing }: StateMention, { text }: Part): boolean {
    const shown = this.#shown;
    if (shown === undefined || shown.isDrawing === isDrawing || range.start - shown.range.end > MAX_BETWEEN)
      return false;
    return !LEADS_ON.test(text.slice(shown.range.end, range.start));
  }

  /** The first state of an answer to a message that brought the position and asked for no other. */
  #isAnswer({ role, message }: Part): boolean {
    const brought = this.#brought;
    if (role !== 'assistant' || this.#hasShown || this.#hasMoves || brought === undefined) return false;
    return brought.message !== message && brought.role !== 'assistant' && !asksElsewhere(brought.text);
  }

  /** A state that belongs to no known game begins one. */
  #begin(mention: StateMention, state: ReadState, old: readonly GameNode[]): void {
    const fault = mention.isDrawing ? undefined : impossibility(state, this.#is960);
    if (fault !== undefined) this.#add('AUDIT_IMPOSSIBLE_STATE', mention.range, fault, { ply: null });
    const isExact = state.counters !== undefined;
    const roots = state.frames.map((frame) => this.#tree.addRoot(frame, { isDrifted: false, isExact }));
    this.#tree.setFocus([...roots, ...old]);
    if (roots.length === 0) this.#tree.isLost = true;
  }

  /** The sentence speaks of a position that is not known. */
  #isUnresolved(text: string, { start, end }: Range): boolean {
    if (this.#unresolved < 0 || this.#unresolved > start) return false;
    return this.#unresolved >= start - sentenceAt(text, start, end).before.length;
  }

  #claim({ claim, range }: ClaimMention, { text, role }: Part): void {
    const { isLost } = this.#tree;
    const focus = this.#tree.focusAt(range.start);
    const [first] = focus;
    if (first === undefined || isLost || role === 'tool') return;
    if (this.#isUnresolved(text, range)) return;
    // the sentence says something else that is false
    if (range.start < this.#falseUntil) return;
    const recent =
      claim.kind === 'piece' || claim.kind === 'empty'
        ? withRecent(focus, 2)
        : NEXT_TO.has(claim.kind) || (claim.kind === 'last' && role !== 'unknown')
          ? withRecent(focus, 1)
          : focus;
    const isUnsure = claim.kind === 'rights' && focus.some((node) => !node.isExact);
    if (isUnsure) return;
    // what was the last move may be news
    if (claim.kind === 'last' && isPlayable(claim.san, focus)) return;
    if (claim.kind === 'last' || claim.kind === 'option') this.#told = range.end;
    let fault: string | undefined;
    for (const node of [...recent, ...this.#tree.imagined]) {
      const found = claimFault(claim, node);
      if (found === undefined) return;
      fault ??= found;
    }
    if (fault === undefined) return;
    this.#falseUntil = range.end;
    const where = first.parent === undefined ? 'in this position' : `after ${first.name}`;
    this.#add('AUDIT_FALSE_CLAIM', range, `${where} ${fault}`, of(first));
  }
}
