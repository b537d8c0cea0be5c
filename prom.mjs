// ../../pgn-fuzz/prom.ts
import { readFileSync } from "node:fs";

// src/core/pgn/characters.ts
var OTHER = 0;
var BLANK = 1;
var LINE_END = 2;
var DIGIT = 3;
var SPECIAL = 4;
var DOT = 5;
var SIGN = 6;
var ASCII = new Uint8Array(128);
for (const c of " 	\v\f") ASCII[c.charCodeAt(0)] = BLANK;
for (const c of "\n\r") ASCII[c.charCodeAt(0)] = LINE_END;
for (const c of "0123456789") ASCII[c.charCodeAt(0)] = DIGIT;
for (const c of '{}()[]<>;"$!?*') ASCII[c.charCodeAt(0)] = SPECIAL;
ASCII[46] = DOT;
var isSign = (c) => c === 177 || c === 8723 || c === 10866 || c === 10865 || c === 8734;
var isOddBlank = (c) => c === 160 || c >= 8192 && c <= 8203 || c === 8239 || c === 8287 || c === 12288 || c === 5760 || c === 8288;
var ELLIPSIS = 8230;
var BOM = 65279;
function classOf(c) {
  if (c < 128) return ASCII[c];
  if (isOddBlank(c)) return BLANK;
  if (c === ELLIPSIS) return DOT;
  if (c === BOM) return SPECIAL;
  return isSign(c) ? SIGN : OTHER;
}
var isNameCharacter = (c) => c >= 48 && c <= 58 || c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 95 || c === 43 || c === 35 || c === 61 || c === 45;
var isLetter = (c) => c >= 65 && c <= 90 || c >= 97 && c <= 122;

// src/core/pgn/tokens.ts
var WHITESPACE = 0;
var BYTE_ORDER_MARK = 1;
var ESCAPE = 2;
var LINE_COMMENT = 3;
var COMMENT = 4;
var OPEN_COMMENT = 5;
var TAG_OPEN = 6;
var TAG_NAME = 7;
var TAG_VALUE = 8;
var OPEN_TAG_VALUE = 9;
var TAG_JUNK = 10;
var TAG_CLOSE = 11;
var MOVE_NUMBER = 12;
var MOVE = 13;
var NULL_MOVE = 14;
var MOVE_MARK = 15;
var SUFFIX = 16;
var NAG = 17;
var GLYPH = 18;
var OPEN_PAREN = 19;
var CLOSE_PAREN = 20;
var RESULT = 21;
var RESERVED = 22;
var STRAY = 23;
var ODD_CHARACTER = 1 << 24;
var BLANK_LINE = 1 << 25;
var bitsOf = (...kinds2) => kinds2.reduce((bits, kind) => bits | 1 << kind, 0);
var isTrivia = (kind) => kind <= ESCAPE;
var TokenBuffer = class {
  kinds = new Uint8Array(1024);
  starts = new Uint32Array(1024);
  count = 0;
  /** Bits of all kinds that were pushed, and of what else was seen. */
  has = 0;
  push(kind, start) {
    this.has |= 1 << kind;
    if (this.count === this.kinds.length) this.#grow();
    this.kinds[this.count] = kind;
    this.starts[this.count++] = start;
  }
  #grow() {
    const kinds2 = new Uint8Array(2 * this.kinds.length);
    kinds2.set(this.kinds);
    this.kinds = kinds2;
    const starts = new Uint32Array(2 * this.starts.length);
    starts.set(this.starts);
    this.starts = starts;
  }
};

// src/core/pgn/habit-words.ts
var SPACED_RESULT = /(?:1[ \t]{0,4}[-–—][ \t]{0,4}0|0[ \t]{0,4}[-–—][ \t]{0,4}1|1\/2[ \t]{0,4}[-–—][ \t]{0,4}1\/2|½[ \t]{0,4}[-–—][ \t]{0,4}½)(?![^\s{}()[\]<>;"$!?*])/y;
function spacedResultEnd(text, at) {
  const first = text.charCodeAt(at);
  if (first !== 49 && first !== 48 && first !== 189) return at;
  if (!/[ \t/–—-]/.test(text.charAt(at + 1))) return at;
  SPACED_RESULT.lastIndex = at;
  return SPACED_RESULT.test(text) && /[ \t]/.test(text.slice(at, SPACED_RESULT.lastIndex)) ? SPACED_RESULT.lastIndex : at;
}
var PROMOTED = /\([QRBNqrbn]\)[+#]{0,2}/y;
function promotedEnd(text, start, end) {
  if (text.charCodeAt(end) !== 40 || end - start > 6 || !/^[a-h][^A-Z]*[18]=?$/.test(text.slice(start, end)))
    return end;
  PROMOTED.lastIndex = end;
  return PROMOTED.test(text) ? PROMOTED.lastIndex : end;
}
var MOST_BETWEEN = 6;
function markedMove(kinds2, mark) {
  for (let t = mark - 1; t >= 0 && t >= mark - MOST_BETWEEN; t--) {
    const kind = kinds2[t];
    if (kind === MOVE) return t;
    if (kind !== WHITESPACE && kind !== MOVE_MARK && (kind < SUFFIX || kind > GLYPH)) return -1;
  }
  return -1;
}
var TYPOGRAPHIC = "\u201C\u201D\u201E\u201F\xAB\xBB\u2033";
var isTypographicQuote = (c) => c > 127 && TYPOGRAPHIC.includes(String.fromCharCode(c));
function typographicEnd(text, at) {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 91 || c === 93 || classOf(c) === LINE_END) return at;
    if (c !== 34 && !isTypographicQuote(c)) continue;
    let next = i + 1;
    while (classOf(text.charCodeAt(next)) === BLANK) next++;
    if (text.charCodeAt(next) === 93) return i + 1;
  }
  return at;
}

// src/core/pgn/lex-tag.ts
var LONGEST_NAME = 255;
function isColumnOne(text, i) {
  if (i === 0) return true;
  const before2 = text.charCodeAt(i - 1);
  return before2 === 10 || before2 === 13 || before2 === BOM;
}
function tagNameEnd(text, at) {
  let i = at + 1;
  while (classOf(text.charCodeAt(i)) === BLANK) i++;
  if (!isLetter(text.charCodeAt(i))) return at;
  const start = i;
  while (isNameCharacter(text.charCodeAt(i)) && i - start < LONGEST_NAME) i++;
  return i;
}
function hasTagForm(text, at) {
  let i = tagNameEnd(text, at);
  if (i === at) return false;
  while (classOf(text.charCodeAt(i)) === BLANK) i++;
  return text.charCodeAt(i) === 34 || isTypographicQuote(text.charCodeAt(i));
}
function tagNameIs(text, at, name) {
  const end = tagNameEnd(text, at);
  return end - name.length > at && text.startsWith(name, end - name.length) && !isNameCharacter(text.charCodeAt(end - name.length - 1));
}
function isTag(text, at, inMovetext) {
  if (hasTagForm(text, at)) return true;
  if (inMovetext || tagNameEnd(text, at) === at) return false;
  let i = at;
  while (i > 0 && classOf(text.charCodeAt(i - 1)) === BLANK) i--;
  return isColumnOne(text, i);
}
function lexTag(text, from, out) {
  out.push(TAG_OPEN, from);
  let i = from + 1;
  let named = false;
  let valued = false;
  while (i < text.length) {
    const start = i;
    const c = text.charCodeAt(i);
    const cls = classOf(c);
    if (cls === LINE_END) {
      const next = nextLine(text, i);
      if (!named || text.charCodeAt(next) !== (valued ? 93 : 34)) return i;
      i = next;
      out.has |= ODD_CHARACTER;
      out.push(WHITESPACE, start);
      continue;
    }
    if (c === 93) {
      out.push(TAG_CLOSE, i);
      return i + 1;
    }
    if (cls === BLANK) {
      if (c !== 32 || text.charCodeAt(i + 1) <= 32) out.has |= ODD_CHARACTER;
      while (classOf(text.charCodeAt(i)) === BLANK) i++;
      if (classOf(text.charCodeAt(i)) === LINE_END) {
        const next = nextLine(text, i);
        if (named && text.charCodeAt(next) === (valued ? 93 : 34)) i = next;
      }
      out.push(WHITESPACE, start);
    } else if (c === 34) {
      valued = true;
      i = valueEnd(text, i, out);
      out.push(i < 0 ? OPEN_TAG_VALUE : TAG_VALUE, start);
      if (i < 0) return -i;
    } else if (!named && isNameCharacter(c)) {
      while (isNameCharacter(text.charCodeAt(i))) i++;
      out.push(TAG_NAME, start);
      named = true;
    } else if (named && !valued && isTypographicQuote(c) && typographicEnd(text, i) > i) {
      valued = true;
      i = typographicEnd(text, i);
      out.has |= ODD_CHARACTER;
      out.push(TAG_VALUE, start);
    } else {
      do
        i++;
      while (i < text.length && !endsJunk(text.charCodeAt(i)));
      out.push(TAG_JUNK, start);
    }
  }
  return i;
}
function nextLine(text, at) {
  let i = at + (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 1);
  while (classOf(text.charCodeAt(i)) === BLANK) i++;
  return i;
}
var endsJunk = (c) => c === 93 || c === 34 || classOf(c) === BLANK || classOf(c) === LINE_END;
function valueEnd(text, at, out) {
  let escaped = -1;
  let i = at + 1;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) return i + 1;
    if (c < 32 || c === 127 || c === 65533) {
      if (c === 10 || c === 13) break;
      out.has |= ODD_CHARACTER;
    } else if (c === 92) {
      const next = text.charCodeAt(i + 1);
      if (next !== 34 && next !== 92) continue;
      i++;
      if (next === 34) escaped = i;
    }
  }
  if (escaped < 0) return -i;
  let rest = escaped + 1;
  while (classOf(text.charCodeAt(rest)) === BLANK) rest++;
  return text.charCodeAt(rest) === 93 ? escaped + 1 : -i;
}

// src/core/games/chess/san-code.ts
var sanTarget = (code) => code & 63;
var sanRole = (code) => code >>> 6 & 7;
var sanFile = (code) => (code >>> 9 & 15) - 1;
var sanRank = (code) => (code >>> 13 & 15) - 1;
var sanPromotion = (code) => code >>> 17 & 7;
var sanCastling = (code) => code >>> 23 & 3;
var sanCode = (p) => p.target | p.role << 6 | p.file + 1 << 9 | p.rank + 1 << 13 | p.promotion << 17 | (p.capture ? 1 : 0) << 20 | p.check << 21 | p.castling << 23;
var KINGSIDE = 5 << 6 | 1 << 23;
var QUEENSIDE = 5 << 6 | 2 << 23;
function roleOf(c) {
  switch (c) {
    case 78:
      return 1;
    case 66:
      return 2;
    case 82:
      return 3;
    case 81:
      return 4;
    case 75:
      return 5;
    default:
      return -1;
  }
}
function readSan(text, start, end) {
  let e = end - 1;
  let check = 0;
  let c = text.charCodeAt(e);
  if (c === 43 || c === 35) {
    check = c === 43 ? 1 << 21 : 2 << 21;
    c = text.charCodeAt(--e);
  }
  if (c === 79) return readCastling(text, start, e + 1, check);
  let promotion = 0;
  if (c > 64) {
    promotion = roleOf(c);
    if (promotion < 1 || promotion > 4 || e - start < 3 || text.charCodeAt(e - 1) !== 61) return -1;
    e -= 2;
    c = text.charCodeAt(e);
  }
  const rank = c - 49;
  const file = text.charCodeAt(e - 1) - 97;
  if (e - 1 < start || rank < 0 || rank > 7 || file < 0 || file > 7) return -1;
  let code = rank << 3 | file | promotion << 17 | check;
  e -= 2;
  if (e < start) return finishPawn(code);
  if (text.charCodeAt(e) === 120) {
    code |= 1 << 20;
    if (--e < start) return -1;
  }
  const first = text.charCodeAt(start);
  const role = roleOf(first);
  if (role < 0) {
    return e === start && first >= 97 && first <= 104 && (code & 1 << 20) !== 0 ? finishPawn(code | first - 96 << 9) : -1;
  }
  if (promotion !== 0) return -1;
  code |= role << 6;
  if (e > start) {
    const r = text.charCodeAt(e) - 48;
    if (r >= 1 && r <= 8) {
      code |= r << 13;
      e--;
    }
  }
  if (e > start) {
    const f = text.charCodeAt(e) - 96;
    if (f < 1 || f > 8) return -1;
    code |= f << 9;
    e--;
  }
  return e === start ? code : -1;
}
function finishPawn(code) {
  const rank = code >>> 3 & 7;
  return (rank === 0 || rank === 7) === (sanPromotion(code) !== 0) ? code : -1;
}
function readCastling(text, start, end, check) {
  const length = end - start;
  if (length !== 3 && length !== 5) return -1;
  for (let i = 0; i < length; i++) {
    if (text.charCodeAt(start + i) !== ((i & 1) === 0 ? 79 : 45)) return -1;
  }
  return (length === 3 ? KINGSIDE : QUEENSIDE) | check;
}

// src/core/pgn/words.ts
var LONGEST = 16;
var MOVE_FORM = /^(?:(?:[A-Za-z]|[^\0-\x7F]{1,2})?@?[a-h]?[1-8]?[-x:×–]?[a-hA-H][1-8](?:[=/:]?(?:[A-Za-z]|[♔-♟\u0400-\u04FF])|=?\([A-Za-z]\))?(?:e\.?p\.?)?|[O0o][-–—]?[O0o](?:[-–—]?[O0o])?)(?:ch|mate?|[+#=/†‡-])*$/;
var OFF_BOARD = /^(?:[KQRBN][a-h]?[1-8]?x?|[a-h]x)?([a-h][09]|[i-z][0-9])[+#]*$/;
var NULL_MOVES = /* @__PURE__ */ new Set(["--", "Z0", "0000", "null", "@@@@", "pass", "Pass", "PASS"]);
var EN_PASSANT = /^e\.?p\.?$/;
var CHECK_MARKS = /* @__PURE__ */ new Set([
  "+",
  "++",
  "#",
  "##",
  "+#",
  "\u2020",
  "\u2020\u2020",
  "\u2021",
  "ch",
  "dis",
  "dbl",
  "mate"
]);
var isCheckMark = (word) => CHECK_MARKS.has(word);
var GLYPHS = /* @__PURE__ */ new Set(["=", "+-", "-+", "+/-", "-/+", "+=", "=+", "+/=", "=/+", "-/=", "=/-"]);
var RESULTS = {
  "1-0": "1-0",
  "0-1": "0-1",
  "1/2-1/2": "1/2-1/2",
  "*": "*",
  "1/2": "1/2-1/2",
  "\xBD-\xBD": "1/2-1/2",
  "\xBD": "1/2-1/2",
  "0.5-0.5": "1/2-1/2"
};
var SPLIT_RESULTS = /* @__PURE__ */ new Set(["0-0", "1/2-0", "0-1/2"]);
function splitResultOfTag(text, at) {
  const value = /^\[Result +"([^"\n]*)"/.exec(text.slice(at, at + 40))?.[1] ?? "";
  return isSplitResult(value) ? value : "";
}
var isSplitResult = (value) => SPLIT_RESULTS.has(value);
function resultOf(word) {
  if (word === "1-0" || word === "0-1" || word === "1/2-1/2" || word === "*") return word;
  const plain = word.length > 16 ? "" : word.replace(/[–—]/g, "-").replace(/[ \t]+/g, "");
  if (Object.hasOwn(RESULTS, plain)) return RESULTS[plain];
  return isSplitResult(word) ? word : void 0;
}
function classifyWord(text, start, end) {
  if (end - start > LONGEST) return STRAY;
  if (readSan(text, start, end) >= 0) return MOVE;
  const word = text.slice(start, end);
  if (!isSplitResult(word) && resultOf(word) !== void 0) return RESULT;
  if (MOVE_FORM.test(word) || OFF_BOARD.test(word)) return MOVE;
  if (NULL_MOVES.has(word)) return NULL_MOVE;
  if (/^\d+$/.test(word)) return MOVE_NUMBER;
  if (GLYPHS.has(word)) return GLYPH;
  return EN_PASSANT.test(word) || CHECK_MARKS.has(word) ? MOVE_MARK : STRAY;
}

// src/core/pgn/lexer.ts
var PRELUDE = 0;
var TAGS = 1;
var MOVETEXT = 2;
var ENDED = 3;
function lexGame(text, from, out) {
  const length = text.length;
  let i = from;
  let section = PRELUDE;
  let depth = 0;
  let hasEvent = false;
  let blankLine = false;
  let splitResult = "";
  while (i < length) {
    const start = i;
    const c = text.charCodeAt(i);
    const cls = classOf(c);
    if (cls === BLANK || cls === LINE_END) {
      let lines = 0;
      let k = cls;
      let d = c;
      do {
        if (d === 10) {
          if (i === start || text.charCodeAt(i - 1) !== 13) lines++;
        } else if (d !== 32) {
          out.has |= ODD_CHARACTER;
          if (k === LINE_END) lines++;
        }
        d = text.charCodeAt(++i);
        k = classOf(d);
      } while (k === BLANK || k === LINE_END);
      if (lines > 1) {
        blankLine = true;
        if (section === MOVETEXT) out.has |= BLANK_LINE;
      }
      out.push(WHITESPACE, start);
      continue;
    }
    if (cls === OTHER && c === 37 && isColumnOne(text, i)) {
      i = lineEnd(text, i);
      out.push(ESCAPE, start);
      continue;
    }
    if (cls === SPECIAL) {
      switch (c) {
        case 123: {
          i = commentEnd(text, i + 1);
          const closed = i > start + 1 && text.charCodeAt(i - 1) === 125;
          out.push(closed ? COMMENT : OPEN_COMMENT, start);
          continue;
        }
        case 59:
          i = lineEnd(text, i);
          out.push(LINE_COMMENT, start);
          continue;
        case 91: {
          if (isTag(text, i, section === MOVETEXT)) {
            if (section >= MOVETEXT) return i;
            const isEvent = tagNameIs(text, i, "Event");
            if (section === TAGS && isEvent && hasEvent && blankLine) return i;
            hasEvent ||= isEvent;
            blankLine = false;
            section = TAGS;
            if (text.startsWith("[Result ", i)) splitResult = splitResultOfTag(text, i);
            i = lexTag(text, i, out);
            continue;
          }
          break;
        }
        case BOM:
          i++;
          out.push(BYTE_ORDER_MARK, start);
          continue;
        default:
      }
      i++;
      let kind2 = STRAY;
      if (c === 40) {
        kind2 = OPEN_PAREN;
        depth++;
      } else if (c === 41) {
        kind2 = CLOSE_PAREN;
        if (depth > 0) depth--;
      } else if (c === 42) {
        kind2 = RESULT;
      } else if (c === 33 || c === 63) {
        while (text.charCodeAt(i) === 33 || text.charCodeAt(i) === 63) i++;
        kind2 = SUFFIX;
      } else if (c === 36) {
        while (classOf(text.charCodeAt(i)) === DIGIT) i++;
        if (i === start + 1) while (isWordCharacter(text.charCodeAt(i))) i++;
        kind2 = NAG;
      } else if (c === 60 && section === MOVETEXT && text.charCodeAt(i) === 62) {
        i++;
        kind2 = NULL_MOVE;
      } else if (c === 60 || c === 62) kind2 = RESERVED;
      if (section < MOVETEXT && kind2 !== STRAY && kind2 !== RESERVED) section = MOVETEXT;
      if (kind2 === RESULT && depth === 0) section = ENDED;
      out.push(kind2, start);
      continue;
    }
    let kind;
    if (cls === SIGN) {
      do
        i++;
      while (classOf(text.charCodeAt(i)) === SIGN);
      kind = GLYPH;
    } else if (cls === DOT) {
      do
        i++;
      while (classOf(text.charCodeAt(i)) === DOT);
      kind = MOVE_NUMBER;
    } else if (c === 239 && start === 0 && text.startsWith("\xEF\xBB\xBF")) {
      i += 3;
      out.push(BYTE_ORDER_MARK, start);
      continue;
    } else {
      i = numberEnd(text, i, cls);
      const result = i > start ? start : spacedResultEnd(text, start);
      if (i > start) kind = MOVE_NUMBER;
      else if (result > start) {
        i = result;
        kind = RESULT;
      } else {
        i = promotedEnd(text, start, wordEnd(text, start));
        kind = classifyWord(text, start, i);
        if (kind === MOVE_MARK && isCheckMark(text.slice(start, i)) && markedMove(out.kinds, out.count) < 0)
          kind = STRAY;
        if (kind === NULL_MOVE && section !== MOVETEXT && /^pass$/i.test(text.slice(start, i))) kind = STRAY;
        if (splitResult !== "" && depth === 0 && text.slice(start, i) === splitResult) kind = RESULT;
        else if (kind === STRAY) i = strayEnd(text, i);
      }
    }
    if (section === ENDED && startsGame(text, start, i, kind)) return start;
    if (section < MOVETEXT && kind !== STRAY) section = MOVETEXT;
    if (kind === RESULT && depth === 0) section = ENDED;
    out.push(kind, start);
  }
  return length;
}
var isWordCharacter = (c) => isLetter(c) || classOf(c) === DIGIT;
var startsGame = (text, start, end, kind) => kind === MOVE || kind === NULL_MOVE || kind === MOVE_NUMBER && classOf(text.charCodeAt(start)) === DIGIT && classOf(text.charCodeAt(end - 1)) === DOT;
function lineEnd(text, from) {
  let i = from;
  while (i < text.length && text.charCodeAt(i) !== 10 && text.charCodeAt(i) !== 13) i++;
  return i;
}
function commentEnd(text, from) {
  let i = from;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === 125) return i + 1;
    if (c !== 10 && c !== 13) {
      i++;
      continue;
    }
    const run = i;
    let lines = 0;
    for (let k = classOf(text.charCodeAt(i)); k === BLANK || k === LINE_END; k = classOf(text.charCodeAt(++i))) {
      if (k === LINE_END && !(text.charCodeAt(i) === 10 && text.charCodeAt(i - 1) === 13)) lines++;
    }
    if (lines > 1 && (i === text.length || text.charCodeAt(i) === 91 && hasTagForm(text, i))) return run;
  }
  return i;
}
function numberEnd(text, from, cls) {
  if (cls !== DIGIT) return from;
  let i = from + 1;
  while (classOf(text.charCodeAt(i)) === DIGIT) i++;
  if (classOf(text.charCodeAt(i)) !== DOT) return from;
  const digits = i;
  while (classOf(text.charCodeAt(i)) === DOT) i++;
  return i === digits + 1 && text.charCodeAt(from) === 48 && classOf(text.charCodeAt(i)) === DIGIT ? from : i;
}
function wordEnd(text, from) {
  let i = from;
  while (i < text.length) {
    const cls = classOf(text.charCodeAt(i));
    if (cls === OTHER || cls === DIGIT) i++;
    else if (cls === DOT && isInnerDot(text, i)) i++;
    else break;
  }
  return i;
}
function isInnerDot(text, i) {
  const before2 = text.charCodeAt(i - 1);
  const after = text.charCodeAt(i + 1);
  if (before2 === 101) return after === 112;
  if (before2 === 112) return text.charCodeAt(i - 2) === 46 || text.charCodeAt(i - 2) === 101;
  return before2 === 48 && after === 53;
}
function strayEnd(text, from) {
  let i = from;
  for (let cls = classOf(text.charCodeAt(i)); i < text.length && (cls === OTHER || cls === DIGIT || cls === DOT); ) {
    cls = classOf(text.charCodeAt(++i));
  }
  return i;
}

// src/core/pgn/document.ts
var buffer = new TokenBuffer();
function readChunk(text, from) {
  buffer.count = 0;
  buffer.has = 0;
  const end = lexGame(text, from, buffer);
  const { count, has } = buffer;
  const memory = new ArrayBuffer(5 * count);
  const starts = new Uint32Array(memory, 0, count);
  const kinds2 = new Uint8Array(memory, 4 * count, count);
  for (let i = 0; i < count; i++) {
    starts[i] = buffer.starts[i] - from;
    kinds2[i] = buffer.kinds[i];
  }
  return { length: end - from, kinds: kinds2, starts, has };
}
var GAME = ODD_CHARACTER - 1 & ~bitsOf(WHITESPACE, BYTE_ORDER_MARK, ESCAPE, LINE_COMMENT, COMMENT, OPEN_COMMENT, RESERVED, STRAY);

// src/core/games/chess/geometry.ts
var lowestBit = (bits) => 31 - Math.clz32(bits & -bits);
function popcount(low, high) {
  let a = low - (low >>> 1 & 1431655765);
  let b = high - (high >>> 1 & 1431655765);
  a = (a & 858993459) + (a >>> 2 & 858993459);
  b = (b & 858993459) + (b >>> 2 & 858993459);
  a += b;
  return Math.imul((a & 252645135) + (a >>> 4 & 252645135), 16843009) >>> 24;
}
var KNIGHT = new Int32Array(128);
var KING = new Int32Array(128);
var PAWN = new Int32Array(256);
var ROOK_RAYS = new Int32Array(128);
var BISHOP_RAYS = new Int32Array(128);
var BETWEEN = new Int32Array(64 * 64 * 2);
var LINE = new Int32Array(64 * 64 * 2);
var ROOK_STEPS = [1, 0, -1, 0, 0, 1, 0, -1];
var BISHOP_STEPS = [1, 1, 1, -1, -1, 1, -1, -1];
var add = (table, at, square) => {
  const i = at + (square >> 5);
  table[i] = table[i] | 1 << (square & 31);
};
function walk(from, df, dr, visit) {
  let file = (from & 7) + df;
  let rank = (from >> 3) + dr;
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    if (!visit(rank * 8 + file)) return;
    file += df;
    rank += dr;
  }
}
function leap(table, offset, from, steps) {
  for (let i = 0; i < steps.length; i += 2) {
    const file = (from & 7) + steps[i];
    const rank = (from >> 3) + steps[i + 1];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) add(table, offset + 2 * from, rank * 8 + file);
  }
}
function fillRays(table, at, from, steps) {
  for (let i = 0; i < steps.length; i += 2) {
    walk(from, steps[i], steps[i + 1], (s) => {
      add(table, at, s);
      return true;
    });
  }
}
function fillLines(from, steps) {
  for (let i = 0; i < steps.length; i += 2) {
    const df = steps[i];
    const dr = steps[i + 1];
    const passed = [];
    walk(from, df, dr, (s) => {
      const at = 2 * (64 * from + s);
      for (const p of passed) add(BETWEEN, at, p);
      passed.push(s);
      add(LINE, at, from);
      const onLine = (t) => {
        add(LINE, at, t);
        return true;
      };
      walk(from, df, dr, onLine);
      walk(from, -df, -dr, onLine);
      return true;
    });
  }
}
var DIAGONALS = new Int32Array(64 * 4);
var ALONG_RANK = new Int32Array(8 * 64);
var ALONG_FILE = new Int32Array(8 * 64 * 2);
var fileIndex = (file, low, high) => Math.imul(low >>> file & 16843009, 16909320) >>> 25 & 7 | Math.imul(high >>> file & 16843009, 16909320) >>> 21 & 56;
function rookLow(square, low, high) {
  const file = square & 7;
  const along = ALONG_FILE[(square >>> 3 << 6 | fileIndex(file, low, high)) << 1] << file;
  if (square >= 32) return along;
  const shift = square & 24;
  return along | ALONG_RANK[file << 6 | low >>> shift + 1 & 63] & 255 << shift;
}
function rookHigh(square, low, high) {
  const file = square & 7;
  const along = ALONG_FILE[((square >>> 3 << 6 | fileIndex(file, low, high)) << 1) + 1] << file;
  if (square < 32) return along;
  const shift = square & 24;
  return along | ALONG_RANK[file << 6 | high >>> shift + 1 & 63] & 255 << shift;
}
var alongDiagonal = (file, occupied) => ALONG_RANK[file << 6 | Math.imul(occupied, 16843009) >>> 25 & 63];
function alongLine(place, inner) {
  const occupied = inner << 1;
  let attacks2 = 0;
  for (let i = place + 1; i < 8; i++) {
    attacks2 |= 1 << i;
    if ((occupied >> i & 1) !== 0) break;
  }
  for (let i = place - 1; i >= 0; i--) {
    attacks2 |= 1 << i;
    if ((occupied >> i & 1) !== 0) break;
  }
  return attacks2;
}
for (let s = 0; s < 64; s++) {
  leap(KNIGHT, 0, s, [1, 2, 2, 1, 2, -1, 1, -2, -1, -2, -2, -1, -2, 1, -1, 2]);
  leap(KING, 0, s, [...ROOK_STEPS, ...BISHOP_STEPS]);
  leap(PAWN, 0, s, [-1, 1, 1, 1]);
  leap(PAWN, 128, s, [-1, -1, 1, -1]);
  fillRays(ROOK_RAYS, 2 * s, s, ROOK_STEPS);
  fillRays(BISHOP_RAYS, 2 * s, s, BISHOP_STEPS);
  fillRays(DIAGONALS, 4 * s, s, [1, 1, -1, -1]);
  fillRays(DIAGONALS, 4 * s + 2, s, [-1, 1, 1, -1]);
  fillLines(s, ROOK_STEPS);
  fillLines(s, BISHOP_STEPS);
}
for (let place = 0; place < 8; place++) {
  for (let inner = 0; inner < 64; inner++) {
    const attacks2 = alongLine(place, inner);
    const at = 64 * place + inner;
    ALONG_RANK[at] = Math.imul(attacks2, 16843009);
    for (let rank = 0; rank < 8; rank++) {
      if ((attacks2 >> rank & 1) !== 0) ALONG_FILE[2 * at + (rank >> 2)] |= 1 << 8 * (rank & 3);
    }
  }
}

// src/core/games/chess/frame.ts
var FRAME = 24;
var ROLE_PAWN = 0;
var ROLE_ROOK = 3;
var ROLE_KING = 5;
var WHITE = 12;
var TURN = 16;
var RIGHTS = 17;
var EP = 18;
var HASH = 19;
var HALFMOVES = 21;
var FULLMOVES = 22;
var CHESS960 = 23;
var encodeMove = (from, to, promotion = 0) => from | to << 6 | promotion << 12;
var rightBit = (square) => square < 8 ? 1 << square : square >= 56 ? 1 << square - 48 : 0;
var PIECE_KEYS = new Int32Array(2 * 6 * 64 * 2);
var RIGHT_KEYS = new Int32Array(16 * 2);
var EP_KEYS = new Int32Array(8 * 2);
var TURN_KEY = new Int32Array(2);
var stream = 1540483477;
for (const keys of [PIECE_KEYS, RIGHT_KEYS, EP_KEYS, TURN_KEY]) {
  for (let i = 0; i < keys.length; i++) {
    stream = stream + 2654435769 | 0;
    let z = stream;
    z = Math.imul(z ^ z >>> 16, 569420461);
    z = Math.imul(z ^ z >>> 15, 1935289751);
    keys[i] = z ^ z >>> 15;
  }
}
function toggle(words3, at, color, role, square) {
  const half = square >>> 5;
  const bit = 1 << (square & 31);
  words3[at + 2 * role + half] ^= bit;
  words3[at + WHITE + 2 * color + half] ^= bit;
  const key = 2 * ((color * 6 + role) * 64 + square);
  words3[at + HASH] ^= PIECE_KEYS[key];
  words3[at + HASH + 1] ^= PIECE_KEYS[key + 1];
}
function toggleRights(words3, at, rights) {
  words3[at + RIGHTS] ^= rights;
  for (let bits = rights; bits !== 0; bits &= bits - 1) {
    const key = 2 * (31 - Math.clz32(bits & -bits));
    words3[at + HASH] ^= RIGHT_KEYS[key];
    words3[at + HASH + 1] ^= RIGHT_KEYS[key + 1];
  }
}
function toggleEp(words3, at, square) {
  const key = 2 * (square & 7);
  words3[at + HASH] ^= EP_KEYS[key];
  words3[at + HASH + 1] ^= EP_KEYS[key + 1];
}
function offerEp(words3, at, square) {
  const turn = words3[at + TURN];
  const attackers = 128 * (turn ^ 1) + 2 * square;
  const own = at + WHITE + 2 * turn;
  if ((PAWN[attackers] & words3[at] & words3[own] | PAWN[attackers + 1] & words3[at + 1] & words3[own + 1]) !== 0) {
    words3[at + EP] = square;
    toggleEp(words3, at, square);
  }
}
function setUp(words3, at, setup) {
  words3.fill(0, at, at + FRAME);
  for (const { square, color, role } of setup.pieces) toggle(words3, at, color, role, square);
  if (setup.turn === 1) passTurn(words3, at);
  toggleRights(words3, at, setup.rights);
  words3[at + EP] = -1;
  if (setup.ep >= 0) offerEp(words3, at, setup.ep);
  words3[at + HALFMOVES] = setup.halfmoves;
  words3[at + FULLMOVES] = setup.fullmoves;
  words3[at + CHESS960] = setup.chess960 ? 1 : 0;
}
function passTurn(words3, at) {
  words3[at + TURN] ^= 1;
  words3[at + HASH] ^= TURN_KEY[0];
  words3[at + HASH + 1] ^= TURN_KEY[1];
}
function copyFrame(words3, from, to) {
  words3[to] = words3[from];
  words3[to + 1] = words3[from + 1];
  words3[to + 2] = words3[from + 2];
  words3[to + 3] = words3[from + 3];
  words3[to + 4] = words3[from + 4];
  words3[to + 5] = words3[from + 5];
  words3[to + 6] = words3[from + 6];
  words3[to + 7] = words3[from + 7];
  words3[to + 8] = words3[from + 8];
  words3[to + 9] = words3[from + 9];
  words3[to + 10] = words3[from + 10];
  words3[to + 11] = words3[from + 11];
  words3[to + 12] = words3[from + 12];
  words3[to + 13] = words3[from + 13];
  words3[to + 14] = words3[from + 14];
  words3[to + 15] = words3[from + 15];
  words3[to + 16] = words3[from + 16];
  words3[to + 17] = words3[from + 17];
  words3[to + 18] = words3[from + 18];
  words3[to + 19] = words3[from + 19];
  words3[to + 20] = words3[from + 20];
  words3[to + 21] = words3[from + 21];
  words3[to + 22] = words3[from + 22];
  words3[to + 23] = words3[from + 23];
}
function roleAt(words3, at, square) {
  const word = at + (square >>> 5);
  const shift = square & 31;
  return (words3[word + 2] >>> shift & 1) + ((words3[word + 4] >>> shift & 1) << 1) + (words3[word + 6] >>> shift & 1) * 3 + ((words3[word + 8] >>> shift & 1) << 2) + (words3[word + 10] >>> shift & 1) * 5;
}
var hasPiece = (words3, at, color, square) => (words3[at + WHITE + 2 * color + (square >>> 5)] >>> (square & 31) & 1) !== 0;
function play(words3, from, to, move) {
  copyFrame(words3, from, to);
  const us = words3[to + TURN];
  const source = move & 63;
  const target = move >>> 6 & 63;
  const role = roleAt(words3, to, source);
  const oldEp = words3[to + EP];
  if (oldEp >= 0) {
    words3[to + EP] = -1;
    toggleEp(words3, to, oldEp);
  }
  words3[to + HALFMOVES]++;
  words3[to + FULLMOVES] += us;
  const rights = words3[to + RIGHTS];
  if (rights !== 0) {
    let lost = rights & (rightBit(source) | rightBit(target));
    if (role === ROLE_KING) lost |= rights & (us === 0 ? 255 : 65280);
    if (lost !== 0) toggleRights(words3, to, lost);
  }
  if (role === ROLE_KING && isCastling(words3, to, us, source, target)) {
    castle(words3, to, us, source, target);
    passTurn(words3, to);
    return;
  }
  const promotion = move >>> 12;
  const landing = promotion === 0 ? role : promotion;
  const sourceHalf = to + (source >>> 5);
  const targetHalf = to + (target >>> 5);
  const sourceBit = 1 << (source & 31);
  const targetBit = 1 << (target & 31);
  if ((words3[targetHalf + WHITE + 2 * (us ^ 1)] & targetBit) !== 0) {
    toggle(words3, to, us ^ 1, roleAt(words3, to, target), target);
    words3[to + HALFMOVES] = 0;
  }
  words3[sourceHalf + 2 * role] ^= sourceBit;
  words3[sourceHalf + WHITE + 2 * us] ^= sourceBit;
  words3[targetHalf + 2 * landing] ^= targetBit;
  words3[targetHalf + WHITE + 2 * us] ^= targetBit;
  const left = (us * 6 + role) * 64 + source << 1;
  const reached = (us * 6 + landing) * 64 + target << 1;
  words3[to + TURN] = us ^ 1;
  words3[to + HASH] ^= PIECE_KEYS[left] ^ PIECE_KEYS[reached] ^ TURN_KEY[0];
  words3[to + HASH + 1] ^= PIECE_KEYS[left + 1] ^ PIECE_KEYS[reached + 1] ^ TURN_KEY[1];
  if (role === ROLE_PAWN) {
    words3[to + HALFMOVES] = 0;
    if (target === oldEp) toggle(words3, to, us ^ 1, ROLE_PAWN, target + (us === 0 ? -8 : 8));
    else if ((source - target & 15) === 0) offerEp(words3, to, source + target >> 1);
  }
}
function isCastling(words3, at, us, source, target) {
  if (words3[at + CHESS960] !== 0) return hasPiece(words3, at, us, target);
  return source - target === 2 || target - source === 2;
}
function castle(words3, at, us, source, target) {
  const home = us === 0 ? 0 : 56;
  const kingside = target > source;
  const rook = words3[at + CHESS960] !== 0 ? target : home + (kingside ? 7 : 0);
  toggle(words3, at, us, ROLE_KING, source);
  toggle(words3, at, us, ROLE_ROOK, rook);
  toggle(words3, at, us, ROLE_KING, home + (kingside ? 6 : 2));
  toggle(words3, at, us, ROLE_ROOK, home + (kingside ? 5 : 3));
}

// src/core/games/chess/attacks.ts
function isAttacked(words3, at, square, by, occupiedLow, occupiedHigh) {
  const theirLow = words3[at + WHITE + 2 * by];
  const theirHigh = words3[at + WHITE + 2 * by + 1];
  const s = 2 * square;
  const pawns = 128 * (by ^ 1) + s;
  if (((KNIGHT[s] & words3[at + 2] | KING[s] & words3[at + 10] | PAWN[pawns] & words3[at]) & theirLow) !== 0 || ((KNIGHT[s + 1] & words3[at + 3] | KING[s + 1] & words3[at + 11] | PAWN[pawns + 1] & words3[at + 1]) & theirHigh) !== 0) {
    return true;
  }
  return isSlidAt(words3, at, square, theirLow, theirHigh, occupiedLow, occupiedHigh);
}
function isSlidAt(words3, at, square, theirLow, theirHigh, occupiedLow, occupiedHigh) {
  const s = 2 * square;
  const queensLow = words3[at + 8];
  const queensHigh = words3[at + 9];
  let low = (ROOK_RAYS[s] & (words3[at + 6] | queensLow) | BISHOP_RAYS[s] & (words3[at + 4] | queensLow)) & theirLow;
  let high = (ROOK_RAYS[s + 1] & (words3[at + 7] | queensHigh) | BISHOP_RAYS[s + 1] & (words3[at + 5] | queensHigh)) & theirHigh;
  for (; low !== 0; low &= low - 1) {
    const b = (square << 6 | 31 - Math.clz32(low & -low)) << 1;
    if ((BETWEEN[b] & occupiedLow | BETWEEN[b + 1] & occupiedHigh) === 0) return true;
  }
  for (; high !== 0; high &= high - 1) {
    const b = (square << 6 | 63 - Math.clz32(high & -high)) << 1;
    if ((BETWEEN[b] & occupiedLow | BETWEEN[b + 1] & occupiedHigh) === 0) return true;
  }
  return false;
}
function kingSquare(words3, at, color) {
  const low = words3[at + 10] & words3[at + WHITE + 2 * color];
  return low !== 0 ? lowestBit(low) : 32 + lowestBit(words3[at + 11] & words3[at + WHITE + 2 * color + 1]);
}

// src/core/games/chess/move-map.ts
var COUNT = 0;
var MOVERS = 2;
var PUSH = 4;
var DOUBLE = 6;
var WEST = 8;
var EAST = 10;
var TARGETS = 12;
var MAP = 140;

// src/core/games/chess/castling.ts
function castlingTargets(words3, at, king, occLow, occHigh) {
  const us = words3[at + TURN];
  const rights = us === 0 ? words3[at + RIGHTS] & 255 : words3[at + RIGHTS] >>> 8;
  const home = us === 0 ? 0 : 56;
  const rank = us === 0 ? occLow & 255 : occHigh >>> 24;
  const kingFile = king - home;
  const chess960 = words3[at + CHESS960] !== 0;
  let targets = 0;
  for (let bits = rights; bits !== 0; bits &= bits - 1) {
    const rookFile = lowestBit(bits);
    const kingside = rookFile > kingFile;
    const kingTo = kingside ? 6 : 2;
    const rookTo = kingside ? 5 : 3;
    const pieces = 1 << kingFile | 1 << rookFile;
    const path = (span(kingFile, kingTo) | span(rookFile, rookTo)) & ~pieces;
    if ((rank & path) !== 0) continue;
    const shift = us === 0 ? 0 : 24;
    const rankAfter = pieces << shift;
    const wayLow = us === 0 ? occLow & ~(1 << kingFile) : occLow;
    const wayHigh = us === 0 ? occHigh : occHigh & ~(1 << 24 + kingFile);
    let safe = true;
    for (let file = kingFile; safe && file !== kingTo; ) {
      file += kingTo > kingFile ? 1 : -1;
      if (file !== kingTo) safe = !isAttacked(words3, at, home + file, us ^ 1, wayLow, wayHigh);
    }
    if (!safe) continue;
    const rookBit = 1 << rookTo << shift;
    const endLow = us === 0 ? occLow & ~rankAfter | rookBit : occLow;
    const endHigh = us === 0 ? occHigh : occHigh & ~rankAfter | rookBit;
    if (isAttacked(words3, at, home + kingTo, us ^ 1, endLow, endHigh)) continue;
    targets |= 1 << (chess960 ? rookFile : kingTo) << shift;
  }
  return targets;
}
var span = (a, b) => a < b ? (2 << b) - (1 << a) : (2 << a) - (1 << b);

// src/core/games/chess/pawn-moves.ts
var FILE_A = 16843009;
var FILE_H = 2155905152 | 0;
function addPawns(words3, at, map4, m, king, checkLow, checkHigh, pinnedLow, pinnedHigh, answerLow, answerHigh) {
  const us = words3[at + TURN];
  const own = at + WHITE + 2 * us;
  const ownLow = words3[own];
  const ownHigh = words3[own + 1];
  const their = at + WHITE + 2 * (us ^ 1);
  const theirLow = words3[their];
  const theirHigh = words3[their + 1];
  const occLow = ownLow | theirLow;
  const occHigh = ownHigh | theirHigh;
  let count = 0;
  const pawnsLow = words3[at] & ownLow;
  const pawnsHigh = words3[at + 1] & ownHigh;
  const freeLow = ~occLow;
  const freeHigh = ~occHigh;
  const pLow = pawnsLow & ~pinnedLow;
  const pHigh = pawnsHigh & ~pinnedHigh;
  let pushLow;
  let pushHigh;
  let doubleLow;
  let doubleHigh;
  let westLow;
  let westHigh;
  let eastLow;
  let eastHigh;
  if (us === 0) {
    pushLow = pLow << 8 & freeLow;
    pushHigh = (pHigh << 8 | pLow >>> 24) & freeHigh;
    doubleLow = (pushLow & 16711680) << 8 & freeLow & answerLow;
    doubleHigh = 0;
    const wLow = pLow & ~FILE_A;
    const wHigh = pHigh & ~FILE_A;
    westLow = wLow << 7 & theirLow & answerLow;
    westHigh = (wHigh << 7 | wLow >>> 25) & theirHigh & answerHigh;
    const eLow = pLow & ~FILE_H;
    const eHigh = pHigh & ~FILE_H;
    eastLow = eLow << 9 & theirLow & answerLow;
    eastHigh = (eHigh << 9 | eLow >>> 23) & theirHigh & answerHigh;
  } else {
    pushLow = (pLow >>> 8 | pHigh << 24) & freeLow;
    pushHigh = pHigh >>> 8 & freeHigh;
    doubleLow = 0;
    doubleHigh = (pushHigh & 65280) >>> 8 & freeHigh & answerHigh;
    const wLow = pLow & ~FILE_A;
    const wHigh = pHigh & ~FILE_A;
    westLow = (wLow >>> 9 | wHigh << 23) & theirLow & answerLow;
    westHigh = wHigh >>> 9 & theirHigh & answerHigh;
    const eLow = pLow & ~FILE_H;
    const eHigh = pHigh & ~FILE_H;
    eastLow = (eLow >>> 7 | eHigh << 25) & theirLow & answerLow;
    eastHigh = eHigh >>> 7 & theirHigh & answerHigh;
  }
  pushLow &= answerLow;
  pushHigh &= answerHigh;
  map4[m + PUSH] = pushLow;
  map4[m + PUSH + 1] = pushHigh;
  map4[m + DOUBLE] = doubleLow;
  map4[m + DOUBLE + 1] = doubleHigh;
  map4[m + WEST] = westLow;
  map4[m + WEST + 1] = westHigh;
  map4[m + EAST] = eastLow;
  map4[m + EAST + 1] = eastHigh;
  count += popcount(pushLow | doubleLow, pushHigh | doubleHigh) + popcount(westLow, westHigh) + popcount(eastLow, eastHigh);
  const lastRank = us === 0 ? pHigh >>> 16 & 255 : pLow >>> 8 & 255;
  if (lastRank !== 0) {
    const lastLow = us === 0 ? 0 : 255;
    const lastHigh = us === 0 ? 4278190080 | 0 : 0;
    count += 3 * (popcount(pushLow & lastLow, pushHigh & lastHigh) + popcount(westLow & lastLow, westHigh & lastHigh) + popcount(eastLow & lastLow, eastHigh & lastHigh));
  }
  if ((checkLow | checkHigh) === 0 && (pawnsLow & pinnedLow | pawnsHigh & pinnedHigh) !== 0) {
    count += addPinnedPawns(words3, at, map4, m, king, pawnsLow & pinnedLow, pawnsHigh & pinnedHigh);
  }
  if (words3[at + EP] >= 0) count += addEnPassant(words3, at, map4, m, king, checkLow, checkHigh);
  return count;
}
function addPinnedPawns(words3, at, map4, m, king, pinnedLow, pinnedHigh) {
  const us = words3[at + TURN];
  const forward = us === 0 ? 8 : -8;
  let count = 0;
  const allow = (from, to, direction) => {
    const l = (king * 64 + from << 1) + (to >>> 5);
    if ((LINE[l] >>> (to & 31) & 1) === 0) return;
    map4[m + direction + (to >>> 5)] |= 1 << (to & 31);
    count += to < 8 || to >= 56 ? 4 : 1;
  };
  const isFree = (s) => !hasPiece(words3, at, 0, s) && !hasPiece(words3, at, 1, s);
  for (let s = 0; s < 64; s++) {
    if (((s < 32 ? pinnedLow : pinnedHigh) >>> (s & 31) & 1) === 0) continue;
    const file = s & 7;
    if (isFree(s + forward)) {
      allow(s, s + forward, PUSH);
      if (s >> 3 === (us === 0 ? 1 : 6) && isFree(s + 2 * forward)) allow(s, s + 2 * forward, DOUBLE);
    }
    if (file > 0 && hasPiece(words3, at, us ^ 1, s + forward - 1)) allow(s, s + forward - 1, WEST);
    if (file < 7 && hasPiece(words3, at, us ^ 1, s + forward + 1)) allow(s, s + forward + 1, EAST);
  }
  return count;
}
function addEnPassant(words3, at, map4, m, king, checkLow, checkHigh) {
  const us = words3[at + TURN];
  const ep = words3[at + EP];
  const captured = ep + (us === 0 ? -8 : 8);
  const capturedLow = captured < 32 ? 1 << captured : 0;
  const capturedHigh = captured < 32 ? 0 : 1 << captured - 32;
  const steadyLow = checkLow & ~capturedLow & (words3[at] | words3[at + 2]);
  const steadyHigh = checkHigh & ~capturedHigh & (words3[at + 1] | words3[at + 3]);
  if ((steadyLow | steadyHigh) !== 0) return 0;
  const own = at + WHITE + 2 * us;
  const their = at + WHITE + 2 * (us ^ 1);
  let count = 0;
  for (let side = 0; side < 2; side++) {
    const file = (ep & 7) + (side === 0 ? 1 : -1);
    if (file < 0 || file > 7) continue;
    const from = captured - (ep & 7) + file;
    const bit = 1 << (from & 31);
    if ((words3[at + (from >>> 5)] & words3[own + (from >>> 5)] & bit) === 0) continue;
    let low = (words3[own] | words3[their]) & ~capturedLow;
    let high = (words3[own + 1] | words3[their + 1]) & ~capturedHigh;
    if (from < 32) low &= ~bit;
    else high &= ~bit;
    if (ep < 32) low |= 1 << ep;
    else high |= 1 << ep - 32;
    if (isSlidAt(words3, at, king, words3[their], words3[their + 1], low, high)) continue;
    map4[m + (side === 0 ? WEST : EAST) + (ep >>> 5)] |= 1 << (ep & 31);
    count++;
  }
  return count;
}

// src/core/games/chess/movegen.ts
function fillMap(words3, at, map4, m) {
  const us = words3[at + TURN];
  const own = at + WHITE + 2 * us;
  const ownLow = words3[own];
  const ownHigh = words3[own + 1];
  const their = at + WHITE + 2 * (us ^ 1);
  const theirLow = words3[their];
  const theirHigh = words3[their + 1];
  const occLow = ownLow | theirLow;
  const occHigh = ownHigh | theirHigh;
  const kingLow = words3[at + 10] & ownLow;
  const kingHigh = words3[at + 11] & ownHigh;
  const king = kingLow !== 0 ? lowestBit(kingLow) : 32 + lowestBit(kingHigh);
  const k2 = 2 * king;
  const queensLow = words3[at + 8];
  const queensHigh = words3[at + 9];
  const pawnIndex = 128 * us + k2;
  let checkLow = (KNIGHT[k2] & words3[at + 2] | PAWN[pawnIndex] & words3[at]) & theirLow;
  let checkHigh = (KNIGHT[k2 + 1] & words3[at + 3] | PAWN[pawnIndex + 1] & words3[at + 1]) & theirHigh;
  let pinnedLow = 0;
  let pinnedHigh = 0;
  let snipersLow = (ROOK_RAYS[k2] & (words3[at + 6] | queensLow) | BISHOP_RAYS[k2] & (words3[at + 4] | queensLow)) & theirLow;
  let snipersHigh = (ROOK_RAYS[k2 + 1] & (words3[at + 7] | queensHigh) | BISHOP_RAYS[k2 + 1] & (words3[at + 5] | queensHigh)) & theirHigh;
  while ((snipersLow | snipersHigh) !== 0) {
    let sniper;
    if (snipersLow !== 0) {
      sniper = lowestBit(snipersLow);
      snipersLow &= snipersLow - 1;
    } else {
      sniper = 32 + lowestBit(snipersHigh);
      snipersHigh &= snipersHigh - 1;
    }
    const b = king * 64 + sniper << 1;
    const blockLow = BETWEEN[b] & occLow;
    const blockHigh = BETWEEN[b + 1] & occHigh;
    if ((blockLow | blockHigh) === 0) {
      if (sniper < 32) checkLow |= 1 << sniper;
      else checkHigh |= 1 << sniper - 32;
    } else if (blockLow === 0 ? (blockHigh & blockHigh - 1) === 0 : blockHigh === 0 && (blockLow & blockLow - 1) === 0) {
      pinnedLow |= blockLow & ownLow;
      pinnedHigh |= blockHigh & ownHigh;
    }
  }
  let count = 0;
  let answerLow = -1;
  let answerHigh = -1;
  const checked = (checkLow | checkHigh) !== 0;
  if (checked) {
    const single = checkLow === 0 ? (checkHigh & checkHigh - 1) === 0 : checkHigh === 0 && (checkLow & checkLow - 1) === 0;
    if (single) {
      const b = king * 64 + (checkLow !== 0 ? lowestBit(checkLow) : 32 + lowestBit(checkHigh)) << 1;
      answerLow = checkLow | BETWEEN[b];
      answerHigh = checkHigh | BETWEEN[b + 1];
    } else {
      answerLow = 0;
      answerHigh = 0;
    }
  }
  let toLow = KING[k2] & ~ownLow;
  let toHigh = KING[k2 + 1] & ~ownHigh;
  if ((toLow | toHigh) !== 0) {
    const awayLow = occLow & ~kingLow;
    const awayHigh = occHigh & ~kingHigh;
    let tryLow = toLow;
    let tryHigh = toHigh;
    while (tryLow !== 0) {
      const bit = tryLow & -tryLow;
      tryLow ^= bit;
      if (isAttacked(words3, at, 31 - Math.clz32(bit), us ^ 1, awayLow, awayHigh)) toLow ^= bit;
    }
    while (tryHigh !== 0) {
      const bit = tryHigh & -tryHigh;
      tryHigh ^= bit;
      if (isAttacked(words3, at, 63 - Math.clz32(bit), us ^ 1, awayLow, awayHigh)) toHigh ^= bit;
    }
  }
  if (!checked && words3[at + RIGHTS] !== 0) {
    const castling = castlingTargets(words3, at, king, occLow, occHigh);
    if (king < 32) toLow |= castling;
    else toHigh |= castling;
  }
  count = popcount(toLow, toHigh);
  map4[m + TARGETS + k2] = toLow;
  map4[m + TARGETS + k2 + 1] = toHigh;
  let moversLow = kingLow;
  let moversHigh = kingHigh;
  if ((answerLow | answerHigh) === 0) {
    map4[m + COUNT] = count;
    map4[m + MOVERS] = moversLow;
    map4[m + MOVERS + 1] = moversHigh;
    map4.fill(0, m + PUSH, m + TARGETS);
    return count;
  }
  const goLow = answerLow & ~ownLow;
  const goHigh = answerHigh & ~ownHigh;
  let fromLow = words3[at + 2] & ownLow & ~pinnedLow;
  let fromHigh = words3[at + 3] & ownHigh & ~pinnedHigh;
  moversLow |= fromLow;
  moversHigh |= fromHigh;
  while ((fromLow | fromHigh) !== 0) {
    let s2;
    if (fromLow !== 0) {
      s2 = 31 - Math.clz32(fromLow & -fromLow) << 1;
      fromLow &= fromLow - 1;
    } else {
      s2 = 63 - Math.clz32(fromHigh & -fromHigh) << 1;
      fromHigh &= fromHigh - 1;
    }
    const low = KNIGHT[s2] & goLow;
    const high = KNIGHT[s2 + 1] & goHigh;
    map4[m + TARGETS + s2] = low;
    map4[m + TARGETS + s2 + 1] = high;
    count += popcount(low, high);
  }
  const straightLow = (words3[at + 6] | queensLow) & ownLow;
  const straightHigh = (words3[at + 7] | queensHigh) & ownHigh;
  const diagonalLow = (words3[at + 4] | queensLow) & ownLow;
  const diagonalHigh = (words3[at + 5] | queensHigh) & ownHigh;
  fromLow = straightLow | diagonalLow;
  fromHigh = straightHigh | diagonalHigh;
  moversLow |= fromLow;
  moversHigh |= fromHigh;
  while ((fromLow | fromHigh) !== 0) {
    let s;
    let straight;
    let diagonal;
    let pinned;
    if (fromLow !== 0) {
      const bit = fromLow & -fromLow;
      fromLow ^= bit;
      s = 31 - Math.clz32(bit);
      straight = straightLow & bit;
      diagonal = diagonalLow & bit;
      pinned = pinnedLow & bit;
    } else {
      const bit = fromHigh & -fromHigh;
      fromHigh ^= bit;
      s = 63 - Math.clz32(bit);
      straight = straightHigh & bit;
      diagonal = diagonalHigh & bit;
      pinned = pinnedHigh & bit;
    }
    let low = 0;
    let high = 0;
    if (straight !== 0) {
      low = rookLow(s, occLow, occHigh);
      high = rookHigh(s, occLow, occHigh);
    }
    if (diagonal !== 0) {
      const d = s << 2;
      const file = s & 7;
      const riseLow = DIAGONALS[d];
      const riseHigh = DIAGONALS[d + 1];
      const fallLow = DIAGONALS[d + 2];
      const fallHigh = DIAGONALS[d + 3];
      const rise = alongDiagonal(file, occLow & riseLow | occHigh & riseHigh);
      const fall = alongDiagonal(file, occLow & fallLow | occHigh & fallHigh);
      low |= rise & riseLow | fall & fallLow;
      high |= rise & riseHigh | fall & fallHigh;
    }
    low &= goLow;
    high &= goHigh;
    if (pinned !== 0) {
      const l = king * 64 + s << 1;
      low &= LINE[l];
      high &= LINE[l + 1];
    }
    map4[m + TARGETS + 2 * s] = low;
    map4[m + TARGETS + 2 * s + 1] = high;
    count += popcount(low, high);
  }
  map4[m + MOVERS] = moversLow;
  map4[m + MOVERS + 1] = moversHigh;
  count += addPawns(words3, at, map4, m, king, checkLow, checkHigh, pinnedLow, pinnedHigh, answerLow, answerHigh);
  map4[m + COUNT] = count;
  return count;
}

// src/core/games/chess/san.ts
var ILLEGAL = -1;
var AMBIGUOUS = -2;
var map = new Int32Array(MAP);
function playSan(words3, from, to, code) {
  const castling = sanCastling(code);
  if (castling !== 0) return playCastling(words3, from, to, castling === 1);
  const role = sanRole(code);
  if (role === 0) return playPawn(words3, from, to, code);
  const us = words3[from + TURN];
  const target = sanTarget(code);
  if (hasPiece(words3, from, us, target)) return ILLEGAL;
  const own = from + WHITE + 2 * us;
  let low = words3[from + 2 * role] & words3[own];
  let high = words3[from + 2 * role + 1] & words3[own + 1];
  const t2 = 2 * target;
  if (role === 1) {
    low &= KNIGHT[t2];
    high &= KNIGHT[t2 + 1];
  } else if (role === 5) {
    low &= KING[t2];
    high &= KING[t2 + 1];
  } else {
    low &= (role === 3 ? 0 : BISHOP_RAYS[t2]) | (role === 2 ? 0 : ROOK_RAYS[t2]);
    high &= (role === 3 ? 0 : BISHOP_RAYS[t2 + 1]) | (role === 2 ? 0 : ROOK_RAYS[t2 + 1]);
  }
  const file = sanFile(code);
  if (file >= 0) {
    low &= 16843009 << file;
    high &= 16843009 << file;
  }
  const rank = sanRank(code);
  if (rank >= 0) {
    low &= rank < 4 ? 255 << 8 * rank : 0;
    high &= rank < 4 ? 0 : 255 << 8 * (rank - 4);
  }
  let found = ILLEGAL;
  let tried = ILLEGAL;
  while ((low | high) !== 0) {
    let source;
    if (low !== 0) {
      source = 31 - Math.clz32(low & -low);
      low &= low - 1;
    } else {
      source = 63 - Math.clz32(high & -high);
      high &= high - 1;
    }
    if (isBlocked(words3, from, source, target)) continue;
    tried = encodeMove(source, target);
    if (!playSafely(words3, from, to, tried)) continue;
    if (found !== ILLEGAL) return AMBIGUOUS;
    found = tried;
  }
  if (found !== tried && found !== ILLEGAL) play(words3, from, to, found);
  return found;
}
function isBlocked(words3, at, a, b) {
  const i = 2 * (64 * a + b);
  return (BETWEEN[i] & (words3[at + WHITE] | words3[at + WHITE + 2]) | BETWEEN[i + 1] & (words3[at + WHITE + 1] | words3[at + WHITE + 3])) !== 0;
}
function playSafely(words3, from, to, move) {
  play(words3, from, to, move);
  const us = words3[from + TURN];
  return !isAttacked(
    words3,
    to,
    kingSquare(words3, to, us),
    us ^ 1,
    words3[to + WHITE] | words3[to + WHITE + 2],
    words3[to + WHITE + 1] | words3[to + WHITE + 3]
  );
}
var isEmpty = (words3, at, square) => !hasPiece(words3, at, 0, square) && !hasPiece(words3, at, 1, square);
var isOwnPawn = (words3, at, square) => square >= 0 && square < 64 && (words3[at + (square >>> 5)] >>> (square & 31) & 1) !== 0 && hasPiece(words3, at, words3[at + TURN], square);
function playPawn(words3, from, to, code) {
  const source = pawnSource(words3, from, code);
  if (source < 0) return ILLEGAL;
  const target = sanTarget(code);
  const promotion = sanPromotion(code);
  if ((target < 8 || target >= 56) !== (promotion !== 0)) return ILLEGAL;
  const move = encodeMove(source, target, promotion);
  return playSafely(words3, from, to, move) ? move : ILLEGAL;
}
function pawnSource(words3, at, code) {
  const us = words3[at + TURN];
  const target = sanTarget(code);
  const back = us === 0 ? -8 : 8;
  const file = sanFile(code);
  let source;
  if (file >= 0 && file !== (target & 7)) {
    const step = file - (target & 7);
    source = target + back + step;
    if (step !== 1 && step !== -1 || !isOwnPawn(words3, at, source)) return -1;
    if (target !== words3[at + EP] && !hasPiece(words3, at, us ^ 1, target)) return -1;
  } else {
    if (!isEmpty(words3, at, target)) return -1;
    source = target + back;
    if (!isOwnPawn(words3, at, source)) {
      if (target >> 3 !== (us === 0 ? 3 : 4) || !isEmpty(words3, at, source)) return -1;
      source += back;
      if (!isOwnPawn(words3, at, source)) return -1;
    }
  }
  const rank = sanRank(code);
  return rank < 0 || source >> 3 === rank ? source : -1;
}
function castlingMove(words3, at, kingside, chess960) {
  const us = words3[at + TURN];
  const home = us === 0 ? 0 : 56;
  const king = kingSquare(words3, at, us);
  if (king >> 3 !== home >> 3) return ILLEGAL;
  for (let file = 0; file < 8; file++) {
    if ((words3[at + RIGHTS] & rightBit(home + file)) === 0 || file > king - home !== kingside) continue;
    return encodeMove(king, chess960 ? home + file : home + (kingside ? 6 : 2));
  }
  return ILLEGAL;
}
function playCastling(words3, from, to, kingside) {
  const move = castlingMove(words3, from, kingside, words3[from + CHESS960] !== 0);
  if (move < 0) return ILLEGAL;
  fillMap(words3, from, map, 0);
  const target = move >>> 6 & 63;
  if ((map[TARGETS + 2 * (move & 63) + (target >>> 5)] >>> (target & 31) & 1) === 0) return ILLEGAL;
  play(words3, from, to, move);
  return move;
}
function playNull(words3, from, to) {
  const us = words3[from + TURN];
  copyFrame(words3, from, to);
  words3[to + TURN] = us ^ 1;
  words3[to + EP] = -1;
  words3[to + HALFMOVES]++;
  words3[to + FULLMOVES] += us;
  return !isAttacked(
    words3,
    from,
    kingSquare(words3, from, us),
    us ^ 1,
    words3[from + WHITE] | words3[from + WHITE + 2],
    words3[from + WHITE + 1] | words3[from + WHITE + 3]
  );
}

// src/core/games/chess/san-loose.ts
var SIGNS = "((?:ch|mate?|[+#=/\u2020\u2021-])*)";
var CASTLING = new RegExp(`^([O0o])[-\u2013\u2014]?[O0o](?:([-\u2013\u2014]?)([O0o]))?${SIGNS}$`);
var MOVE2 = new RegExp(
  `^([A-Zi-wyz]|[^\\0-\\x7F]{1,2})?(@)?([a-h])?([1-8])?([-x:\xD7\u2013])?([a-hA-H])([1-8])(?:(=?\\(|[=/:])?([A-Za-z]|[\u2654-\u265F\u0400-\u04FF])(\\))?)?(e\\.?p\\.?)?${SIGNS}$`
);
var ROLES = "PNBRQK";
var FIGURINES = ["\u2659\u265F", "\u2658\u265E", "\u2657\u265D", "\u2656\u265C", "\u2655\u265B", "\u2654\u265A"];
var checkOf = (signs) => /^(?:#|‡|mate?)/.test(signs) ? 2 : /^(?:\+|†|ch)/.test(signs) ? 1 : 0;
var isPlainSign = (signs) => signs === "" || signs === "+" || signs === "#";
var NO_PARTS = {
  castling: "",
  letter: "",
  file: "",
  rank: "",
  takes: "",
  targetFile: "",
  targetRank: "",
  promotionSign: "",
  promoted: "",
  promotionEnd: "",
  enPassant: "",
  signs: ""
};
function looseParts(text) {
  const castles = CASTLING.exec(text);
  if (castles) return { ...NO_PARTS, castling: text.slice(0, text.length - castles[4].length), signs: castles[4] };
  const match = MOVE2.exec(text);
  if (match === null || match[2] !== void 0) return void 0;
  if ((match[8] ?? "").endsWith("(") !== (match[10] !== void 0)) return void 0;
  return {
    castling: "",
    letter: match[1] ?? "",
    file: match[3] ?? "",
    rank: match[4] ?? "",
    takes: match[5] ?? "",
    targetFile: match[6],
    targetRank: match[7],
    promotionSign: match[8] ?? "",
    promoted: match[9] ?? "",
    promotionEnd: match[10] ?? "",
    enPassant: match[11] ?? "",
    signs: match[12]
  };
}
function readLoose(text) {
  const parts = looseParts(text);
  if (parts === void 0) return void 0;
  const { castling, letter, file, rank, takes, targetFile, targetRank, promoted, signs } = parts;
  if (castling !== "") {
    const oddities2 = /^O-O(?:-O)?$/.test(castling) ? [] : ["castling letters"];
    if (!isPlainSign(signs)) oddities2.push("trailing signs");
    return {
      role: 5,
      file: -1,
      rank: -1,
      target: 0,
      promotion: 0,
      capture: false,
      check: checkOf(signs),
      castling: castling.replace(/[^O0o]/g, "").length === 2 ? 1 : 2,
      unknownPiece: void 0,
      oddities: oddities2
    };
  }
  const oddities = [];
  const role = letter === "" ? 0 : roleOf2(letter, oddities);
  const promotion = promoted === "" ? 0 : promotionOf(promoted);
  if (promotion < 0 || promotion === 5 || promoted !== "" && promotion === 0) return void 0;
  const whole = file !== "" && rank !== "";
  if (promoted !== "" && !whole && (parts.promotionSign !== "=" || !"NBRQ".includes(promoted)))
    oddities.push("promotion sign");
  if (takes === ":" || takes === "\xD7") oddities.push("capture sign");
  if (targetFile < "a") oddities.push("capital file");
  if (parts.enPassant !== "") oddities.push("en passant mark");
  if (whole || takes === "-" || takes === "\u2013") oddities.push("long notation");
  if (!isPlainSign(signs)) oddities.push("trailing signs");
  return {
    role: Math.max(0, role),
    file: file === "" ? -1 : file.charCodeAt(0) - 97,
    rank: rank === "" ? -1 : rank.charCodeAt(0) - 49,
    target: targetFile.toLowerCase().charCodeAt(0) - 97 + 8 * (targetRank.charCodeAt(0) - 49),
    promotion,
    capture: takes !== "" && takes !== "-" && takes !== "\u2013",
    check: checkOf(signs),
    castling: 0,
    unknownPiece: role < 0 ? letter : void 0,
    oddities
  };
}
var figurineRole = (letter) => FIGURINES.findIndex((pair) => pair.includes(letter.charAt(0)));
var promotionOf = (letter) => {
  const figurine = figurineRole(letter);
  return figurine >= 0 ? figurine : ROLES.indexOf(letter.toUpperCase());
};
function roleOf2(letter, oddities) {
  const role = ROLES.indexOf(letter);
  if (role > 0) return role;
  if (role === 0) {
    oddities.push("pawn letter");
    return 0;
  }
  const figurine = figurineRole(letter);
  if (figurine >= 0) {
    oddities.push("figurine");
    return figurine;
  }
  const small = ROLES.indexOf(letter.toUpperCase());
  if (small < 0) return -1;
  oddities.push(small === 0 ? "pawn letter" : "small piece letter");
  return small;
}
var map2 = new Int32Array(MAP);
function playLoose(words3, from, to, loose) {
  if (loose.unknownPiece !== void 0) return ILLEGAL;
  const us = words3[from + TURN];
  const whole = loose.file >= 0 && loose.rank >= 0;
  if (loose.role !== 0 && loose.promotion !== 0) return ILLEGAL;
  if (!whole || loose.role !== 0) {
    const move2 = playSan(words3, from, to, sanCode(loose));
    return move2 === ILLEGAL && isSmallB(loose) ? playSan(words3, from, to, sanCode({ ...loose, role: 2, file: -1 })) : move2;
  }
  const source = loose.file + 8 * loose.rank;
  if (!hasPiece(words3, from, us, source)) return ILLEGAL;
  const role = roleAt(words3, from, source);
  if (role !== 0 && loose.promotion !== 0) return ILLEGAL;
  if (role !== 5) return playSan(words3, from, to, sanCode({ ...loose, role }));
  fillMap(words3, from, map2, 0);
  const isTarget = (target2) => (map2[MOVERS + (source >>> 5)] >>> (source & 31) & 1) !== 0 && (map2[TARGETS + 2 * source + (target2 >>> 5)] >>> (target2 & 31) & 1) !== 0;
  let target = loose.target;
  if (words3[from + CHESS960] === 0 && !isTarget(target) && hasPiece(words3, from, us, target)) {
    target = target > source ? source + 2 : source - 2;
    if ((loose.target & 7) !== 7 && (loose.target & 7) !== 0) return ILLEGAL;
  } else if (words3[from + CHESS960] !== 0 && !isTarget(target) && Math.abs(target - source) > 1) {
    const castling = castlingMove(words3, from, target > source, true);
    const lands = target > source ? 6 : 2;
    if (castling >= 0 && target === (source & 56) + lands) target = castling >>> 6;
  }
  if (!isTarget(target)) return ILLEGAL;
  const move = encodeMove(source, target);
  play(words3, from, to, move);
  return move;
}
var isSmallB = (loose) => loose.role === 0 && loose.file === 1 && loose.rank < 0 && !loose.capture;

// src/core/games/chess/san-letters.ts
var ENGLISH = "PNBRQK";
var LANGUAGES = [
  ["German", "S L T D K"],
  ["French", "C F T D R"],
  ["Spanish or Italian", "C A T D R"],
  ["Dutch", "P L T D K"],
  ["Russian", "\u041A \u0421 \u041B \u0424 \u041A\u0440"],
  ["Polish", "S G W H K"],
  ["Portuguese", "C B T D R"],
  ["Czech", "J S V D K"],
  ["Hungarian", "H F B V K"],
  ["Finnish", "R L T D K"],
  ["Romanian", "C N T D R"],
  ["Estonian", "R O V L K"],
  ["Croatian", "S L T D K"]
];
var languages = LANGUAGES.map(([name, letters]) => ({
  name,
  roles: new Map(letters.split(" ").map((letter, i) => [letter, [i + 1]]))
}));
var MIXED = { name: "", roles: mixedRoles() };
function mixedRoles() {
  const roles = /* @__PURE__ */ new Map();
  for (const { roles: own } of languages) {
    for (const [letter, [role]] of own) {
      if (ENGLISH.includes(letter)) continue;
      const known = roles.get(letter) ?? [];
      if (!known.includes(role)) roles.set(letter, [...known, role]);
    }
  }
  return roles;
}
function lettersFor(used) {
  const fitting = languages.filter(({ roles }) => [...used].every((letter) => roles.has(letter)));
  const isEnglish = ({ roles }) => [...used].every((letter) => !ENGLISH.includes(letter) || roles.get(letter)?.[0] === ENGLISH.indexOf(letter));
  return [...fitting.filter(isEnglish), MIXED, ...fitting.filter((letters) => !isEnglish(letters))];
}
function pieceLetter(text) {
  const c = text.charCodeAt(0);
  if (c >= 65 && c <= 90) return text.charAt(0) === "O" && !/^Ox?[a-h]/.test(text) ? void 0 : text.charAt(0);
  if (c < 1024 || c > 1279) return void 0;
  const second = text.charCodeAt(1);
  return text.slice(0, second >= 1024 && second <= 1279 ? 2 : 1);
}
function englishForms(text, letters) {
  const parts = looseParts(text);
  if (parts === void 0 || parts.castling !== "") return [text];
  const rest = text.slice(parts.letter.length);
  const promoted = letters.roles.get(parts.promoted.toUpperCase())?.[0];
  const tail = promoted === void 0 ? rest : rest.slice(0, rest.length - parts.signs.length - parts.enPassant.length - parts.promoted.length) + ENGLISH.charAt(promoted) + parts.enPassant + parts.signs;
  const roles = letters.roles.get(parts.letter);
  return roles === void 0 ? [parts.letter + tail] : roles.map((role) => ENGLISH.charAt(role) + tail);
}

// src/core/games/chess/moves.ts
var PROMOTION_LETTERS = ["", "n", "b", "r", "q"];
var SQUARES = Array.from({ length: 64 }, (_, s) => "abcdefgh"[s & 7] + String((s >> 3) + 1));
var squareName = (square) => SQUARES[square];
var moveName = (move) => SQUARES[move & 63] + SQUARES[move >>> 6 & 63] + PROMOTION_LETTERS[move >>> 12];

// src/core/games/chess/san-reason.ts
var words = new Int32Array(2 * FRAME);
var map3 = new Int32Array(MAP);

// ../../../work/main/node_modules/@badrap/result/dist/node-mjs/index.mjs
var _Result = class {
  unwrap(ok2, err2) {
    const r = this._chain((value) => Result.ok(ok2 ? ok2(value) : value), (error) => err2 ? Result.ok(err2(error)) : Result.err(error));
    if (r.isErr) {
      throw r.error;
    }
    return r.value;
  }
  map(ok2, err2) {
    return this._chain((value) => Result.ok(ok2(value)), (error) => Result.err(err2 ? err2(error) : error));
  }
  chain(ok2, err2) {
    return this._chain(ok2, err2 ?? ((error) => Result.err(error)));
  }
};
var _Ok = class extends _Result {
  value;
  isOk = true;
  isErr = false;
  constructor(value) {
    super();
    this.value = value;
  }
  _chain(ok2, _err) {
    return ok2(this.value);
  }
};
var _Err = class extends _Result {
  error;
  isOk = false;
  isErr = true;
  constructor(error) {
    super();
    this.error = error;
  }
  _chain(_ok, err2) {
    return err2(this.error);
  }
};
var Result;
(function(Result2) {
  function ok2(value) {
    return new _Ok(value);
  }
  Result2.ok = ok2;
  function err2(error) {
    return new _Err(error || new Error());
  }
  Result2.err = err2;
  function all(obj) {
    if (Array.isArray(obj)) {
      const res2 = [];
      for (let i = 0; i < obj.length; i++) {
        const item = obj[i];
        if (item.isErr) {
          return item;
        }
        res2.push(item.value);
      }
      return Result2.ok(res2);
    }
    const res = {};
    const keys = Object.keys(obj);
    for (let i = 0; i < keys.length; i++) {
      const item = obj[keys[i]];
      if (item.isErr) {
        return item;
      }
      res[keys[i]] = item.value;
    }
    return Result2.ok(res);
  }
  Result2.all = all;
})(Result || (Result = {}));

// ../../../work/main/node_modules/chessops/dist/esm/squareSet.js
var popcnt32 = (n) => {
  n = n - (n >>> 1 & 1431655765);
  n = (n & 858993459) + (n >>> 2 & 858993459);
  return Math.imul(n + (n >>> 4) & 252645135, 16843009) >> 24;
};
var bswap32 = (n) => {
  n = n >>> 8 & 16711935 | (n & 16711935) << 8;
  return n >>> 16 & 65535 | (n & 65535) << 16;
};
var rbit32 = (n) => {
  n = n >>> 1 & 1431655765 | (n & 1431655765) << 1;
  n = n >>> 2 & 858993459 | (n & 858993459) << 2;
  n = n >>> 4 & 252645135 | (n & 252645135) << 4;
  return bswap32(n);
};
var SquareSet = class _SquareSet {
  constructor(lo, hi) {
    this.lo = lo | 0;
    this.hi = hi | 0;
  }
  static fromSquare(square) {
    return square >= 32 ? new _SquareSet(0, 1 << square - 32) : new _SquareSet(1 << square, 0);
  }
  static fromRank(rank) {
    return new _SquareSet(255, 0).shl64(8 * rank);
  }
  static fromFile(file) {
    return new _SquareSet(16843009 << file, 16843009 << file);
  }
  static empty() {
    return new _SquareSet(0, 0);
  }
  static full() {
    return new _SquareSet(4294967295, 4294967295);
  }
  static corners() {
    return new _SquareSet(129, 2164260864);
  }
  static center() {
    return new _SquareSet(402653184, 24);
  }
  static backranks() {
    return new _SquareSet(255, 4278190080);
  }
  static backrank(color) {
    return color === "white" ? new _SquareSet(255, 0) : new _SquareSet(0, 4278190080);
  }
  static lightSquares() {
    return new _SquareSet(1437226410, 1437226410);
  }
  static darkSquares() {
    return new _SquareSet(2857740885, 2857740885);
  }
  complement() {
    return new _SquareSet(~this.lo, ~this.hi);
  }
  xor(other) {
    return new _SquareSet(this.lo ^ other.lo, this.hi ^ other.hi);
  }
  union(other) {
    return new _SquareSet(this.lo | other.lo, this.hi | other.hi);
  }
  intersect(other) {
    return new _SquareSet(this.lo & other.lo, this.hi & other.hi);
  }
  diff(other) {
    return new _SquareSet(this.lo & ~other.lo, this.hi & ~other.hi);
  }
  intersects(other) {
    return this.intersect(other).nonEmpty();
  }
  isDisjoint(other) {
    return this.intersect(other).isEmpty();
  }
  supersetOf(other) {
    return other.diff(this).isEmpty();
  }
  subsetOf(other) {
    return this.diff(other).isEmpty();
  }
  shr64(shift) {
    if (shift >= 64)
      return _SquareSet.empty();
    if (shift >= 32)
      return new _SquareSet(this.hi >>> shift - 32, 0);
    if (shift > 0)
      return new _SquareSet(this.lo >>> shift ^ this.hi << 32 - shift, this.hi >>> shift);
    return this;
  }
  shl64(shift) {
    if (shift >= 64)
      return _SquareSet.empty();
    if (shift >= 32)
      return new _SquareSet(0, this.lo << shift - 32);
    if (shift > 0)
      return new _SquareSet(this.lo << shift, this.hi << shift ^ this.lo >>> 32 - shift);
    return this;
  }
  bswap64() {
    return new _SquareSet(bswap32(this.hi), bswap32(this.lo));
  }
  rbit64() {
    return new _SquareSet(rbit32(this.hi), rbit32(this.lo));
  }
  minus64(other) {
    const lo = this.lo - other.lo;
    const c = (lo & other.lo & 1) + (other.lo >>> 1) + (lo >>> 1) >>> 31;
    return new _SquareSet(lo, this.hi - (other.hi + c));
  }
  equals(other) {
    return this.lo === other.lo && this.hi === other.hi;
  }
  size() {
    return popcnt32(this.lo) + popcnt32(this.hi);
  }
  isEmpty() {
    return this.lo === 0 && this.hi === 0;
  }
  nonEmpty() {
    return this.lo !== 0 || this.hi !== 0;
  }
  has(square) {
    return (square >= 32 ? this.hi & 1 << square - 32 : this.lo & 1 << square) !== 0;
  }
  set(square, on) {
    return on ? this.with(square) : this.without(square);
  }
  with(square) {
    return square >= 32 ? new _SquareSet(this.lo, this.hi | 1 << square - 32) : new _SquareSet(this.lo | 1 << square, this.hi);
  }
  without(square) {
    return square >= 32 ? new _SquareSet(this.lo, this.hi & ~(1 << square - 32)) : new _SquareSet(this.lo & ~(1 << square), this.hi);
  }
  toggle(square) {
    return square >= 32 ? new _SquareSet(this.lo, this.hi ^ 1 << square - 32) : new _SquareSet(this.lo ^ 1 << square, this.hi);
  }
  last() {
    if (this.hi !== 0)
      return 63 - Math.clz32(this.hi);
    if (this.lo !== 0)
      return 31 - Math.clz32(this.lo);
    return;
  }
  first() {
    if (this.lo !== 0)
      return 31 - Math.clz32(this.lo & -this.lo);
    if (this.hi !== 0)
      return 63 - Math.clz32(this.hi & -this.hi);
    return;
  }
  withoutFirst() {
    if (this.lo !== 0)
      return new _SquareSet(this.lo & this.lo - 1, this.hi);
    return new _SquareSet(0, this.hi & this.hi - 1);
  }
  moreThanOne() {
    return this.hi !== 0 && this.lo !== 0 || (this.lo & this.lo - 1) !== 0 || (this.hi & this.hi - 1) !== 0;
  }
  singleSquare() {
    return this.moreThanOne() ? void 0 : this.last();
  }
  *[Symbol.iterator]() {
    let lo = this.lo;
    let hi = this.hi;
    while (lo !== 0) {
      const idx = 31 - Math.clz32(lo & -lo);
      lo ^= 1 << idx;
      yield idx;
    }
    while (hi !== 0) {
      const idx = 31 - Math.clz32(hi & -hi);
      hi ^= 1 << idx;
      yield 32 + idx;
    }
  }
  *reversed() {
    let lo = this.lo;
    let hi = this.hi;
    while (hi !== 0) {
      const idx = 31 - Math.clz32(hi);
      hi ^= 1 << idx;
      yield 32 + idx;
    }
    while (lo !== 0) {
      const idx = 31 - Math.clz32(lo);
      lo ^= 1 << idx;
      yield idx;
    }
  }
};

// ../../../work/main/node_modules/chessops/dist/esm/types.js
var COLORS = ["white", "black"];
var ROLES2 = ["pawn", "knight", "bishop", "rook", "queen", "king"];
var CASTLING_SIDES = ["a", "h"];
var isDrop = (v) => "role" in v;

// ../../../work/main/node_modules/chessops/dist/esm/util.js
var defined = (v) => v !== void 0;
var opposite = (color) => color === "white" ? "black" : "white";
var squareRank = (square) => square >> 3;
var squareFile = (square) => square & 7;
var squareFromCoords = (file, rank) => 0 <= file && file < 8 && 0 <= rank && rank < 8 ? file + 8 * rank : void 0;
function charToRole(ch) {
  switch (ch.toLowerCase()) {
    case "p":
      return "pawn";
    case "n":
      return "knight";
    case "b":
      return "bishop";
    case "r":
      return "rook";
    case "q":
      return "queen";
    case "k":
      return "king";
    default:
      return;
  }
}
function parseSquare(str) {
  if (str.length !== 2)
    return;
  return squareFromCoords(str.charCodeAt(0) - "a".charCodeAt(0), str.charCodeAt(1) - "1".charCodeAt(0));
}
var kingCastlesTo = (color, side) => color === "white" ? side === "a" ? 2 : 6 : side === "a" ? 58 : 62;
var rookCastlesTo = (color, side) => color === "white" ? side === "a" ? 3 : 5 : side === "a" ? 59 : 61;

// ../../../work/main/node_modules/chessops/dist/esm/attacks.js
var computeRange = (square, deltas) => {
  let range = SquareSet.empty();
  for (const delta of deltas) {
    const sq = square + delta;
    if (0 <= sq && sq < 64 && Math.abs(squareFile(square) - squareFile(sq)) <= 2) {
      range = range.with(sq);
    }
  }
  return range;
};
var tabulate = (f) => {
  const table = [];
  for (let square = 0; square < 64; square++)
    table[square] = f(square);
  return table;
};
var KING_ATTACKS = tabulate((sq) => computeRange(sq, [-9, -8, -7, -1, 1, 7, 8, 9]));
var KNIGHT_ATTACKS = tabulate((sq) => computeRange(sq, [-17, -15, -10, -6, 6, 10, 15, 17]));
var PAWN_ATTACKS = {
  white: tabulate((sq) => computeRange(sq, [7, 9])),
  black: tabulate((sq) => computeRange(sq, [-7, -9]))
};
var kingAttacks = (square) => KING_ATTACKS[square];
var knightAttacks = (square) => KNIGHT_ATTACKS[square];
var pawnAttacks = (color, square) => PAWN_ATTACKS[color][square];
var FILE_RANGE = tabulate((sq) => SquareSet.fromFile(squareFile(sq)).without(sq));
var RANK_RANGE = tabulate((sq) => SquareSet.fromRank(squareRank(sq)).without(sq));
var DIAG_RANGE = tabulate((sq) => {
  const diag = new SquareSet(134480385, 2151686160);
  const shift = 8 * (squareRank(sq) - squareFile(sq));
  return (shift >= 0 ? diag.shl64(shift) : diag.shr64(-shift)).without(sq);
});
var ANTI_DIAG_RANGE = tabulate((sq) => {
  const diag = new SquareSet(270549120, 16909320);
  const shift = 8 * (squareRank(sq) + squareFile(sq) - 7);
  return (shift >= 0 ? diag.shl64(shift) : diag.shr64(-shift)).without(sq);
});
var hyperbola = (sq, range, occupied) => {
  const o = range.intersect(occupied);
  const fwd = o.minus64(SquareSet.fromSquare(sq));
  const rev = o.bswap64().minus64(SquareSet.fromSquare(56 ^ sq));
  return fwd.xor(rev.bswap64()).intersect(range);
};
var rankAttacks = (sq, occupied) => {
  const range = RANK_RANGE[sq];
  const o = range.intersect(occupied);
  const fwd = o.minus64(SquareSet.fromSquare(sq));
  const rev = o.rbit64().minus64(SquareSet.fromSquare(63 - sq));
  return fwd.xor(rev.rbit64()).intersect(range);
};
var bishopAttacks = (square, occupied) => {
  return hyperbola(square, DIAG_RANGE[square], occupied).xor(hyperbola(square, ANTI_DIAG_RANGE[square], occupied));
};
var rookAttacks = (square, occupied) => hyperbola(square, FILE_RANGE[square], occupied).xor(rankAttacks(square, occupied));
var queenAttacks = (square, occupied) => bishopAttacks(square, occupied).xor(rookAttacks(square, occupied));
var attacks = (piece2, square, occupied) => {
  switch (piece2.role) {
    case "pawn":
      return pawnAttacks(piece2.color, square);
    case "knight":
      return knightAttacks(square);
    case "bishop":
      return bishopAttacks(square, occupied);
    case "rook":
      return rookAttacks(square, occupied);
    case "queen":
      return queenAttacks(square, occupied);
    case "king":
      return kingAttacks(square);
  }
};
var ray = (a, b) => {
  const other = SquareSet.fromSquare(b);
  if (RANK_RANGE[a].intersects(other))
    return RANK_RANGE[a].with(a);
  if (ANTI_DIAG_RANGE[a].intersects(other))
    return ANTI_DIAG_RANGE[a].with(a);
  if (DIAG_RANGE[a].intersects(other))
    return DIAG_RANGE[a].with(a);
  if (FILE_RANGE[a].intersects(other))
    return FILE_RANGE[a].with(a);
  return SquareSet.empty();
};
var between = (a, b) => ray(a, b).intersect(SquareSet.full().shl64(a).xor(SquareSet.full().shl64(b))).withoutFirst();

// ../../../work/main/node_modules/chessops/dist/esm/board.js
var Board = class _Board {
  constructor() {
  }
  static default() {
    const board = new _Board();
    board.reset();
    return board;
  }
  /**
   * Resets all pieces to the default starting position for standard chess.
   */
  reset() {
    this.occupied = new SquareSet(65535, 4294901760);
    this.promoted = SquareSet.empty();
    this.white = new SquareSet(65535, 0);
    this.black = new SquareSet(0, 4294901760);
    this.pawn = new SquareSet(65280, 16711680);
    this.knight = new SquareSet(66, 1107296256);
    this.bishop = new SquareSet(36, 603979776);
    this.rook = new SquareSet(129, 2164260864);
    this.queen = new SquareSet(8, 134217728);
    this.king = new SquareSet(16, 268435456);
  }
  static empty() {
    const board = new _Board();
    board.clear();
    return board;
  }
  clear() {
    this.occupied = SquareSet.empty();
    this.promoted = SquareSet.empty();
    for (const color of COLORS)
      this[color] = SquareSet.empty();
    for (const role of ROLES2)
      this[role] = SquareSet.empty();
  }
  clone() {
    const board = new _Board();
    board.occupied = this.occupied;
    board.promoted = this.promoted;
    for (const color of COLORS)
      board[color] = this[color];
    for (const role of ROLES2)
      board[role] = this[role];
    return board;
  }
  getColor(square) {
    if (this.white.has(square))
      return "white";
    if (this.black.has(square))
      return "black";
    return;
  }
  getRole(square) {
    for (const role of ROLES2) {
      if (this[role].has(square))
        return role;
    }
    return;
  }
  get(square) {
    const color = this.getColor(square);
    if (!color)
      return;
    const role = this.getRole(square);
    const promoted = this.promoted.has(square);
    return { color, role, promoted };
  }
  /**
   * Removes and returns the piece from the given `square`, if any.
   */
  take(square) {
    const piece2 = this.get(square);
    if (piece2) {
      this.occupied = this.occupied.without(square);
      this[piece2.color] = this[piece2.color].without(square);
      this[piece2.role] = this[piece2.role].without(square);
      if (piece2.promoted)
        this.promoted = this.promoted.without(square);
    }
    return piece2;
  }
  /**
   * Put `piece` onto `square`, potentially replacing an existing piece.
   * Returns the existing piece, if any.
   */
  set(square, piece2) {
    const old = this.take(square);
    this.occupied = this.occupied.with(square);
    this[piece2.color] = this[piece2.color].with(square);
    this[piece2.role] = this[piece2.role].with(square);
    if (piece2.promoted)
      this.promoted = this.promoted.with(square);
    return old;
  }
  has(square) {
    return this.occupied.has(square);
  }
  *[Symbol.iterator]() {
    for (const square of this.occupied) {
      yield [square, this.get(square)];
    }
  }
  pieces(color, role) {
    return this[color].intersect(this[role]);
  }
  rooksAndQueens() {
    return this.rook.union(this.queen);
  }
  bishopsAndQueens() {
    return this.bishop.union(this.queen);
  }
  steppers() {
    return this.knight.union(this.pawn).union(this.king);
  }
  sliders() {
    return this.bishop.union(this.rook).union(this.queen);
  }
  /**
   * Finds the unique king of the given `color`, if any.
   */
  kingOf(color) {
    return this.pieces(color, "king").singleSquare();
  }
};

// ../../../work/main/node_modules/chessops/dist/esm/chess.js
var IllegalSetup;
(function(IllegalSetup2) {
  IllegalSetup2["Empty"] = "ERR_EMPTY";
  IllegalSetup2["OppositeCheck"] = "ERR_OPPOSITE_CHECK";
  IllegalSetup2["PawnsOnBackrank"] = "ERR_PAWNS_ON_BACKRANK";
  IllegalSetup2["Kings"] = "ERR_KINGS";
  IllegalSetup2["Variant"] = "ERR_VARIANT";
})(IllegalSetup || (IllegalSetup = {}));
var PositionError = class extends Error {
};
var attacksTo = (square, attacker, board, occupied) => board[attacker].intersect(rookAttacks(square, occupied).intersect(board.rooksAndQueens()).union(bishopAttacks(square, occupied).intersect(board.bishopsAndQueens())).union(knightAttacks(square).intersect(board.knight)).union(kingAttacks(square).intersect(board.king)).union(pawnAttacks(opposite(attacker), square).intersect(board.pawn)));
var Castles = class _Castles {
  constructor() {
  }
  static default() {
    const castles = new _Castles();
    castles.castlingRights = SquareSet.corners();
    castles.rook = {
      white: { a: 0, h: 7 },
      black: { a: 56, h: 63 }
    };
    castles.path = {
      white: { a: new SquareSet(14, 0), h: new SquareSet(96, 0) },
      black: { a: new SquareSet(0, 234881024), h: new SquareSet(0, 1610612736) }
    };
    return castles;
  }
  static empty() {
    const castles = new _Castles();
    castles.castlingRights = SquareSet.empty();
    castles.rook = {
      white: { a: void 0, h: void 0 },
      black: { a: void 0, h: void 0 }
    };
    castles.path = {
      white: { a: SquareSet.empty(), h: SquareSet.empty() },
      black: { a: SquareSet.empty(), h: SquareSet.empty() }
    };
    return castles;
  }
  clone() {
    const castles = new _Castles();
    castles.castlingRights = this.castlingRights;
    castles.rook = {
      white: { a: this.rook.white.a, h: this.rook.white.h },
      black: { a: this.rook.black.a, h: this.rook.black.h }
    };
    castles.path = {
      white: { a: this.path.white.a, h: this.path.white.h },
      black: { a: this.path.black.a, h: this.path.black.h }
    };
    return castles;
  }
  add(color, side, king, rook) {
    const kingTo = kingCastlesTo(color, side);
    const rookTo = rookCastlesTo(color, side);
    this.castlingRights = this.castlingRights.with(rook);
    this.rook[color][side] = rook;
    this.path[color][side] = between(rook, rookTo).with(rookTo).union(between(king, kingTo).with(kingTo)).without(king).without(rook);
  }
  static fromSetup(setup) {
    const castles = _Castles.empty();
    const rooks = setup.castlingRights.intersect(setup.board.rook);
    for (const color of COLORS) {
      const backrank = SquareSet.backrank(color);
      const king = setup.board.kingOf(color);
      if (!defined(king) || !backrank.has(king))
        continue;
      const side = rooks.intersect(setup.board[color]).intersect(backrank);
      const aSide = side.first();
      if (defined(aSide) && aSide < king)
        castles.add(color, "a", king, aSide);
      const hSide = side.last();
      if (defined(hSide) && king < hSide)
        castles.add(color, "h", king, hSide);
    }
    return castles;
  }
  discardRook(square) {
    if (this.castlingRights.has(square)) {
      this.castlingRights = this.castlingRights.without(square);
      for (const color of COLORS) {
        for (const side of CASTLING_SIDES) {
          if (this.rook[color][side] === square)
            this.rook[color][side] = void 0;
        }
      }
    }
  }
  discardColor(color) {
    this.castlingRights = this.castlingRights.diff(SquareSet.backrank(color));
    this.rook[color].a = void 0;
    this.rook[color].h = void 0;
  }
};
var Position = class {
  constructor(rules) {
    this.rules = rules;
  }
  reset() {
    this.board = Board.default();
    this.pockets = void 0;
    this.turn = "white";
    this.castles = Castles.default();
    this.epSquare = void 0;
    this.remainingChecks = void 0;
    this.halfmoves = 0;
    this.fullmoves = 1;
  }
  setupUnchecked(setup) {
    this.board = setup.board.clone();
    this.board.promoted = SquareSet.empty();
    this.pockets = void 0;
    this.turn = setup.turn;
    this.castles = Castles.fromSetup(setup);
    this.epSquare = validEpSquare(this, setup.epSquare);
    this.remainingChecks = void 0;
    this.halfmoves = setup.halfmoves;
    this.fullmoves = setup.fullmoves;
  }
  // When subclassing overwrite at least:
  //
  // - static default()
  // - static fromSetup()
  // - static clone()
  //
  // - dests()
  // - isVariantEnd()
  // - variantOutcome()
  // - hasInsufficientMaterial()
  // - isStandardMaterial()
  kingAttackers(square, attacker, occupied) {
    return attacksTo(square, attacker, this.board, occupied);
  }
  playCaptureAt(square, captured) {
    this.halfmoves = 0;
    if (captured.role === "rook")
      this.castles.discardRook(square);
    if (this.pockets)
      this.pockets[opposite(captured.color)][captured.promoted ? "pawn" : captured.role]++;
  }
  ctx() {
    const variantEnd = this.isVariantEnd();
    const king = this.board.kingOf(this.turn);
    if (!defined(king)) {
      return { king, blockers: SquareSet.empty(), checkers: SquareSet.empty(), variantEnd, mustCapture: false };
    }
    const snipers = rookAttacks(king, SquareSet.empty()).intersect(this.board.rooksAndQueens()).union(bishopAttacks(king, SquareSet.empty()).intersect(this.board.bishopsAndQueens())).intersect(this.board[opposite(this.turn)]);
    let blockers = SquareSet.empty();
    for (const sniper of snipers) {
      const b = between(king, sniper).intersect(this.board.occupied);
      if (!b.moreThanOne())
        blockers = blockers.union(b);
    }
    const checkers = this.kingAttackers(king, opposite(this.turn), this.board.occupied);
    return {
      king,
      blockers,
      checkers,
      variantEnd,
      mustCapture: false
    };
  }
  clone() {
    var _a, _b;
    const pos = new this.constructor();
    pos.board = this.board.clone();
    pos.pockets = (_a = this.pockets) === null || _a === void 0 ? void 0 : _a.clone();
    pos.turn = this.turn;
    pos.castles = this.castles.clone();
    pos.epSquare = this.epSquare;
    pos.remainingChecks = (_b = this.remainingChecks) === null || _b === void 0 ? void 0 : _b.clone();
    pos.halfmoves = this.halfmoves;
    pos.fullmoves = this.fullmoves;
    return pos;
  }
  validate() {
    if (this.board.occupied.isEmpty())
      return Result.err(new PositionError(IllegalSetup.Empty));
    if (this.board.king.size() !== 2)
      return Result.err(new PositionError(IllegalSetup.Kings));
    if (!defined(this.board.kingOf(this.turn)))
      return Result.err(new PositionError(IllegalSetup.Kings));
    const otherKing = this.board.kingOf(opposite(this.turn));
    if (!defined(otherKing))
      return Result.err(new PositionError(IllegalSetup.Kings));
    if (this.kingAttackers(otherKing, this.turn, this.board.occupied).nonEmpty()) {
      return Result.err(new PositionError(IllegalSetup.OppositeCheck));
    }
    if (SquareSet.backranks().intersects(this.board.pawn)) {
      return Result.err(new PositionError(IllegalSetup.PawnsOnBackrank));
    }
    return Result.ok(void 0);
  }
  dropDests(_ctx) {
    return SquareSet.empty();
  }
  dests(square, ctx) {
    ctx = ctx || this.ctx();
    if (ctx.variantEnd)
      return SquareSet.empty();
    const piece2 = this.board.get(square);
    if (!piece2 || piece2.color !== this.turn)
      return SquareSet.empty();
    let pseudo, legal;
    if (piece2.role === "pawn") {
      pseudo = pawnAttacks(this.turn, square).intersect(this.board[opposite(this.turn)]);
      const delta = this.turn === "white" ? 8 : -8;
      const step = square + delta;
      if (0 <= step && step < 64 && !this.board.occupied.has(step)) {
        pseudo = pseudo.with(step);
        const canDoubleStep = this.turn === "white" ? square < 16 : square >= 64 - 16;
        const doubleStep = step + delta;
        if (canDoubleStep && !this.board.occupied.has(doubleStep)) {
          pseudo = pseudo.with(doubleStep);
        }
      }
      if (defined(this.epSquare) && canCaptureEp(this, square, ctx)) {
        legal = SquareSet.fromSquare(this.epSquare);
      }
    } else if (piece2.role === "bishop")
      pseudo = bishopAttacks(square, this.board.occupied);
    else if (piece2.role === "knight")
      pseudo = knightAttacks(square);
    else if (piece2.role === "rook")
      pseudo = rookAttacks(square, this.board.occupied);
    else if (piece2.role === "queen")
      pseudo = queenAttacks(square, this.board.occupied);
    else
      pseudo = kingAttacks(square);
    pseudo = pseudo.diff(this.board[this.turn]);
    if (defined(ctx.king)) {
      if (piece2.role === "king") {
        const occ = this.board.occupied.without(square);
        for (const to of pseudo) {
          if (this.kingAttackers(to, opposite(this.turn), occ).nonEmpty())
            pseudo = pseudo.without(to);
        }
        return pseudo.union(castlingDest(this, "a", ctx)).union(castlingDest(this, "h", ctx));
      }
      if (ctx.checkers.nonEmpty()) {
        const checker = ctx.checkers.singleSquare();
        if (!defined(checker))
          return SquareSet.empty();
        pseudo = pseudo.intersect(between(checker, ctx.king).with(checker));
      }
      if (ctx.blockers.has(square))
        pseudo = pseudo.intersect(ray(square, ctx.king));
    }
    if (legal)
      pseudo = pseudo.union(legal);
    return pseudo;
  }
  isVariantEnd() {
    return false;
  }
  variantOutcome(_ctx) {
    return;
  }
  hasInsufficientMaterial(color) {
    if (this.board[color].intersect(this.board.pawn.union(this.board.rooksAndQueens())).nonEmpty())
      return false;
    if (this.board[color].intersects(this.board.knight)) {
      return this.board[color].size() <= 2 && this.board[opposite(color)].diff(this.board.king).diff(this.board.queen).isEmpty();
    }
    if (this.board[color].intersects(this.board.bishop)) {
      const sameColor = !this.board.bishop.intersects(SquareSet.darkSquares()) || !this.board.bishop.intersects(SquareSet.lightSquares());
      return sameColor && this.board.pawn.isEmpty() && this.board.knight.isEmpty();
    }
    return true;
  }
  // The following should be identical in all subclasses
  toSetup() {
    var _a, _b;
    return {
      board: this.board.clone(),
      pockets: (_a = this.pockets) === null || _a === void 0 ? void 0 : _a.clone(),
      turn: this.turn,
      castlingRights: this.castles.castlingRights,
      epSquare: legalEpSquare(this),
      remainingChecks: (_b = this.remainingChecks) === null || _b === void 0 ? void 0 : _b.clone(),
      halfmoves: Math.min(this.halfmoves, 150),
      fullmoves: Math.min(Math.max(this.fullmoves, 1), 9999)
    };
  }
  isInsufficientMaterial() {
    return COLORS.every((color) => this.hasInsufficientMaterial(color));
  }
  hasDests(ctx) {
    ctx = ctx || this.ctx();
    for (const square of this.board[this.turn]) {
      if (this.dests(square, ctx).nonEmpty())
        return true;
    }
    return this.dropDests(ctx).nonEmpty();
  }
  isLegal(move, ctx) {
    if (isDrop(move)) {
      if (!this.pockets || this.pockets[this.turn][move.role] <= 0)
        return false;
      if (move.role === "pawn" && SquareSet.backranks().has(move.to))
        return false;
      return this.dropDests(ctx).has(move.to);
    } else {
      if (move.promotion === "pawn")
        return false;
      if (move.promotion === "king" && this.rules !== "antichess")
        return false;
      if (!!move.promotion !== (this.board.pawn.has(move.from) && SquareSet.backranks().has(move.to)))
        return false;
      const dests = this.dests(move.from, ctx);
      return dests.has(move.to) || dests.has(normalizeMove(this, move).to);
    }
  }
  isCheck() {
    const king = this.board.kingOf(this.turn);
    return defined(king) && this.kingAttackers(king, opposite(this.turn), this.board.occupied).nonEmpty();
  }
  isEnd(ctx) {
    if (ctx ? ctx.variantEnd : this.isVariantEnd())
      return true;
    return this.isInsufficientMaterial() || !this.hasDests(ctx);
  }
  isCheckmate(ctx) {
    ctx = ctx || this.ctx();
    return !ctx.variantEnd && ctx.checkers.nonEmpty() && !this.hasDests(ctx);
  }
  isStalemate(ctx) {
    ctx = ctx || this.ctx();
    return !ctx.variantEnd && ctx.checkers.isEmpty() && !this.hasDests(ctx);
  }
  outcome(ctx) {
    const variantOutcome = this.variantOutcome(ctx);
    if (variantOutcome)
      return variantOutcome;
    ctx = ctx || this.ctx();
    if (this.isCheckmate(ctx))
      return { winner: opposite(this.turn) };
    else if (this.isInsufficientMaterial() || this.isStalemate(ctx))
      return { winner: void 0 };
    else
      return;
  }
  allDests(ctx) {
    ctx = ctx || this.ctx();
    const d = /* @__PURE__ */ new Map();
    if (ctx.variantEnd)
      return d;
    for (const square of this.board[this.turn]) {
      d.set(square, this.dests(square, ctx));
    }
    return d;
  }
  play(move) {
    const turn = this.turn;
    const epSquare = this.epSquare;
    const castling = castlingSide(this, move);
    this.epSquare = void 0;
    this.halfmoves += 1;
    if (turn === "black")
      this.fullmoves += 1;
    this.turn = opposite(turn);
    if (isDrop(move)) {
      this.board.set(move.to, { role: move.role, color: turn });
      if (this.pockets)
        this.pockets[turn][move.role]--;
      if (move.role === "pawn")
        this.halfmoves = 0;
    } else {
      const piece2 = this.board.take(move.from);
      if (!piece2)
        return;
      let epCapture;
      if (piece2.role === "pawn") {
        this.halfmoves = 0;
        if (move.to === epSquare) {
          epCapture = this.board.take(move.to + (turn === "white" ? -8 : 8));
        }
        const delta = move.from - move.to;
        if (Math.abs(delta) === 16 && 8 <= move.from && move.from <= 55) {
          this.epSquare = move.from + move.to >> 1;
        }
        if (move.promotion) {
          piece2.role = move.promotion;
          piece2.promoted = !!this.pockets;
        }
      } else if (piece2.role === "rook") {
        this.castles.discardRook(move.from);
      } else if (piece2.role === "king") {
        if (castling) {
          const rookFrom = this.castles.rook[turn][castling];
          if (defined(rookFrom)) {
            const rook = this.board.take(rookFrom);
            this.board.set(kingCastlesTo(turn, castling), piece2);
            if (rook)
              this.board.set(rookCastlesTo(turn, castling), rook);
          }
        }
        this.castles.discardColor(turn);
      }
      if (!castling) {
        const capture = this.board.set(move.to, piece2) || epCapture;
        if (capture)
          this.playCaptureAt(move.to, capture);
      }
    }
    if (this.remainingChecks) {
      if (this.isCheck())
        this.remainingChecks[turn] = Math.max(this.remainingChecks[turn] - 1, 0);
    }
  }
};
var Chess = class extends Position {
  constructor() {
    super("chess");
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
};
var validEpSquare = (pos, square) => {
  if (!defined(square))
    return;
  const epRank = pos.turn === "white" ? 5 : 2;
  const forward = pos.turn === "white" ? 8 : -8;
  if (squareRank(square) !== epRank)
    return;
  if (pos.board.occupied.has(square + forward))
    return;
  const pawn = square - forward;
  if (!pos.board.pawn.has(pawn) || !pos.board[opposite(pos.turn)].has(pawn))
    return;
  return square;
};
var legalEpSquare = (pos) => {
  if (!defined(pos.epSquare))
    return;
  const ctx = pos.ctx();
  const ourPawns = pos.board.pieces(pos.turn, "pawn");
  const candidates = ourPawns.intersect(pawnAttacks(opposite(pos.turn), pos.epSquare));
  for (const candidate of candidates) {
    if (pos.dests(candidate, ctx).has(pos.epSquare))
      return pos.epSquare;
  }
  return;
};
var canCaptureEp = (pos, pawnFrom, ctx) => {
  if (!defined(pos.epSquare))
    return false;
  if (!pawnAttacks(pos.turn, pawnFrom).has(pos.epSquare))
    return false;
  if (!defined(ctx.king))
    return true;
  const delta = pos.turn === "white" ? 8 : -8;
  const captured = pos.epSquare - delta;
  return pos.kingAttackers(ctx.king, opposite(pos.turn), pos.board.occupied.toggle(pawnFrom).toggle(captured).with(pos.epSquare)).without(captured).isEmpty();
};
var castlingDest = (pos, side, ctx) => {
  if (!defined(ctx.king) || ctx.checkers.nonEmpty())
    return SquareSet.empty();
  const rook = pos.castles.rook[pos.turn][side];
  if (!defined(rook))
    return SquareSet.empty();
  if (pos.castles.path[pos.turn][side].intersects(pos.board.occupied))
    return SquareSet.empty();
  const kingTo = kingCastlesTo(pos.turn, side);
  const kingPath = between(ctx.king, kingTo);
  const occ = pos.board.occupied.without(ctx.king);
  for (const sq of kingPath) {
    if (pos.kingAttackers(sq, opposite(pos.turn), occ).nonEmpty())
      return SquareSet.empty();
  }
  const rookTo = rookCastlesTo(pos.turn, side);
  const after = pos.board.occupied.toggle(ctx.king).toggle(rook).toggle(rookTo);
  if (pos.kingAttackers(kingTo, opposite(pos.turn), after).nonEmpty())
    return SquareSet.empty();
  return SquareSet.fromSquare(rook);
};
var pseudoDests = (pos, square, ctx) => {
  if (ctx.variantEnd)
    return SquareSet.empty();
  const piece2 = pos.board.get(square);
  if (!piece2 || piece2.color !== pos.turn)
    return SquareSet.empty();
  let pseudo = attacks(piece2, square, pos.board.occupied);
  if (piece2.role === "pawn") {
    let captureTargets = pos.board[opposite(pos.turn)];
    if (defined(pos.epSquare))
      captureTargets = captureTargets.with(pos.epSquare);
    pseudo = pseudo.intersect(captureTargets);
    const delta = pos.turn === "white" ? 8 : -8;
    const step = square + delta;
    if (0 <= step && step < 64 && !pos.board.occupied.has(step)) {
      pseudo = pseudo.with(step);
      const canDoubleStep = pos.turn === "white" ? square < 16 : square >= 64 - 16;
      const doubleStep = step + delta;
      if (canDoubleStep && !pos.board.occupied.has(doubleStep)) {
        pseudo = pseudo.with(doubleStep);
      }
    }
    return pseudo;
  } else {
    pseudo = pseudo.diff(pos.board[pos.turn]);
  }
  if (square === ctx.king)
    return pseudo.union(castlingDest(pos, "a", ctx)).union(castlingDest(pos, "h", ctx));
  else
    return pseudo;
};
var castlingSide = (pos, move) => {
  if (isDrop(move))
    return;
  const delta = move.to - move.from;
  if (Math.abs(delta) !== 2 && !pos.board[pos.turn].has(move.to))
    return;
  if (!pos.board.king.has(move.from))
    return;
  return delta > 0 ? "h" : "a";
};
var normalizeMove = (pos, move) => {
  const side = castlingSide(pos, move);
  if (!side)
    return move;
  const rookFrom = pos.castles.rook[pos.turn][side];
  return {
    from: move.from,
    to: defined(rookFrom) ? rookFrom : move.to
  };
};
var isImpossibleCheck = (pos) => {
  const ourKing = pos.board.kingOf(pos.turn);
  if (!defined(ourKing))
    return false;
  const checkers = pos.kingAttackers(ourKing, opposite(pos.turn), pos.board.occupied);
  if (checkers.isEmpty())
    return false;
  if (defined(pos.epSquare)) {
    const pushedTo = pos.epSquare ^ 8;
    const pushedFrom = pos.epSquare ^ 24;
    return checkers.moreThanOne() || checkers.first() !== pushedTo && pos.kingAttackers(ourKing, opposite(pos.turn), pos.board.occupied.without(pushedTo).with(pushedFrom)).nonEmpty();
  } else if (pos.rules === "atomic") {
    return false;
  } else {
    return checkers.size() > 2 || checkers.size() === 2 && ray(checkers.first(), checkers.last()).has(ourKing) || checkers.intersect(pos.board.steppers()).moreThanOne();
  }
};

// ../../../work/main/node_modules/chessops/dist/esm/setup.js
var MaterialSide = class _MaterialSide {
  constructor() {
  }
  static empty() {
    const m = new _MaterialSide();
    for (const role of ROLES2)
      m[role] = 0;
    return m;
  }
  static fromBoard(board, color) {
    const m = new _MaterialSide();
    for (const role of ROLES2)
      m[role] = board.pieces(color, role).size();
    return m;
  }
  clone() {
    const m = new _MaterialSide();
    for (const role of ROLES2)
      m[role] = this[role];
    return m;
  }
  equals(other) {
    return ROLES2.every((role) => this[role] === other[role]);
  }
  add(other) {
    const m = new _MaterialSide();
    for (const role of ROLES2)
      m[role] = this[role] + other[role];
    return m;
  }
  subtract(other) {
    const m = new _MaterialSide();
    for (const role of ROLES2)
      m[role] = this[role] - other[role];
    return m;
  }
  nonEmpty() {
    return ROLES2.some((role) => this[role] > 0);
  }
  isEmpty() {
    return !this.nonEmpty();
  }
  hasPawns() {
    return this.pawn > 0;
  }
  hasNonPawns() {
    return this.knight > 0 || this.bishop > 0 || this.rook > 0 || this.queen > 0 || this.king > 0;
  }
  size() {
    return this.pawn + this.knight + this.bishop + this.rook + this.queen + this.king;
  }
};
var Material = class _Material {
  constructor(white, black) {
    this.white = white;
    this.black = black;
  }
  static empty() {
    return new _Material(MaterialSide.empty(), MaterialSide.empty());
  }
  static fromBoard(board) {
    return new _Material(MaterialSide.fromBoard(board, "white"), MaterialSide.fromBoard(board, "black"));
  }
  clone() {
    return new _Material(this.white.clone(), this.black.clone());
  }
  equals(other) {
    return this.white.equals(other.white) && this.black.equals(other.black);
  }
  add(other) {
    return new _Material(this.white.add(other.white), this.black.add(other.black));
  }
  subtract(other) {
    return new _Material(this.white.subtract(other.white), this.black.subtract(other.black));
  }
  count(role) {
    return this.white[role] + this.black[role];
  }
  size() {
    return this.white.size() + this.black.size();
  }
  isEmpty() {
    return this.white.isEmpty() && this.black.isEmpty();
  }
  nonEmpty() {
    return !this.isEmpty();
  }
  hasPawns() {
    return this.white.hasPawns() || this.black.hasPawns();
  }
  hasNonPawns() {
    return this.white.hasNonPawns() || this.black.hasNonPawns();
  }
};
var RemainingChecks = class _RemainingChecks {
  constructor(white, black) {
    this.white = white;
    this.black = black;
  }
  static default() {
    return new _RemainingChecks(3, 3);
  }
  clone() {
    return new _RemainingChecks(this.white, this.black);
  }
  equals(other) {
    return this.white === other.white && this.black === other.black;
  }
};

// ../../../work/main/node_modules/chessops/dist/esm/fen.js
var INITIAL_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
var INITIAL_EPD = INITIAL_BOARD_FEN + " w KQkq -";
var INITIAL_FEN = INITIAL_EPD + " 0 1";
var EMPTY_BOARD_FEN = "8/8/8/8/8/8/8/8";
var EMPTY_EPD = EMPTY_BOARD_FEN + " w - -";
var EMPTY_FEN = EMPTY_EPD + " 0 1";
var InvalidFen;
(function(InvalidFen2) {
  InvalidFen2["Fen"] = "ERR_FEN";
  InvalidFen2["Board"] = "ERR_BOARD";
  InvalidFen2["Pockets"] = "ERR_POCKETS";
  InvalidFen2["Turn"] = "ERR_TURN";
  InvalidFen2["Castling"] = "ERR_CASTLING";
  InvalidFen2["EpSquare"] = "ERR_EP_SQUARE";
  InvalidFen2["RemainingChecks"] = "ERR_REMAINING_CHECKS";
  InvalidFen2["Halfmoves"] = "ERR_HALFMOVES";
  InvalidFen2["Fullmoves"] = "ERR_FULLMOVES";
})(InvalidFen || (InvalidFen = {}));
var FenError = class extends Error {
};
var nthIndexOf = (haystack, needle, n) => {
  let index = haystack.indexOf(needle);
  while (n-- > 0) {
    if (index === -1)
      break;
    index = haystack.indexOf(needle, index + needle.length);
  }
  return index;
};
var parseSmallUint = (str) => /^\d{1,4}$/.test(str) ? parseInt(str, 10) : void 0;
var charToPiece = (ch) => {
  const role = charToRole(ch);
  return role && { role, color: ch.toLowerCase() === ch ? "black" : "white" };
};
var parseBoardFen = (boardPart) => {
  const board = Board.empty();
  let rank = 7;
  let file = 0;
  for (let i = 0; i < boardPart.length; i++) {
    const c = boardPart[i];
    if (c === "/" && file === 8) {
      file = 0;
      rank--;
    } else {
      const step = parseInt(c, 10);
      if (step > 0)
        file += step;
      else {
        if (file >= 8 || rank < 0)
          return Result.err(new FenError(InvalidFen.Board));
        const square = file + rank * 8;
        const piece2 = charToPiece(c);
        if (!piece2)
          return Result.err(new FenError(InvalidFen.Board));
        if (boardPart[i + 1] === "~") {
          piece2.promoted = true;
          i++;
        }
        board.set(square, piece2);
        file++;
      }
    }
  }
  if (rank !== 0 || file !== 8)
    return Result.err(new FenError(InvalidFen.Board));
  return Result.ok(board);
};
var parsePockets = (pocketPart) => {
  if (pocketPart.length > 64)
    return Result.err(new FenError(InvalidFen.Pockets));
  const pockets = Material.empty();
  for (const c of pocketPart) {
    const piece2 = charToPiece(c);
    if (!piece2)
      return Result.err(new FenError(InvalidFen.Pockets));
    pockets[piece2.color][piece2.role]++;
  }
  return Result.ok(pockets);
};
var parseCastlingFen = (board, castlingPart) => {
  let castlingRights = SquareSet.empty();
  if (castlingPart === "-")
    return Result.ok(castlingRights);
  for (const c of castlingPart) {
    const lower = c.toLowerCase();
    const color = c === lower ? "black" : "white";
    const rank = color === "white" ? 0 : 7;
    if ("a" <= lower && lower <= "h") {
      castlingRights = castlingRights.with(squareFromCoords(lower.charCodeAt(0) - "a".charCodeAt(0), rank));
    } else if (lower === "k" || lower === "q") {
      const rooksAndKings = board[color].intersect(SquareSet.backrank(color)).intersect(board.rook.union(board.king));
      const candidate = lower === "k" ? rooksAndKings.last() : rooksAndKings.first();
      castlingRights = castlingRights.with(defined(candidate) && board.rook.has(candidate) ? candidate : squareFromCoords(lower === "k" ? 7 : 0, rank));
    } else
      return Result.err(new FenError(InvalidFen.Castling));
  }
  if (COLORS.some((color) => SquareSet.backrank(color).intersect(castlingRights).size() > 2)) {
    return Result.err(new FenError(InvalidFen.Castling));
  }
  return Result.ok(castlingRights);
};
var parseRemainingChecks = (part) => {
  const parts = part.split("+");
  if (parts.length === 3 && parts[0] === "") {
    const white = parseSmallUint(parts[1]);
    const black = parseSmallUint(parts[2]);
    if (!defined(white) || white > 3 || !defined(black) || black > 3) {
      return Result.err(new FenError(InvalidFen.RemainingChecks));
    }
    return Result.ok(new RemainingChecks(3 - white, 3 - black));
  } else if (parts.length === 2) {
    const white = parseSmallUint(parts[0]);
    const black = parseSmallUint(parts[1]);
    if (!defined(white) || white > 3 || !defined(black) || black > 3) {
      return Result.err(new FenError(InvalidFen.RemainingChecks));
    }
    return Result.ok(new RemainingChecks(white, black));
  } else
    return Result.err(new FenError(InvalidFen.RemainingChecks));
};
var parseFen = (fen) => {
  const parts = fen.split(/[\s_]+/);
  const boardPart = parts.shift();
  let board;
  let pockets = Result.ok(void 0);
  if (boardPart.endsWith("]")) {
    const pocketStart = boardPart.indexOf("[");
    if (pocketStart === -1)
      return Result.err(new FenError(InvalidFen.Fen));
    board = parseBoardFen(boardPart.slice(0, pocketStart));
    pockets = parsePockets(boardPart.slice(pocketStart + 1, -1));
  } else {
    const pocketStart = nthIndexOf(boardPart, "/", 7);
    if (pocketStart === -1)
      board = parseBoardFen(boardPart);
    else {
      board = parseBoardFen(boardPart.slice(0, pocketStart));
      pockets = parsePockets(boardPart.slice(pocketStart + 1));
    }
  }
  let turn;
  const turnPart = parts.shift();
  if (!defined(turnPart) || turnPart === "w")
    turn = "white";
  else if (turnPart === "b")
    turn = "black";
  else
    return Result.err(new FenError(InvalidFen.Turn));
  return board.chain((board2) => {
    const castlingPart = parts.shift();
    const castlingRights = defined(castlingPart) ? parseCastlingFen(board2, castlingPart) : Result.ok(SquareSet.empty());
    const epPart = parts.shift();
    let epSquare;
    if (defined(epPart) && epPart !== "-") {
      epSquare = parseSquare(epPart);
      if (!defined(epSquare))
        return Result.err(new FenError(InvalidFen.EpSquare));
    }
    let halfmovePart = parts.shift();
    let earlyRemainingChecks;
    if (defined(halfmovePart) && halfmovePart.includes("+")) {
      earlyRemainingChecks = parseRemainingChecks(halfmovePart);
      halfmovePart = parts.shift();
    }
    const halfmoves = defined(halfmovePart) ? parseSmallUint(halfmovePart) : 0;
    if (!defined(halfmoves))
      return Result.err(new FenError(InvalidFen.Halfmoves));
    const fullmovesPart = parts.shift();
    const fullmoves = defined(fullmovesPart) ? parseSmallUint(fullmovesPart) : 1;
    if (!defined(fullmoves))
      return Result.err(new FenError(InvalidFen.Fullmoves));
    const remainingChecksPart = parts.shift();
    let remainingChecks = Result.ok(void 0);
    if (defined(remainingChecksPart)) {
      if (defined(earlyRemainingChecks))
        return Result.err(new FenError(InvalidFen.RemainingChecks));
      remainingChecks = parseRemainingChecks(remainingChecksPart);
    } else if (defined(earlyRemainingChecks)) {
      remainingChecks = earlyRemainingChecks;
    }
    if (parts.length > 0)
      return Result.err(new FenError(InvalidFen.Fen));
    return pockets.chain((pockets2) => castlingRights.chain((castlingRights2) => remainingChecks.map((remainingChecks2) => {
      return {
        board: board2,
        pockets: pockets2,
        turn,
        castlingRights: castlingRights2,
        remainingChecks: remainingChecks2,
        epSquare,
        halfmoves,
        fullmoves: Math.max(1, fullmoves)
      };
    })));
  });
};

// src/core/result.ts
var ok = (value) => ({ ok: true, value });
var err = (error) => ({ ok: false, error });

// src/core/games/chess/state.ts
var ROLES3 = ["pawn", "knight", "bishop", "rook", "queen", "king"];
var INITIAL_FEN2 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
var REFUSALS = {
  ERR_FEN: "it has no FEN fields that can be read",
  ERR_BOARD: "the piece placement does not describe 8 ranks of 8 squares",
  ERR_POCKETS: "the piece placement has pieces in hand",
  ERR_TURN: "the side to move is neither w nor b",
  ERR_CASTLING: "the castling field is malformed",
  ERR_EP_SQUARE: "the en passant field names no square",
  ERR_REMAINING_CHECKS: "the counters are malformed",
  ERR_HALFMOVES: "the halfmove clock is no number of at most four digits",
  ERR_FULLMOVES: "the fullmove number is no number of at most four digits",
  ERR_EMPTY: "the board is empty",
  ERR_KINGS: "there is not exactly one king a side",
  ERR_OPPOSITE_CHECK: "the side that is not to move is in check",
  ERR_PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank"
};
function parseChess(fen, chess960) {
  const fields = fen.trim().split(/\s+/);
  if (fields.length !== 6) return err(`${fields[0] === "" ? 0 : fields.length} FEN fields instead of 6`);
  const placement = fields[0];
  if (/[[\]_]/.test(fen) || placement.split("/").length !== 8) return err(REFUSALS.ERR_BOARD);
  const setup = parseFen(fields.join(" "));
  if (setup.isErr) return err(REFUSALS[setup.error.message] ?? setup.error.message);
  if (setup.value.remainingChecks !== void 0) return err(REFUSALS.ERR_REMAINING_CHECKS);
  const position = Chess.fromSetup(setup.value);
  if (position.isErr) return err(REFUSALS[position.error.message] ?? position.error.message);
  const words3 = new Int32Array(FRAME);
  setUp(words3, 0, {
    pieces: piecesOf(setup.value),
    turn: setup.value.turn === "white" ? 0 : 1,
    rights: rightsOf(position.value, chess960),
    ep: epOf(position.value),
    halfmoves: setup.value.halfmoves,
    fullmoves: setup.value.fullmoves,
    chess960
  });
  return ok({ words: words3 });
}
function* piecesOf(setup) {
  for (const [square, piece2] of setup.board) {
    yield { square, color: piece2.color === "white" ? 0 : 1, role: ROLES3.indexOf(piece2.role) };
  }
}
function rightsOf(position, chess960) {
  let rights = 0;
  for (const color of ["white", "black"]) {
    if (!chess960 && position.board.kingOf(color) !== (color === "white" ? 4 : 60)) continue;
    const corners = color === "white" ? { a: 0, h: 7 } : { a: 56, h: 63 };
    for (const side of ["a", "h"]) {
      const rook = position.castles.rook[color][side];
      if (rook !== void 0 && (chess960 || rook === corners[side])) rights |= rightBit(rook);
    }
  }
  return rights;
}
function epOf(position) {
  const square = position.epSquare;
  return square === void 0 || position.board.occupied.has(square) ? -1 : square;
}

// src/core/pgn/tree.ts
var MOST_DEPTH = 200;
var GAME2 = 0;
var TAG_SECTION = 1;
var TAG_PAIR = 2;
var MOVETEXT2 = 3;
var VARIATION = 4;
var Column = class {
  values = new Int32Array(256);
  count = 0;
  push(value) {
    if (this.count === this.values.length) {
      const grown = new Int32Array(2 * this.count);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.count++] = value;
  }
};
var kinds = new Column();
var parents = new Column();
var firsts = new Column();
var ends = new Column();
var tokens = new Column();
var previous = new Column();
var plies = new Column();
var nodes = new Column();
var bases = new Column();
var comments = new Column();
var commented = new Column();
var COLUMNS = [kinds, parents, firsts, ends, tokens, previous, plies, nodes, bases, comments, commented];
function openNode(kind, parent, first, base = -1) {
  kinds.push(kind);
  parents.push(parent);
  firsts.push(first);
  ends.push(first);
  bases.push(base);
  return kinds.count - 1;
}
var lineNode = new Int32Array(MOST_DEPTH + 1);
var lineLast = new Int32Array(MOST_DEPTH + 1);
var lineMoved = new Uint8Array(MOST_DEPTH + 1);
var lineOpen = new Int32Array(MOST_DEPTH + 1);
function buildTree(chunk, offset) {
  for (const column of COLUMNS) column.count = 0;
  const game = openNode(GAME2, -1, 0);
  const { kinds: tokenKinds } = chunk;
  const count = tokenKinds.length;
  const unclosed = [];
  const strayParens = [];
  const earlyVariations = [];
  const lastTag = tokenKinds.lastIndexOf(TAG_OPEN);
  let tagSection = -1;
  let movetext = -1;
  let depth = 0;
  let skipped = 0;
  let tooDeep = -1;
  let result = -1;
  let last = -1;
  for (let t = 0; t < count; t++) {
    const kind = tokenKinds[t];
    if (isTrivia(kind)) continue;
    last = t;
    if (kind >= LINE_COMMENT && kind <= OPEN_COMMENT) {
      comments.push(t);
      commented.push(movetext < 0 ? -1 : lineLast[depth]);
    }
    if (kind >= TAG_OPEN && kind <= TAG_CLOSE) {
      if (kind !== TAG_OPEN) continue;
      if (tagSection < 0) tagSection = openNode(TAG_SECTION, game, t);
      const pair = openNode(TAG_PAIR, tagSection, t);
      let end = t + 1;
      while (end < count && isInTag(tokenKinds[end], tokenKinds[end - 1])) end++;
      while (tokenKinds[end - 1] === WHITESPACE) end--;
      ends.values[pair] = end;
      ends.values[tagSection] = end;
      t = end - 1;
      last = t;
      continue;
    }
    if (movetext < 0) {
      if (t < lastTag) continue;
      movetext = openNode(MOVETEXT2, game, t);
      lineNode[0] = movetext;
      lineLast[0] = -1;
      lineMoved[0] = 0;
    }
    if (kind === MOVE || kind === NULL_MOVE) {
      if (skipped > 0) continue;
      const before2 = lineLast[depth];
      lineLast[depth] = tokens.count;
      lineMoved[depth] = 1;
      tokens.push(t);
      previous.push(before2);
      plies.push(before2 < 0 ? 1 : plies.values[before2] + 1);
      nodes.push(lineNode[depth]);
    } else if (kind === OPEN_PAREN) {
      if (depth === MOST_DEPTH || skipped > 0) {
        if (tooDeep < 0) tooDeep = t;
        skipped++;
        continue;
      }
      const varied = lineLast[depth];
      if (lineMoved[depth] === 0) earlyVariations.push(t);
      const base = lineMoved[depth] === 0 ? varied : previous.values[varied];
      lineLast[depth + 1] = base;
      lineNode[depth + 1] = openNode(VARIATION, lineNode[depth], t, base);
      lineMoved[depth + 1] = 0;
      lineOpen[depth + 1] = t;
      depth++;
    } else if (kind === CLOSE_PAREN) {
      if (skipped > 0) skipped--;
      else if (depth > 0) ends.values[lineNode[depth--]] = t + 1;
      else strayParens.push(t);
    } else if (kind === RESULT && depth === 0 && skipped === 0) result = t;
  }
  for (; depth > 0; depth--) {
    unclosed.push(lineOpen[depth]);
    ends.values[lineNode[depth]] = last + 1;
  }
  if (movetext >= 0) ends.values[movetext] = last + 1;
  ends.values[game] = count;
  const room = new Room(kinds.count, tokens.count, comments.count);
  return {
    chunk,
    offset,
    nodeParent: room.signed(parents),
    nodeFirst: room.unsigned(firsts),
    nodeEnd: room.unsigned(ends),
    nodeBase: room.signed(bases),
    moveToken: room.unsigned(tokens),
    movePrevious: room.signed(previous),
    movePly: room.unsigned(plies),
    moveNode: room.unsigned(nodes),
    commentToken: room.unsigned(comments),
    commentMove: room.signed(commented),
    nodeKind: room.bytes(kinds),
    result,
    unclosed: unclosed.reverse(),
    strayParens,
    earlyVariations,
    tooDeep
  };
}
var Room = class {
  #buffer;
  #at = 0;
  /** Four words a node and a byte for its kind, four words a move, two a comment. */
  constructor(nodeCount, moveCount, commentCount) {
    this.#buffer = new ArrayBuffer(17 * nodeCount + 16 * moveCount + 8 * commentCount);
  }
  signed({ values, count }) {
    const copy = new Int32Array(this.#buffer, this.#at, count);
    for (let i = 0; i < count; i++) copy[i] = values[i];
    this.#at += 4 * count;
    return copy;
  }
  unsigned({ values, count }) {
    const copy = new Uint32Array(this.#buffer, this.#at, count);
    for (let i = 0; i < count; i++) copy[i] = values[i];
    this.#at += 4 * count;
    return copy;
  }
  /** Comes last, since it leaves no place for words. */
  bytes({ values, count }) {
    const copy = new Uint8Array(this.#buffer, this.#at, count);
    for (let i = 0; i < count; i++) copy[i] = values[i];
    return copy;
  }
};
var isInTag = (kind, before2) => before2 !== TAG_CLOSE && (kind === WHITESPACE || kind >= TAG_NAME && kind <= TAG_CLOSE);
var tokenEnd = (chunk, token) => token + 1 < chunk.starts.length ? chunk.starts[token + 1] : chunk.length;
function nodeRange(tree, node) {
  const first = tree.nodeFirst[node];
  const end = tree.nodeEnd[node];
  if (end === first) return { start: tree.offset, end: tree.offset };
  return { start: tree.offset + tree.chunk.starts[first], end: tree.offset + tokenEnd(tree.chunk, end - 1) };
}

// src/core/pgn/replay.ts
var MOST_MOVES = 25e4;
var PLAYED = 0;
var FAILED = 1;
var UNCHECKED = 2;
function replay(text, tree, start, reuse) {
  const plain = playAll(text, tree, start, reuse);
  if (!plain.status.includes(FAILED)) return plain;
  const used = foreignLetters(text, tree);
  if (used === void 0) return plain;
  let best;
  let most = playedOf(plain);
  for (const letters of lettersFor(used)) {
    const played = playedOf(playAll(text, tree, start, plain.frames, letters));
    if (played > most) {
      best = letters;
      most = played;
    }
  }
  return playAll(text, tree, start, plain.frames, best);
}
function foreignLetters(text, tree) {
  const used = /* @__PURE__ */ new Set();
  for (let m = 0; m < tree.moveToken.length; m++) {
    if (tree.chunk.kinds[tree.moveToken[m]] === NULL_MOVE) continue;
    const written = moveText(text, tree, m);
    const letter = pieceLetter(written);
    if (letter !== void 0) used.add(letter);
    const promoted = /[=/:]?([A-Z\u0400-\u04FF])[^a-h1-8]*$/.exec(written)?.[1];
    if (promoted !== void 0 && promoted !== letter && /[18]/.test(written)) used.add(promoted);
  }
  return [...used].some((letter) => !"PNBRQKO".includes(letter)) ? used : void 0;
}
function playedOf({ status }) {
  let played = 0;
  for (const one of status) if (one === PLAYED) played++;
  return played;
}
function playAll(text, tree, start, reuse, letters) {
  const count = tree.moveToken.length;
  const played = start.state === void 0 ? 0 : Math.min(count, MOST_MOVES);
  const size = (played + 1) * FRAME;
  const frames = reuse !== void 0 && reuse.length >= size ? reuse : new Int32Array(size);
  const status = new Uint8Array(count).fill(UNCHECKED);
  const moves = new Int32Array(count).fill(-1);
  const codes = new Int32Array(count).fill(-1);
  const result = { tree, start, status, moves, codes, frames, ...letters !== void 0 && { letters } };
  if (start.state === void 0) return result;
  for (let i = 0; i < FRAME; i++) frames[i] = start.state.words[i];
  const { chunk, offset } = tree;
  for (let m = 0; m < played; m++) {
    const previous2 = tree.movePrevious[m];
    if (previous2 >= 0 && status[previous2] !== PLAYED) continue;
    const token = tree.moveToken[m];
    const begin = offset + chunk.starts[token];
    const from = (previous2 + 1) * FRAME;
    const to = (m + 1) * FRAME;
    if (chunk.kinds[token] === NULL_MOVE) {
      status[m] = playNull(frames, from, to) ? PLAYED : FAILED;
      continue;
    }
    const end = offset + tokenEnd(chunk, token);
    const code = letters === void 0 ? readSan(text, begin, end) : -1;
    const move = code < 0 ? playWritten(frames, from, to, text.slice(begin, end), letters) : playSan(frames, from, to, code);
    status[m] = move >= 0 ? PLAYED : FAILED;
    moves[m] = Math.max(-1, move);
    codes[m] = code;
  }
  return result;
}
function playWritten(frames, from, to, written, letters) {
  for (const form of letters === void 0 ? [written] : englishForms(written, letters)) {
    const loose = readLoose(form);
    const move = loose === void 0 ? -1 : playLoose(frames, from, to, loose);
    if (move >= 0) return move;
  }
  return -1;
}
function moveText(text, { chunk, offset, moveToken }, move) {
  const token = moveToken[move];
  return text.slice(offset + chunk.starts[token], offset + tokenEnd(chunk, token));
}

// src/core/fen/fields.ts
var FEN_FIELDS = [
  "piece placement",
  "side to move",
  "castling rights",
  "en passant square",
  "halfmove clock",
  "fullmove number"
];

// src/core/fen/fixes.ts
var rewrite = (title, range, newText, safe) => ({
  title,
  edits: [{ range, newText }],
  safe
});

// src/core/fen/quoted-word.ts
var quotedWord = (word) => JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}\u2026` : word);

// src/core/fen/counter-fields.ts
var MOST_HALFMOVES = 150;
var counterOf = (text) => /^\d{1,4}$/.test(text) ? Number(text) : void 0;
function counterProblems(text, fields, passed) {
  const problems = [];
  for (const i of [4, 5]) {
    if (i >= fields.length) break;
    const range = fields[i];
    const written = text.slice(range.start, range.end);
    const value = counterOf(written);
    if (value === void 0) {
      const fix = formFix(written, range, i === 4 ? "0" : "1");
      problems.push({
        code: "FEN_BAD_COUNTER",
        range,
        message: `the ${FEN_FIELDS[i]} is ${quotedWord(written)}, not a number of at most four digits`,
        ...fix !== void 0 && { fixes: [fix] }
      });
    } else if (i === 5 && value === 0) {
      problems.push({
        code: "FEN_FULLMOVE_ZERO",
        range,
        message: "the fullmove number is 0; it starts at 1",
        fixes: [rewrite("Write 1", range, "1", true)]
      });
    } else if (i === 4) problems.push(...halfmoveProblems(text, value, range, passed));
  }
  return problems;
}
function halfmoveProblems(text, value, range, passed) {
  if (value > 0 && passed !== void 0) {
    const square = text.slice(passed.start, passed.end);
    return [
      {
        code: "FEN_EN_PASSANT_CLOCK",
        range,
        message: `the halfmove clock is ${value}, but it is 0 after the pawn's move over ${square}`,
        fixes: [
          rewrite("Write 0 as halfmove clock", range, "0", false),
          rewrite("Write - as en passant square", passed, "-", false)
        ]
      }
    ];
  }
  if (value <= MOST_HALFMOVES) return [];
  const message = `the halfmove clock is ${value}; at ${MOST_HALFMOVES} the game is drawn (75 moves a side)`;
  return [{ code: "FEN_HALFMOVES_HIGH", range, message }];
}
function formFix(written, range, empty) {
  return /^(?:[Oo]|[-–—]|--|\?)$/.test(written) ? rewrite(`Write ${empty}`, range, empty, true) : void 0;
}

// src/core/fen/castling-field.ts
var KING2 = 6;
var ROOK = 4;
var isCastlingText = (text) => text === "-" || /^(?=[KQA-Hkqa-h]{1,4}$)[a-z]*(?:[A-Z][a-z]*){0,2}$/.test(text) && /^[A-Z]*(?:[a-z][A-Z]*){0,2}$/.test(text) && new Set(text).size === text.length;
var isWhite = (letter) => letter < "a";
function castlingProblems(text, range, squares, variant) {
  const written = text.slice(range.start, range.end);
  if (!isCastlingText(written)) {
    const fix = formFix2(written, range);
    return [
      {
        code: "FEN_BAD_CASTLING",
        range,
        message: `the castling rights are ${quotedWord(written)}, not - or letters of KQkq, each once (in Chess960 also A to H and a to h, two a side)`,
        ...fix !== void 0 && { fixes: [fix] }
      }
    ];
  }
  if (written === "-") return [];
  const faults = squares === void 0 ? [] : pieceFaults(written, squares, variant);
  if (faults.length === 0) return orderProblems(written, range);
  const gone = new Set(faults.filter((fault) => fault.drop).map((fault) => fault.index));
  const kept = Array.from(written).filter((_, i) => !gone.has(i)).join("") || "-";
  const fixes = [rewrite(kept === "-" ? "Drop the castling rights" : `Leave ${kept}`, range, kept, true)];
  return faults.map(({ index, message, drop }) => ({
    code: "FEN_CASTLING_PIECES",
    range: { start: range.start + index, end: range.start + index + 1 },
    message,
    ...drop && { fixes }
  }));
}
function pieceFaults(written, squares, variant) {
  const faults = [];
  const seen = /* @__PURE__ */ new Map();
  for (let index = 0; index < written.length; index++) {
    const letter = written.charAt(index);
    const rook = rookOf(squares, letter, variant);
    if (rook === void 0) {
      faults.push({ index, message: `the castling right ${letter} has no king and rook in place`, drop: true });
      continue;
    }
    const color = isWhite(letter) ? "w" : "b";
    const rookKey = `${color}${rook.file}`;
    const sideKey = `${color}${rook.kingside ? "K" : "Q"}`;
    const same = seen.get(rookKey);
    const other = seen.get(sideKey);
    if (same !== void 0) {
      faults.push({ index, message: `the right ${letter} is that of ${same} again`, drop: true });
    } else if (other !== void 0) {
      const message = `the rights ${other} and ${letter} are on the same side of the king, which has one a side`;
      faults.push({ index, message, drop: false });
    }
    seen.set(rookKey, letter);
    seen.set(sideKey, letter);
  }
  return faults;
}
function rookOf(squares, letter, variant) {
  const color = isWhite(letter) ? 0 : 1;
  const rank = squares.subarray(56 * color, 56 * color + 8);
  const king = rank.indexOf(KING2 + 6 * color);
  const rook = ROOK + 6 * color;
  const side = letter.toUpperCase();
  if (king < 0) return void 0;
  let file;
  if (variant === "chess") file = king !== 4 ? -1 : side === "K" ? 7 : side === "Q" ? 0 : -1;
  else if (side === "K") file = rank.lastIndexOf(rook);
  else if (side === "Q") file = rank.indexOf(rook);
  else file = "ABCDEFGH".indexOf(side);
  if (file < 0 || rank[file] !== rook) return void 0;
  const kingside = file > king;
  return side === "K" && !kingside || side === "Q" && kingside ? void 0 : { file, kingside };
}
function possibleRights(squares) {
  return Array.from("KQkq").filter((letter) => rookOf(squares, letter, "chess") !== void 0).join("");
}
function orderProblems(written, range) {
  const rank = (letter) => (isWhite(letter) ? 0 : 4) + (/[Kk]/.test(letter) ? 0 : /[Qq]/.test(letter) ? 2 : 1);
  const ordered = Array.from(written).sort((a, b) => rank(a) - rank(b)).join("");
  const isFiles = /^[A-H]*[a-h]*$/.test(written);
  if (ordered === written || isFiles || isMixed(written)) return [];
  return [
    {
      code: "FEN_CASTLING_ORDER",
      range,
      message: `castling rights are written in the order ${ordered}`,
      fixes: [rewrite(`Write ${ordered}`, range, ordered, true)]
    }
  ];
}
var isMixed = (written) => /^([KQ]?[A-H]|[A-H][KQ])?([kq]?[a-h]|[a-h][kq])?$/.test(written);
function formFix2(written, range) {
  if (/^(?:[–—]|--|0|none|no)$/i.test(written)) return rewrite("Write -", range, "-", true);
  const once = [...new Set(written)].join("");
  const letters = once.replace(/[-–—]/g, "");
  return letters !== "" && letters !== written && written.length <= 8 && isCastlingText(letters) ? rewrite(`Write ${letters}`, range, letters, true) : void 0;
}

// src/core/fen/en-passant-field.ts
var PAWN2 = 1;
var SIDES = ["White", "Black"];
var enPassantSquare = (text) => /^[a-h][36]$/.test(text) ? text.charCodeAt(0) - 97 + 8 * (text.charCodeAt(1) - 49) : -1;
function canHavePassed(squares, square, turn) {
  const forward = turn === 0 ? -8 : 8;
  return square >> 3 === (turn === 0 ? 5 : 2) && squares[square] === 0 && squares[square - forward] === 0 && squares[square + forward] === PAWN2 + (turn === 0 ? 6 : 0);
}
function enPassantProblems(text, range, squares, turn) {
  const written = text.slice(range.start, range.end);
  if (written === "-") return [];
  const square = enPassantSquare(written);
  if (square < 0) {
    const fix = formFix3(written, range, squares, turn);
    return [
      {
        code: "FEN_BAD_EN_PASSANT",
        range,
        message: `the en passant square is ${quotedWord(written)}, not - or a square of rank 3 or 6`,
        ...fix !== void 0 && { fixes: [fix] }
      }
    ];
  }
  if (squares === void 0 || turn === void 0 || canHavePassed(squares, square, turn)) return [];
  return [
    {
      code: "FEN_EN_PASSANT_PAWN",
      range,
      message: `no pawn of ${SIDES[turn ^ 1]} can just have passed ${squareName(square)}`,
      fixes: [rewrite("Write -", range, "-", true)]
    }
  ];
}
function formFix3(written, range, squares, turn) {
  if (/^(?:[–—]|--|none|no)$/i.test(written)) return rewrite("Write -", range, "-", true);
  const small = written.toLowerCase();
  if (enPassantSquare(small) >= 0) return rewrite(`Write ${small}`, range, small, true);
  if (!/^[a-h][45]$/.test(small) || squares === void 0 || turn === void 0) return void 0;
  const passed = `${small.charAt(0)}${turn === 0 ? 6 : 3}`;
  return small.charAt(1) === (turn === 0 ? "5" : "4") && canHavePassed(squares, enPassantSquare(passed), turn) ? rewrite(`Write ${passed}`, range, passed, false) : void 0;
}

// src/core/fen/opcodes.ts
var opcode = (operands, meaning) => ({ operands, meaning });
var OPCODES = new Map([
  ["bm", opcode("moves", "best moves")],
  ["am", opcode("moves", "moves to avoid")],
  ["id", opcode("text", "name of the position")],
  ["dm", opcode("count", "direct mate, in moves")],
  ["pv", opcode("line", "principal variation")],
  ["ce", opcode("number", "evaluation in centipawns")],
  ["acd", opcode("count", "analysis depth, in plies")],
  ["acn", opcode("count", "analysis, nodes")],
  ["acs", opcode("number", "analysis, seconds")],
  ["hmvc", opcode("count", "halfmove clock")],
  ["fmvn", opcode("count", "fullmove number")],
  ["sm", opcode("move", "move supplied")],
  ["pm", opcode("move", "predicted move")],
  ["sv", opcode("any", "supplied variation")],
  ["eco", opcode("any", "opening code (ECO)")],
  ["nic", opcode("any", "opening code (NIC)")],
  ["rc", opcode("count", "how often the position has occurred")],
  ["resign", opcode("none", "the game is resigned")],
  ["draw_accept", opcode("none", "a draw is accepted")],
  ["draw_claim", opcode("none", "a draw is claimed")],
  ["draw_offer", opcode("none", "a draw is offered")],
  ["draw_reject", opcode("none", "a draw is rejected")],
  ["noop", opcode("any", "no operation")],
  ["refcom", opcode("any", "referee command")],
  ["refreq", opcode("any", "referee request")],
  ["tcgs", opcode("any", "game selector")],
  ["tcri", opcode("any", "receiver")],
  ["tcsi", opcode("any", "sender")],
  ...Array.from({ length: 10 }, (_, i) => [`c${i}`, opcode("any", "comment")]),
  ...Array.from({ length: 10 }, (_, i) => [`v${i}`, opcode("any", "variation name")])
]);
var isKnownOpcode = (name) => OPCODES.has(name);

// src/core/fen/missing-fields.ts
var EMPTY = ["", "w", "-", "-", "0", "1"];
var isSquare = (word) => /^[a-h][1-8]$/.test(word);
var isNumber = (word) => /^\d{1,4}$/.test(word);
function missingDash(words3, fields, squares, epd) {
  if (words3.length < 3 || words3.length > 5) return void 0;
  const isBehind = (word) => word !== void 0 && (isNumber(word) || epd && isKnownOpcode(word) && enPassantSquare(word) < 0);
  const [, , third, fourth] = words3;
  const build = (index, missing, dashes, safe) => ({
    code: "FEN_MISSING_DASH",
    range: fields[index],
    message: `${missing} missing before ${words3[index]}; write - for none`,
    fixes: [
      {
        title: `Insert ${dashes}`,
        edits: [{ range: { start: fields[index].start, end: fields[index].start }, newText: `${dashes} ` }],
        safe
      }
    ]
  });
  const mayCastle = squares === void 0 || possibleRights(squares) !== "";
  if (isBehind(third)) return build(2, "castling rights and en passant square are", "- -", !mayCastle);
  if (isSquare(third) && (fourth === void 0 || isBehind(fourth))) {
    return build(2, "the castling rights are", "-", !mayCastle);
  }
  if (third === "-" && isBehind(fourth)) {
    return build(3, "castling rights or en passant square are", "-", !mayCastle);
  }
  return isCastlingText(third) && isBehind(fourth) ? build(3, "the en passant square is", "-", true) : void 0;
}
function missingFields(range, count, expected, squares) {
  if (count >= expected) return void 0;
  const missing = FEN_FIELDS.slice(count, expected);
  const fixes = [];
  const append = (values, safe) => {
    const added = values.join(" ");
    const edits = [{ range: { start: range.end, end: range.end }, newText: ` ${added}` }];
    fixes.push({ title: `Append ${added}`, edits, safe });
  };
  if (count > 0) {
    const rights = count > 2 || squares === void 0 ? "" : possibleRights(squares);
    const rest = EMPTY.slice(count, expected);
    if (rights !== "")
      append(
        rest.map((field, i) => i === 2 - count ? rights : field),
        false
      );
    append(rest, count >= 3 || count === 2 && squares !== void 0 && rights === "");
  }
  return {
    code: "FEN_MISSING_FIELDS",
    range,
    message: `${missing.length === 1 ? "a field is" : `${missing.length} fields are`} missing at the end: ${missing.join(", ")}`,
    ...fixes.length > 0 && { fixes }
  };
}

// src/core/fen/placement.ts
var PIECES = "PNBRQKpnbrqk";
var NUMBERS = new Uint8Array(128);
for (let i = 0; i < PIECES.length; i++) NUMBERS[PIECES.charCodeAt(i)] = i + 1;
var pieceNumber = (c) => c < 128 ? NUMBERS[c] : 0;
var MOST_PROBLEMS = 24;
function readPlacement(text, start, end) {
  const squares = new Uint8Array(64);
  const letters = new Uint32Array(64);
  const problems = [];
  const report = (problem) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };
  let rank = 7;
  let file = 0;
  let rankStart = start;
  for (let i = start; i <= end; i++) {
    if (i === end || text.charCodeAt(i) === 47) {
      if (file !== 8 && rank >= 0) {
        report({
          code: "FEN_RANK_WIDTH",
          range: rankStart < i ? { start: rankStart, end: i } : { start: Math.max(start, i - 1), end: Math.min(end, i + 1) },
          message: `rank ${rank + 1} has ${file} square${file === 1 ? "" : "s"} instead of 8`
        });
      }
      rank--;
      file = 0;
      rankStart = i + 1;
      continue;
    }
    const c = text.charCodeAt(i);
    if (isSpace(c)) continue;
    if (c >= 49 && c <= 56) {
      const before2 = i > rankStart ? text.charCodeAt(i - 1) : 0;
      if (before2 >= 49 && before2 <= 56) {
        report({
          code: "FEN_ADJACENT_DIGITS",
          range: { start: i - 1, end: i + 1 },
          message: `rank ${rank + 1} writes adjacent empty squares as ${text.slice(i - 1, i + 1)}`,
          ...mergeDigits(text, i, start, end)
        });
      }
      file += c - 48;
      continue;
    }
    const piece2 = pieceNumber(c);
    if (piece2 === 0) {
      const from = i;
      while (i + 1 < end && text.charCodeAt(i + 1) !== 47 && !isPlacementCharacter(text.charCodeAt(i + 1))) i++;
      const shown = text.slice(from, Math.min(i + 1, from + 12));
      report({
        code: "FEN_UNKNOWN_PIECE",
        range: { start: from, end: i + 1 },
        message: `${JSON.stringify(shown)} is no piece letter and no number of empty squares from 1 to 8`
      });
      file += i + 1 - from;
      continue;
    }
    if (rank >= 0 && file < 8) {
      squares[8 * rank + file] = piece2;
      letters[8 * rank + file] = i;
    }
    file++;
  }
  if (rank !== -1) {
    const ranks = 7 - rank;
    report({
      code: "FEN_RANK_COUNT",
      range: { start, end },
      message: `the board has ${ranks} rank${ranks === 1 ? "" : "s"} instead of 8`
    });
  }
  return { squares, letters, problems };
}
var isSpace = (c) => c === 32 || c >= 9 && c <= 13;
function mergeDigits(text, at, from, to) {
  const isDigit = (i) => i >= from && i < to && text.charAt(i) >= "1" && text.charAt(i) <= "8";
  let start = at;
  let end = at;
  while (isDigit(start - 1) && at - start < 8) start--;
  while (isDigit(end) && end - at < 8) end++;
  let sum = 0;
  for (let i = start; i < end; i++) sum += text.charCodeAt(i) - 48;
  if (sum > 8) return {};
  return { fixes: [rewrite(`Write ${sum}`, { start, end }, String(sum), true)] };
}
function boardEnd(text, start, end) {
  let rank = 1;
  let file = 0;
  let blanks = false;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (isSpace(c)) {
      blanks = true;
      continue;
    }
    if (c === 47) {
      if (file !== 8 || rank === 8) return -1;
      rank++;
      file = 0;
      continue;
    }
    if (!isPlacementCharacter(c)) return -1;
    file += c <= 56 ? c - 48 : 1;
    if (file > 8) return -1;
    if (rank === 8 && file === 8) {
      return blanks && (i + 1 === end || isSpace(text.charCodeAt(i + 1))) ? i + 1 : -1;
    }
  }
  return -1;
}
var isPlacementCharacter = (c) => c >= 49 && c <= 56 || pieceNumber(c) > 0;

// src/core/fen/check-problems.ts
var SIDES2 = ["White", "Black"];
var words2 = new Int32Array(FRAME);
function checkProblems(text, fields, { squares, letters }) {
  const { board, side, turn, passed } = fields;
  const pieces = [];
  for (let square = 0; square < 64; square++) {
    const piece2 = squares[square];
    if (piece2 !== 0) pieces.push({ square, color: piece2 > 6 ? 1 : 0, role: (piece2 - 1) % 6 });
  }
  setUp(words2, 0, { pieces, turn, rights: 0, ep: -1, halfmoves: 0, fullmoves: 1, chess960: false });
  const king = kingSquare(words2, 0, turn);
  const other = kingSquare(words2, 0, turn ^ 1);
  if (Math.max(Math.abs((king & 7) - (other & 7)), Math.abs((king >> 3) - (other >> 3))) === 1) {
    const message = `the kings stand next to each other, on ${squareName(king)} and ${squareName(other)}`;
    return [{ code: "FEN_OPPOSITE_CHECK", range: { start: letters[king], end: letters[king] + 1 }, message }];
  }
  if (isInCheck(turn ^ 1, other)) {
    const message = `${SIDES2[turn ^ 1]} is in check although it is ${SIDES2[turn]}'s turn`;
    return [{ code: "FEN_OPPOSITE_CHECK", range: side, message }];
  }
  return isInCheck(turn, king) ? impossibleCheck(text, board, turn, passed, letters[king]) : [];
}
var isInCheck = (color, king) => isAttacked(words2, 0, king, color ^ 1, words2[WHITE] | words2[WHITE + 2], words2[WHITE + 1] | words2[WHITE + 3]);
function impossibleCheck(text, board, turn, passed, kingLetter) {
  const parsed = parseBoardFen(text.slice(board.start, board.end).replace(/\s/g, ""));
  if (parsed.isErr) return [];
  const setUpChess = (epSquare) => {
    const chess = Chess.fromSetup({
      board: parsed.value,
      pockets: void 0,
      turn: turn === 0 ? "white" : "black",
      castlingRights: SquareSet.empty(),
      epSquare,
      remainingChecks: void 0,
      halfmoves: 0,
      fullmoves: 1
    });
    return chess.isOk ? chess.value : void 0;
  };
  const plain = setUpChess(void 0);
  if (plain === void 0) return [];
  const king = plain.board.kingOf(plain.turn);
  if (king === void 0) return [];
  const checkers = [...plain.kingAttackers(king, turn === 0 ? "black" : "white", plain.board.occupied)];
  const from = checkers.map(squareName).join(" and ");
  const who = `${SIDES2[turn]}'s king`;
  if (isImpossibleCheck(plain)) {
    const message2 = `no move gives check to ${who} from ${from} at once`;
    return [{ code: "FEN_IMPOSSIBLE_CHECK", range: { start: kingLetter, end: kingLetter + 1 }, message: message2 }];
  }
  if (passed === void 0) return [];
  const withPassed = setUpChess(passed.square);
  if (withPassed === void 0 || !isImpossibleCheck(withPassed)) return [];
  const message = `no pawn's move over ${squareName(passed.square)} gives the check to ${who} from ${from}`;
  return [{ code: "FEN_IMPOSSIBLE_CHECK", range: passed.range, message }];
}

// src/core/fen/material.ts
var SIDES3 = ["White", "Black"];
function materialProblems(board, squares, letters) {
  const problems = [];
  for (const color of [0, 1]) {
    const counts = [0, 0, 0, 0, 0, 0];
    const pawns = [];
    let lightBishops = 0;
    for (let s = 0; s < 64; s++) {
      const role = squares[s] - 1 - 6 * color;
      if (role < 0 || role > 5) continue;
      counts[role]++;
      if (role === 0) pawns.push(letters[s]);
      if (role === 2 && ((s >> 3) + s) % 2 === 1) lightBishops++;
    }
    if (pawns.length > 8) {
      const ninth = pawns.sort((a, b) => a - b)[8];
      const message = `${SIDES3[color]} has ${pawns.length} pawns; a game begins with 8 a side`;
      problems.push({ code: "FEN_TOO_MANY_PAWNS", range: { start: ninth, end: ninth + 1 }, message });
      continue;
    }
    const over = (count, first) => Math.max(0, count - first);
    const [, knights, bishops, rooks, queens] = counts;
    const promoted = over(knights, 2) + over(lightBishops, 1) + over(bishops - lightBishops, 1) + over(rooks, 2) + over(queens, 1);
    const spent = 8 - pawns.length;
    if (promoted <= spent) continue;
    problems.push({
      code: "FEN_PROMOTIONS",
      range: board,
      message: `at least ${promoted} of ${SIDES3[color]}'s pieces are promoted pawns, but ${spent === 0 ? "all 8 pawns are still there" : `only ${spent} of 8 pawns ${spent === 1 ? "is" : "are"} gone`}`
    });
  }
  return problems;
}

// src/core/fen/passed.ts
function passedOf(text, { fields, squares, turn }) {
  if (fields.length < 4 || turn === void 0) return void 0;
  const square = enPassantSquare(text.slice(fields[3].start, fields[3].end));
  return square >= 0 && canHavePassed(squares, square, turn) ? { square, range: fields[3] } : void 0;
}

// src/core/fen/position-problems.ts
var KING3 = 6;
var PAWN3 = 1;
var SIDES4 = ["White", "Black"];
function positionProblems(text, fen, placement, judged, variant) {
  const problems = [];
  const { squares, letters } = placement;
  const [board, side, castling, enPassant] = fen.fields;
  const passed = judged.board && judged.rest ? passedOf(text, fen) : void 0;
  if (judged.board) {
    const kings = hasTwoKings(squares) ? [] : [...kingProblems(board, squares, letters)];
    problems.push(...kings);
    addBackrankProblems(squares, letters, problems);
    problems.push(...materialProblems(board, squares, letters));
    if (kings.length === 0 && fen.turn !== void 0) {
      problems.push(...checkProblems(text, { board, side, turn: fen.turn, passed }, placement));
    }
  }
  if (!judged.rest) return problems;
  const known = judged.board ? squares : void 0;
  if (castling !== void 0) problems.push(...castlingProblems(text, castling, known, variant));
  if (enPassant !== void 0) problems.push(...enPassantProblems(text, enPassant, known, fen.turn));
  problems.push(...counterProblems(text, fen.fields, passed?.range));
  return problems;
}
function hasTwoKings(squares) {
  let white = 0;
  let black = 0;
  for (let s = 0; s < 64; s++) {
    if (squares[s] === KING3) white++;
    else if (squares[s] === KING3 + 6) black++;
  }
  return white === 1 && black === 1;
}
function* kingProblems(board, squares, letters) {
  for (const color of [0, 1]) {
    const king = KING3 + 6 * color;
    const places = [...squares.keys()].filter((s) => squares[s] === king).sort((a, b) => letters[a] - letters[b]);
    if (places.length === 1) continue;
    const second = places.length === 0 ? board : { start: letters[places[1]], end: letters[places[1]] + 1 };
    const count = places.length === 0 ? "no king" : `${places.length} kings (${places.map(squareName).join(", ")})`;
    yield { code: "FEN_KINGS", range: second, message: `${SIDES4[color]} has ${count}` };
  }
}
function addBackrankProblems(squares, letters, problems) {
  for (let s = 0; s < 64; s++) {
    if (squares[s] !== PAWN3 && squares[s] !== PAWN3 + 6 || s >= 8 && s < 56) continue;
    problems.push({
      code: "FEN_BACKRANK_PAWN",
      range: { start: letters[s], end: letters[s] + 1 },
      message: `a pawn on ${squareName(s)}: pawns never stand on the first or last rank`
    });
  }
}

// src/core/fen/read-fen.ts
var isSpace2 = (c) => c === 32 || c >= 9 && c <= 13;
function fenFields(text, start, end, epd) {
  const fields = [];
  let at = start;
  for (; ; ) {
    while (at < end && isSpace2(text.charCodeAt(at))) at++;
    if (at === end || fields.length === 6) break;
    const from = at;
    if (fields.length === 0) at = Math.max(at, boardEnd(text, from, end));
    while (at < end && !isSpace2(text.charCodeAt(at))) at++;
    if (fields.length >= 4 && !isCounter(text, from, at, epd)) break;
    fields.push({ start: from, end: at });
  }
  return fields;
}
function readFen(text, start = 0, end = text.length, options = {}) {
  const epd = options.epd === true;
  const fields = fenFields(text, start, end, epd);
  const problems = [];
  const words3 = fields.map((field) => text.slice(field.start, field.end));
  const [first] = fields;
  const placement = readPlacement(text, first?.start ?? start, first?.end ?? start);
  if (first !== void 0) problems.push(...placement.problems, ...blankProblems(words3[0], first));
  const turn = words3[1] === "w" ? 0 : words3[1] === "b" ? 1 : void 0;
  if (fields.length > 1 && turn === void 0) problems.push(badSide(words3[1], fields[1]));
  const reading = {
    fields,
    squares: placement.squares,
    turn,
    halfmoves: counterOf(words3[4] ?? ""),
    fullmoves: counterOf(words3[5] ?? ""),
    end: fields.length === 0 ? start : fields[fields.length - 1].end
  };
  const board = first !== void 0 && placement.problems.every((p) => p.code === "FEN_ADJACENT_DIGITS");
  const squares = board ? placement.squares : void 0;
  const dash = missingDash(words3, fields, squares, epd);
  if (first !== void 0) {
    problems.push(...positionProblems(text, reading, placement, { board, rest: dash === void 0 }, options.variant));
  }
  const missing = dash ?? missingFields({ start: first?.start ?? start, end: reading.end }, fields.length, epd ? 4 : 6, squares);
  if (missing !== void 0) problems.push(missing);
  problems.sort((a, b) => a.range.start - b.range.start);
  return { ...reading, problems };
}
function isCounter(text, start, end, epd) {
  const word = text.slice(start, Math.min(end, start + 8));
  return epd ? /^\d+$/.test(word) : /^[-+]?\d/.test(word) || /^(?:[-–—?Oo]|--)$/.test(word);
}
function badSide(written, range) {
  const side = /^(?:W|white)$/i.test(written) ? "w" : /^(?:B|black)$/i.test(written) ? "b" : void 0;
  return {
    code: "FEN_BAD_SIDE",
    range,
    message: `the side to move is ${quotedWord(written)}, not w or b`,
    ...side !== void 0 && { fixes: [rewrite(`Write ${side}`, range, side, true)] }
  };
}
function blankProblems(board, { start, end }) {
  const parts = board.split(/\s+/);
  if (parts.length === 1) return [];
  return [
    {
      code: "FEN_BOARD_BLANKS",
      range: { start, end },
      message: "the piece placement has blanks between its squares, and blanks separate fields",
      fixes: [rewrite("Remove the blanks", { start, end }, parts.join(""), true)]
    }
  ];
}

// ../../../work/main/node_modules/chessops/dist/esm/variant.js
var Crazyhouse = class extends Position {
  constructor() {
    super("crazyhouse");
  }
  reset() {
    super.reset();
    this.pockets = Material.empty();
  }
  setupUnchecked(setup) {
    super.setupUnchecked(setup);
    this.board.promoted = setup.board.promoted.intersect(setup.board.occupied).diff(setup.board.king).diff(setup.board.pawn);
    this.pockets = setup.pockets ? setup.pockets.clone() : Material.empty();
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
  validate() {
    return super.validate().chain((_) => {
      var _a, _b;
      if ((_a = this.pockets) === null || _a === void 0 ? void 0 : _a.count("king")) {
        return Result.err(new PositionError(IllegalSetup.Kings));
      }
      if ((((_b = this.pockets) === null || _b === void 0 ? void 0 : _b.size()) || 0) + this.board.occupied.size() > 64) {
        return Result.err(new PositionError(IllegalSetup.Variant));
      }
      return Result.ok(void 0);
    });
  }
  hasInsufficientMaterial(color) {
    if (!this.pockets)
      return super.hasInsufficientMaterial(color);
    return this.board.occupied.size() + this.pockets.size() <= 3 && this.board.pawn.isEmpty() && this.board.promoted.isEmpty() && this.board.rooksAndQueens().isEmpty() && this.pockets.count("pawn") <= 0 && this.pockets.count("rook") <= 0 && this.pockets.count("queen") <= 0;
  }
  dropDests(ctx) {
    var _a, _b;
    const mask = this.board.occupied.complement().intersect(((_a = this.pockets) === null || _a === void 0 ? void 0 : _a[this.turn].hasNonPawns()) ? SquareSet.full() : ((_b = this.pockets) === null || _b === void 0 ? void 0 : _b[this.turn].hasPawns()) ? SquareSet.backranks().complement() : SquareSet.empty());
    ctx = ctx || this.ctx();
    if (defined(ctx.king) && ctx.checkers.nonEmpty()) {
      const checker = ctx.checkers.singleSquare();
      if (!defined(checker))
        return SquareSet.empty();
      return mask.intersect(between(checker, ctx.king));
    } else
      return mask;
  }
};
var Atomic = class extends Position {
  constructor() {
    super("atomic");
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
  validate() {
    if (this.board.occupied.isEmpty())
      return Result.err(new PositionError(IllegalSetup.Empty));
    if (this.board.king.size() > 2)
      return Result.err(new PositionError(IllegalSetup.Kings));
    const otherKing = this.board.kingOf(opposite(this.turn));
    if (!defined(otherKing))
      return Result.err(new PositionError(IllegalSetup.Kings));
    if (this.kingAttackers(otherKing, this.turn, this.board.occupied).nonEmpty()) {
      return Result.err(new PositionError(IllegalSetup.OppositeCheck));
    }
    if (SquareSet.backranks().intersects(this.board.pawn)) {
      return Result.err(new PositionError(IllegalSetup.PawnsOnBackrank));
    }
    return Result.ok(void 0);
  }
  kingAttackers(square, attacker, occupied) {
    const attackerKings = this.board.pieces(attacker, "king");
    if (attackerKings.isEmpty() || kingAttacks(square).intersects(attackerKings)) {
      return SquareSet.empty();
    }
    return super.kingAttackers(square, attacker, occupied);
  }
  playCaptureAt(square, captured) {
    super.playCaptureAt(square, captured);
    this.board.take(square);
    for (const explode of kingAttacks(square).intersect(this.board.occupied).diff(this.board.pawn)) {
      const piece2 = this.board.take(explode);
      if ((piece2 === null || piece2 === void 0 ? void 0 : piece2.role) === "rook")
        this.castles.discardRook(explode);
      if ((piece2 === null || piece2 === void 0 ? void 0 : piece2.role) === "king")
        this.castles.discardColor(piece2.color);
    }
  }
  hasInsufficientMaterial(color) {
    if (this.board.pieces(opposite(color), "king").isEmpty())
      return false;
    if (this.board[color].diff(this.board.king).isEmpty())
      return true;
    if (this.board[opposite(color)].diff(this.board.king).nonEmpty()) {
      if (this.board.occupied.equals(this.board.bishop.union(this.board.king))) {
        if (!this.board.bishop.intersect(this.board.white).intersects(SquareSet.darkSquares())) {
          return !this.board.bishop.intersect(this.board.black).intersects(SquareSet.lightSquares());
        }
        if (!this.board.bishop.intersect(this.board.white).intersects(SquareSet.lightSquares())) {
          return !this.board.bishop.intersect(this.board.black).intersects(SquareSet.darkSquares());
        }
      }
      return false;
    }
    if (this.board.queen.nonEmpty() || this.board.pawn.nonEmpty())
      return false;
    if (this.board.knight.union(this.board.bishop).union(this.board.rook).size() === 1)
      return true;
    if (this.board.occupied.equals(this.board.knight.union(this.board.king))) {
      return this.board.knight.size() <= 2;
    }
    return false;
  }
  dests(square, ctx) {
    ctx = ctx || this.ctx();
    let dests = SquareSet.empty();
    for (const to of pseudoDests(this, square, ctx)) {
      const after = this.clone();
      after.play({ from: square, to });
      const ourKing = after.board.kingOf(this.turn);
      if (defined(ourKing) && (!defined(after.board.kingOf(after.turn)) || after.kingAttackers(ourKing, after.turn, after.board.occupied).isEmpty())) {
        dests = dests.with(to);
      }
    }
    return dests;
  }
  isVariantEnd() {
    return !!this.variantOutcome();
  }
  variantOutcome(_ctx) {
    for (const color of COLORS) {
      if (this.board.pieces(color, "king").isEmpty())
        return { winner: opposite(color) };
    }
    return;
  }
};
var Antichess = class extends Position {
  constructor() {
    super("antichess");
  }
  reset() {
    super.reset();
    this.castles = Castles.empty();
  }
  setupUnchecked(setup) {
    super.setupUnchecked(setup);
    this.castles = Castles.empty();
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
  validate() {
    if (this.board.occupied.isEmpty())
      return Result.err(new PositionError(IllegalSetup.Empty));
    if (SquareSet.backranks().intersects(this.board.pawn)) {
      return Result.err(new PositionError(IllegalSetup.PawnsOnBackrank));
    }
    return Result.ok(void 0);
  }
  kingAttackers(_square, _attacker, _occupied) {
    return SquareSet.empty();
  }
  ctx() {
    const ctx = super.ctx();
    if (defined(this.epSquare) && pawnAttacks(opposite(this.turn), this.epSquare).intersects(this.board.pieces(this.turn, "pawn"))) {
      ctx.mustCapture = true;
      return ctx;
    }
    const enemy = this.board[opposite(this.turn)];
    for (const from of this.board[this.turn]) {
      if (pseudoDests(this, from, ctx).intersects(enemy)) {
        ctx.mustCapture = true;
        return ctx;
      }
    }
    return ctx;
  }
  dests(square, ctx) {
    ctx = ctx || this.ctx();
    const dests = pseudoDests(this, square, ctx);
    const enemy = this.board[opposite(this.turn)];
    return dests.intersect(ctx.mustCapture ? defined(this.epSquare) && this.board.getRole(square) === "pawn" ? enemy.with(this.epSquare) : enemy : SquareSet.full());
  }
  hasInsufficientMaterial(color) {
    if (this.board[color].isEmpty())
      return false;
    if (this.board[opposite(color)].isEmpty())
      return true;
    if (this.board.occupied.equals(this.board.bishop)) {
      const weSomeOnLight = this.board[color].intersects(SquareSet.lightSquares());
      const weSomeOnDark = this.board[color].intersects(SquareSet.darkSquares());
      const theyAllOnDark = this.board[opposite(color)].isDisjoint(SquareSet.lightSquares());
      const theyAllOnLight = this.board[opposite(color)].isDisjoint(SquareSet.darkSquares());
      return weSomeOnLight && theyAllOnDark || weSomeOnDark && theyAllOnLight;
    }
    if (this.board.occupied.equals(this.board.knight) && this.board.occupied.size() === 2) {
      return this.board.white.intersects(SquareSet.lightSquares()) !== this.board.black.intersects(SquareSet.darkSquares()) !== (this.turn === color);
    }
    return false;
  }
  isVariantEnd() {
    return this.board[this.turn].isEmpty();
  }
  variantOutcome(ctx) {
    ctx = ctx || this.ctx();
    if (ctx.variantEnd || this.isStalemate(ctx)) {
      return { winner: this.turn };
    }
    return;
  }
};
var KingOfTheHill = class extends Position {
  constructor() {
    super("kingofthehill");
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
  hasInsufficientMaterial(_color) {
    return false;
  }
  isVariantEnd() {
    return this.board.king.intersects(SquareSet.center());
  }
  variantOutcome(_ctx) {
    for (const color of COLORS) {
      if (this.board.pieces(color, "king").intersects(SquareSet.center()))
        return { winner: color };
    }
    return;
  }
};
var ThreeCheck = class extends Position {
  constructor() {
    super("3check");
  }
  reset() {
    super.reset();
    this.remainingChecks = RemainingChecks.default();
  }
  setupUnchecked(setup) {
    var _a;
    super.setupUnchecked(setup);
    this.remainingChecks = ((_a = setup.remainingChecks) === null || _a === void 0 ? void 0 : _a.clone()) || RemainingChecks.default();
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
  hasInsufficientMaterial(color) {
    return this.board.pieces(color, "king").equals(this.board[color]);
  }
  isVariantEnd() {
    return !!this.remainingChecks && (this.remainingChecks.white <= 0 || this.remainingChecks.black <= 0);
  }
  variantOutcome(_ctx) {
    if (this.remainingChecks) {
      for (const color of COLORS) {
        if (this.remainingChecks[color] <= 0)
          return { winner: color };
      }
    }
    return;
  }
};
var racingKingsBoard = () => {
  const board = Board.empty();
  board.occupied = new SquareSet(65535, 0);
  board.promoted = SquareSet.empty();
  board.white = new SquareSet(61680, 0);
  board.black = new SquareSet(3855, 0);
  board.pawn = SquareSet.empty();
  board.knight = new SquareSet(6168, 0);
  board.bishop = new SquareSet(9252, 0);
  board.rook = new SquareSet(16962, 0);
  board.queen = new SquareSet(129, 0);
  board.king = new SquareSet(33024, 0);
  return board;
};
var RacingKings = class extends Position {
  constructor() {
    super("racingkings");
  }
  reset() {
    this.board = racingKingsBoard();
    this.pockets = void 0;
    this.turn = "white";
    this.castles = Castles.empty();
    this.epSquare = void 0;
    this.remainingChecks = void 0;
    this.halfmoves = 0;
    this.fullmoves = 1;
  }
  setupUnchecked(setup) {
    super.setupUnchecked(setup);
    this.castles = Castles.empty();
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
  validate() {
    if (this.isCheck() || this.board.pawn.nonEmpty())
      return Result.err(new PositionError(IllegalSetup.Variant));
    return super.validate();
  }
  dests(square, ctx) {
    ctx = ctx || this.ctx();
    let dests = SquareSet.empty();
    for (const to of super.dests(square, ctx)) {
      const move = { from: square, to };
      const after = this.clone();
      after.play(move);
      if (!after.isCheck())
        dests = dests.with(to);
    }
    return dests;
  }
  hasInsufficientMaterial(_color) {
    return false;
  }
  isVariantEnd() {
    const goal = SquareSet.fromRank(7);
    const inGoal = this.board.king.intersect(goal);
    if (inGoal.isEmpty())
      return false;
    if (this.turn === "white" || inGoal.intersects(this.board.black))
      return true;
    const blackKing = this.board.kingOf("black");
    if (defined(blackKing)) {
      const occ = this.board.occupied.without(blackKing);
      for (const target of kingAttacks(blackKing).intersect(goal).diff(this.board.black)) {
        if (this.kingAttackers(target, "white", occ).isEmpty())
          return false;
      }
    }
    return true;
  }
  variantOutcome(ctx) {
    if (ctx ? !ctx.variantEnd : !this.isVariantEnd())
      return;
    const goal = SquareSet.fromRank(7);
    const blackInGoal = this.board.pieces("black", "king").intersects(goal);
    const whiteInGoal = this.board.pieces("white", "king").intersects(goal);
    if (blackInGoal && !whiteInGoal)
      return { winner: "black" };
    if (whiteInGoal && !blackInGoal)
      return { winner: "white" };
    return { winner: void 0 };
  }
};
var hordeBoard = () => {
  const board = Board.empty();
  board.occupied = new SquareSet(4294967295, 4294901862);
  board.promoted = SquareSet.empty();
  board.white = new SquareSet(4294967295, 102);
  board.black = new SquareSet(0, 4294901760);
  board.pawn = new SquareSet(4294967295, 16711782);
  board.knight = new SquareSet(0, 1107296256);
  board.bishop = new SquareSet(0, 603979776);
  board.rook = new SquareSet(0, 2164260864);
  board.queen = new SquareSet(0, 134217728);
  board.king = new SquareSet(0, 268435456);
  return board;
};
var Horde = class extends Position {
  constructor() {
    super("horde");
  }
  reset() {
    this.board = hordeBoard();
    this.pockets = void 0;
    this.turn = "white";
    this.castles = Castles.default();
    this.castles.discardColor("white");
    this.epSquare = void 0;
    this.remainingChecks = void 0;
    this.halfmoves = 0;
    this.fullmoves = 1;
  }
  static default() {
    const pos = new this();
    pos.reset();
    return pos;
  }
  static fromSetup(setup) {
    const pos = new this();
    pos.setupUnchecked(setup);
    return pos.validate().map((_) => pos);
  }
  clone() {
    return super.clone();
  }
  validate() {
    if (this.board.occupied.isEmpty())
      return Result.err(new PositionError(IllegalSetup.Empty));
    if (this.board.king.size() !== 1)
      return Result.err(new PositionError(IllegalSetup.Kings));
    const otherKing = this.board.kingOf(opposite(this.turn));
    if (defined(otherKing) && this.kingAttackers(otherKing, this.turn, this.board.occupied).nonEmpty()) {
      return Result.err(new PositionError(IllegalSetup.OppositeCheck));
    }
    for (const color of COLORS) {
      const backranks = this.board.pieces(color, "king").isEmpty() ? SquareSet.backrank(opposite(color)) : SquareSet.backranks();
      if (this.board.pieces(color, "pawn").intersects(backranks)) {
        return Result.err(new PositionError(IllegalSetup.PawnsOnBackrank));
      }
    }
    return Result.ok(void 0);
  }
  hasInsufficientMaterial(color) {
    if (this.board.pieces(color, "king").nonEmpty())
      return false;
    const oppositeSquareColor = (squareColor) => squareColor === "light" ? "dark" : "light";
    const coloredSquares = (squareColor) => squareColor === "light" ? SquareSet.lightSquares() : SquareSet.darkSquares();
    const hasBishopPair = (side) => {
      const bishops = this.board.pieces(side, "bishop");
      return bishops.intersects(SquareSet.darkSquares()) && bishops.intersects(SquareSet.lightSquares());
    };
    const horde = MaterialSide.fromBoard(this.board, color);
    const hordeBishops = (squareColor) => coloredSquares(squareColor).intersect(this.board.pieces(color, "bishop")).size();
    const hordeBishopColor = hordeBishops("light") >= 1 ? "light" : "dark";
    const hordeNum = horde.pawn + horde.knight + horde.rook + horde.queen + Math.min(hordeBishops("dark"), 2) + Math.min(hordeBishops("light"), 2);
    const pieces = MaterialSide.fromBoard(this.board, opposite(color));
    const piecesBishops = (squareColor) => coloredSquares(squareColor).intersect(this.board.pieces(opposite(color), "bishop")).size();
    const piecesNum = pieces.size();
    const piecesOfRoleNot = (piece2) => piecesNum - piece2;
    if (hordeNum === 0)
      return true;
    if (hordeNum >= 4) {
      return false;
    }
    if ((horde.pawn >= 1 || horde.queen >= 1) && hordeNum >= 2) {
      return false;
    }
    if (horde.rook >= 1 && hordeNum >= 2) {
      if (!(hordeNum === 2 && horde.rook === 1 && horde.bishop === 1 && piecesOfRoleNot(piecesBishops(hordeBishopColor)) === 1)) {
        return false;
      }
    }
    if (hordeNum === 1) {
      if (piecesNum === 1) {
        return true;
      } else if (horde.queen === 1) {
        return !(pieces.pawn >= 1 || pieces.rook >= 1 || piecesBishops("light") >= 2 || piecesBishops("dark") >= 2);
      } else if (horde.pawn === 1) {
        const pawnSquare = this.board.pieces(color, "pawn").last();
        const promoteToQueen = this.clone();
        promoteToQueen.board.set(pawnSquare, { color, role: "queen" });
        const promoteToKnight = this.clone();
        promoteToKnight.board.set(pawnSquare, { color, role: "knight" });
        return promoteToQueen.hasInsufficientMaterial(color) && promoteToKnight.hasInsufficientMaterial(color);
      } else if (horde.rook === 1) {
        return !(pieces.pawn >= 2 || pieces.rook >= 1 && pieces.pawn >= 1 || pieces.rook >= 1 && pieces.knight >= 1 || pieces.pawn >= 1 && pieces.knight >= 1);
      } else if (horde.bishop === 1) {
        return !// The king can be mated on A1 if there is a pawn/opposite-color-bishop
        // on A2 and an opposite-color-bishop on B1.
        // If black has two or more pawns, white gets the benefit of the doubt;
        // there is an outside chance that white promotes its pawns to
        // opposite-color-bishops and selfmates theirself.
        // Every other case that the king is mated by the bishop requires that
        // black has two pawns or two opposite-color-bishop or a pawn and an
        // opposite-color-bishop.
        // For example a king on A3 can be mated if there is
        // a pawn/opposite-color-bishop on A4, a pawn/opposite-color-bishop on
        // B3, a pawn/bishop/rook/queen on A2 and any other piece on B2.
        (piecesBishops(oppositeSquareColor(hordeBishopColor)) >= 2 || piecesBishops(oppositeSquareColor(hordeBishopColor)) >= 1 && pieces.pawn >= 1 || pieces.pawn >= 2);
      } else if (horde.knight === 1) {
        return !// The king on A1 can be smother mated by a knight on C2 if there is
        // a pawn/knight/bishop on B2, a knight/rook on B1 and any other piece
        // on A2.
        // Moreover, when black has four or more pieces and two of them are
        // pawns, black can promote their pawns and selfmate theirself.
        (piecesNum >= 4 && (pieces.knight >= 2 || pieces.pawn >= 2 || pieces.rook >= 1 && pieces.knight >= 1 || pieces.rook >= 1 && pieces.bishop >= 1 || pieces.knight >= 1 && pieces.bishop >= 1 || pieces.rook >= 1 && pieces.pawn >= 1 || pieces.knight >= 1 && pieces.pawn >= 1 || pieces.bishop >= 1 && pieces.pawn >= 1 || hasBishopPair(opposite(color)) && pieces.pawn >= 1) && (piecesBishops("dark") < 2 || piecesOfRoleNot(piecesBishops("dark")) >= 3) && (piecesBishops("light") < 2 || piecesOfRoleNot(piecesBishops("light")) >= 3));
      }
    } else if (hordeNum === 2) {
      if (piecesNum === 1) {
        return true;
      } else if (horde.knight === 2) {
        return pieces.pawn + pieces.bishop + pieces.knight < 1;
      } else if (hasBishopPair(color)) {
        return !// A king on A1 obstructed by a pawn/bishop on A2 is mated
        // by the bishop pair.
        (pieces.pawn >= 1 || pieces.bishop >= 1 || pieces.knight >= 1 && pieces.rook + pieces.queen >= 1);
      } else if (horde.bishop >= 1 && horde.knight >= 1) {
        return !// A king on A1 obstructed by a pawn/opposite-color-bishop on
        // A2 is mated by a knight on D2 and a bishop on C3.
        (pieces.pawn >= 1 || piecesBishops(oppositeSquareColor(hordeBishopColor)) >= 1 || piecesOfRoleNot(piecesBishops(hordeBishopColor)) >= 3);
      } else {
        return !// A king on A1 obstructed by a pawn/opposite-bishop/knight
        // on A2 and a opposite-bishop/knight on B1 is mated by two
        // bishops on B2 and C3. This position is theoretically
        // achievable even when black has two pawns or when they
        // have a pawn and an opposite color bishop.
        (pieces.pawn >= 1 && piecesBishops(oppositeSquareColor(hordeBishopColor)) >= 1 || pieces.pawn >= 1 && pieces.knight >= 1 || piecesBishops(oppositeSquareColor(hordeBishopColor)) >= 1 && pieces.knight >= 1 || piecesBishops(oppositeSquareColor(hordeBishopColor)) >= 2 || pieces.knight >= 2 || pieces.pawn >= 2);
      }
    } else if (hordeNum === 3) {
      if (horde.knight === 2 && horde.bishop === 1 || horde.knight === 3 || hasBishopPair(color)) {
        return false;
      } else {
        return piecesNum === 1;
      }
    }
    return true;
  }
  isVariantEnd() {
    return this.board.white.isEmpty() || this.board.black.isEmpty();
  }
  variantOutcome(_ctx) {
    if (this.board.white.isEmpty())
      return { winner: "black" };
    if (this.board.black.isEmpty())
      return { winner: "white" };
    return;
  }
};
var defaultPosition = (rules) => {
  switch (rules) {
    case "chess":
      return Chess.default();
    case "antichess":
      return Antichess.default();
    case "atomic":
      return Atomic.default();
    case "horde":
      return Horde.default();
    case "racingkings":
      return RacingKings.default();
    case "kingofthehill":
      return KingOfTheHill.default();
    case "3check":
      return ThreeCheck.default();
    case "crazyhouse":
      return Crazyhouse.default();
  }
};
var setupPosition = (rules, setup) => {
  switch (rules) {
    case "chess":
      return Chess.fromSetup(setup);
    case "antichess":
      return Antichess.fromSetup(setup);
    case "atomic":
      return Atomic.fromSetup(setup);
    case "horde":
      return Horde.fromSetup(setup);
    case "racingkings":
      return RacingKings.fromSetup(setup);
    case "kingofthehill":
      return KingOfTheHill.fromSetup(setup);
    case "3check":
      return ThreeCheck.fromSetup(setup);
    case "crazyhouse":
      return Crazyhouse.fromSetup(setup);
  }
};

// src/core/games/variants/rules.ts
var NAMES = /* @__PURE__ */ new Map([
  ["anti", "antichess"],
  ["antichess", "antichess"],
  ["kingofthehill", "kingofthehill"],
  ["koth", "kingofthehill"],
  ["threecheck", "3check"],
  ["threechecks", "3check"],
  ["3check", "3check"],
  ["3checks", "3check"],
  ["atomic", "atomic"],
  ["atom", "atomic"],
  ["horde", "horde"],
  ["racingkings", "racingkings"],
  ["racing", "racingkings"],
  ["race", "racingkings"],
  ["crazyhouse", "crazyhouse"],
  ["house", "crazyhouse"],
  ["zh", "crazyhouse"]
]);
function variantNamed(value) {
  const name = value.toLowerCase().replace(/[^a-z0-9]/g, "").replace(/960$/, "");
  return NAMES.get(name) ?? NAMES.get(name.replace(/chess$/, ""));
}
var REFUSALS2 = {
  ERR_FEN: "it has no FEN fields that can be read",
  ERR_BOARD: "the piece placement does not describe 8 ranks of 8 squares",
  ERR_POCKETS: "the pieces in hand cannot be read",
  ERR_TURN: "the side to move is neither w nor b",
  ERR_CASTLING: "the castling field is malformed",
  ERR_EP_SQUARE: "the en passant field names no square",
  ERR_REMAINING_CHECKS: "the remaining checks cannot be read",
  ERR_HALFMOVES: "the halfmove clock is no number of at most four digits",
  ERR_FULLMOVES: "the fullmove number is no number of at most four digits",
  ERR_EMPTY: "the board is empty",
  ERR_KINGS: "it does not have the kings that the variant needs",
  ERR_OPPOSITE_CHECK: "the side that is not to move is in check",
  ERR_PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
  ERR_VARIANT: "the variant has no such position"
};
function variantStart(rules, fen) {
  if (fen === void 0) return ok(defaultPosition(rules));
  const setup = parseFen(fen.trim());
  if (setup.isErr) return err(REFUSALS2[setup.error.message] ?? setup.error.message);
  const position = setupPosition(rules, setup.value);
  return position.isErr ? err(REFUSALS2[position.error.message] ?? position.error.message) : ok(position.value);
}

// src/core/pgn/tag-names.ts
var TAG_NAMES = [
  "Event Site Date Round White Black Result",
  "WhiteTitle BlackTitle WhiteElo BlackElo WhiteFideId BlackFideId WhiteTeam BlackTeam WhiteRatingDiff BlackRatingDiff",
  "ECO Opening Variation EventDate EventType EventRounds UTCDate UTCTime Time StartTime EndDate EndTime TimeControl",
  "Termination PlyCount Annotator Source SourceDate Board Variant SetUp FEN Link GameId"
].flatMap((names) => names.split(" "));
var KNOWN = new Map(TAG_NAMES.map((name) => [name, name]));
var LAST = Array.from({ length: 32 }, () => "");
function tagNameAt(text, start, end, index) {
  if (index >= LAST.length) return text.slice(start, end);
  const last = LAST[index];
  if (last.length === end - start && text.startsWith(last, start)) return last;
  const name = text.slice(start, end);
  const known = KNOWN.get(name);
  if (known === void 0) return name;
  LAST[index] = known;
  return known;
}

// src/core/pgn/tags.ts
function readTags(text, tree) {
  const tags = [];
  for (let node = 1; node < tree.nodeKind.length; node++) {
    if (tree.nodeKind[node] === TAG_PAIR) tags.push(readTag(text, tree, node, tags.length));
  }
  return tags;
}
function readTag(text, tree, node, index) {
  const { chunk, offset } = tree;
  const end = tree.nodeEnd[node];
  let nameRange = { start: 0, end: 0 };
  let valueStart = -1;
  let valueEnd2 = -1;
  let closed = false;
  let open = false;
  let faults = 0;
  for (let t = tree.nodeFirst[node]; t < end; t++) {
    const kind = chunk.kinds[t];
    const start = offset + chunk.starts[t];
    const after = offset + tokenEnd(chunk, t);
    if (kind === TAG_NAME) {
      nameRange = { start, end: after };
    } else if (kind === TAG_VALUE || kind === OPEN_TAG_VALUE) {
      open = kind === OPEN_TAG_VALUE;
      if (valueStart >= 0) faults++;
      else valueStart = start + 1;
      valueEnd2 = open ? after : after - 1;
    } else if (kind === TAG_JUNK) faults++;
    else if (kind === TAG_CLOSE) closed = true;
  }
  const range = nodeRange(tree, node);
  if (nameRange.end === 0) nameRange = { start: range.start + 1, end: range.start + 1 };
  const valueRange = valueStart < 0 ? { start: nameRange.end, end: nameRange.end } : { start: valueStart, end: Math.max(valueStart, valueEnd2) };
  const isWhole = closed && faults === 0 && valueStart >= 0 && nameRange.end > nameRange.start;
  const raw = text.slice(valueRange.start, valueRange.end);
  return {
    name: tagNameAt(text, nameRange.start, nameRange.end, index),
    value: raw.includes("\\") ? raw.replace(/\\(["\\])/g, "$1") : raw,
    range,
    nameRange,
    valueRange,
    form: isWhole ? "good" : open ? "open" : "bad"
  };
}
function tagNamed(tags, name) {
  let loose;
  for (const tag of tags) {
    if (tag.name.length !== name.length) continue;
    if (tag.name === name) return tag;
    if (loose === void 0 && tag.name.toLowerCase() === name.toLowerCase()) loose = tag;
  }
  return loose;
}

// src/core/pgn/start.ts
var CHESS = /* @__PURE__ */ new Set([
  "",
  "chess",
  "standard",
  "normal",
  "classical",
  "orthodox",
  "fromposition",
  "regular",
  "wild0",
  "wild1",
  "wild2",
  "wild3"
]);
var CHESS9602 = /* @__PURE__ */ new Set([
  "chess960",
  "960",
  "fischerandom",
  "fischerrandom",
  "fischerrandomchess",
  "fischerandomchess",
  "frc",
  "freestyle",
  "freestylechess",
  "wildfr",
  "standardchess960"
]);
var UNKNOWN = /* @__PURE__ */ new Set(["", "?", "-"]);
var isEmpty2 = (fen, tags) => fen.form === "good" && UNKNOWN.has(fen.value.trim()) && tagNamed(tags, "SetUp")?.value !== "1";
var REST = ["", "w", "-", "-", "0", "1"];
function initialStart(variant) {
  const parsed = parseChess(INITIAL_FEN2, variant === "chess960");
  return { variant, state: parsed.ok ? parsed.value : void 0, unknownVariant: void 0, fen: void 0 };
}
var INITIAL = initialStart("chess");
function gameStart(text, tags) {
  const variantTag = tagNamed(tags, "Variant");
  const fenTag = tagNamed(tags, "FEN");
  if (variantTag === void 0 && fenTag === void 0) return INITIAL;
  if (fenTag !== void 0 && isEmpty2(fenTag, tags)) {
    return { ...gameStart(text, variantTag === void 0 ? [] : [variantTag]), emptyFen: fenTag };
  }
  const name = (variantTag?.value ?? "").toLowerCase().replace(/[^a-z0-9]/g, "");
  if (!CHESS.has(name) && !CHESS9602.has(name)) {
    const rules = variantNamed(name);
    const other = { variant: "chess", state: void 0, fen: void 0 };
    if (rules === void 0) return { ...other, unknownVariant: variantTag };
    const variantGame = { rules, start: variantStart(rules, fenTag?.value), fen: fenTag };
    return { ...other, unknownVariant: void 0, variantGame };
  }
  if (fenTag === void 0) return CHESS9602.has(name) ? initialStart("chess960") : INITIAL;
  const { start, end } = fenTag.valueRange;
  const reading = readFen(text, start, end, variantTag === void 0 || CHESS9602.has(name) ? {} : { variant: "chess" });
  const words3 = reading.fields.map((field) => text.slice(field.start, field.end));
  const fen = [...words3, ...REST.slice(words3.length)].join(" ");
  const strict = parseChess(fen, CHESS9602.has(name));
  let variant = CHESS9602.has(name) ? "chess960" : "chess";
  let state = strict.ok ? strict.value : void 0;
  if (variantTag === void 0 && state !== void 0) {
    const loose = parseChess(fen, true);
    if (loose.ok && loose.value.words[RIGHTS] !== state.words[RIGHTS]) {
      variant = "chess960";
      state = loose.value;
    }
  }
  return {
    variant,
    state,
    unknownVariant: void 0,
    fen: { tag: fenTag, reading, refusal: strict.ok ? void 0 : strict.error }
  };
}

// src/core/pgn/whole-game.ts
function wholeGame(text, chunk, offset, frames) {
  const tree = buildTree(chunk, offset);
  const tags = readTags(text, tree);
  return { text, tags, replay: replay(text, tree, gameStart(text, tags), frames) };
}
var readGame = (text, chunk = readChunk(text, 0)) => wholeGame(text, chunk, 0);

// src/core/text/line-ending.ts
function firstLineEnding(text) {
  let i = Math.max(0, text.search(/\S/));
  while (i < text.length && text.charCodeAt(i) !== 10 && text.charCodeAt(i) !== 13) i++;
  if (text.charCodeAt(i) !== 13) return "\n";
  return text.charCodeAt(i + 1) === 10 ? "\r\n" : "\r";
}

// src/core/pgn/format/spacing.ts
function linesIn(written) {
  let lines = 0;
  for (let i = 0; i < written.length && lines < 2; i++) {
    const c = written.charCodeAt(i);
    if (c === 10 ? written.charCodeAt(i - 1) !== 13 : c === 13) lines++;
  }
  return lines;
}

// src/core/pgn/numbering.ts
function numberingOf(start, tags) {
  if (start.state !== void 0) return { turn: start.state.words[TURN], first: start.state.words[FULLMOVES] };
  const fen = tagNamed(tags, "FEN");
  if (fen === void 0) return { turn: 0, first: 1 };
  const [, side = "", , , , number = ""] = fen.value.trim().split(/\s+/);
  if (side !== "w" && side !== "b" || !/^\d{1,6}$/.test(number)) return void 0;
  return { turn: side === "b" ? 1 : 0, first: Number(number) };
}
var isBlacks = ({ turn }, ply) => (turn + ply - 1 & 1) === 1;
var numberText = (numbering, ply) => `${numbering.first + (numbering.turn + ply - 1 >> 1)}${isBlacks(numbering, ply) ? "..." : "."}`;

// src/core/pgn/commands.ts
function commandsIn(text, name, start, end) {
  const commands = [];
  const opening = `[%${name}`;
  const comment = text.slice(start, end);
  let bracket = 0;
  for (let at = comment.indexOf(opening); at >= 0; ) {
    const valueStart = at + opening.length;
    if (/[A-Za-z0-9_]/.test(comment.charAt(valueStart))) {
      at = comment.indexOf(opening, valueStart);
      continue;
    }
    if (bracket >= 0 && bracket < valueStart) bracket = comment.indexOf("]", valueStart);
    const next = comment.indexOf("[%", valueStart);
    const closed = bracket >= 0 && (next < 0 || bracket < next);
    const isWhole = comment.endsWith("}");
    const valueEnd2 = closed ? bracket : next >= 0 ? next : comment.length - (isWhole ? 1 : 0);
    commands.push({
      name,
      start: start + at,
      end: start + (closed ? bracket + 1 : valueEnd2),
      valueStart: start + valueStart,
      valueEnd: start + valueEnd2,
      closed
    });
    at = comment.indexOf(opening, valueEnd2);
  }
  return commands;
}

// src/core/pgn/comment-words.ts
var isCommentSpace = (c) => c === 32 || c >= 9 && c <= 13;
function commentWords(inner) {
  const words3 = [];
  let start = -1;
  let i = 0;
  while (i < inner.length) {
    if (isCommentSpace(inner.charCodeAt(i))) {
      if (start >= 0) words3.push(inner.slice(start, i));
      start = -1;
      i++;
      continue;
    }
    if (start < 0) start = i;
    i = inner.charCodeAt(i) === 91 && inner.charCodeAt(i + 1) === 37 ? commandEnd(inner, i) : i + 1;
  }
  if (start >= 0) words3.push(inner.slice(start));
  return words3;
}
function commandEnd(inner, at) {
  for (let i = at + 2; i < inner.length; i++) {
    const c = inner.charCodeAt(i);
    if (c === 93) return i + 1;
    if (c === 91 && inner.charCodeAt(i + 1) === 37) break;
  }
  return at + 2;
}
function holdsPredictions(inner) {
  if (!inner.includes("[%pfen")) return false;
  let at = 0;
  for (const { start, end, closed } of commandsIn(inner, "pfen", 0, inner.length)) {
    if (!closed || inner.slice(at, start).trim() !== "") return false;
    at = end;
  }
  return inner.slice(at).trim() === "";
}

// src/core/pgn/nags.ts
var MOST = 146;
var FIRST = [
  ["", "no annotation"],
  ["!", "good move"],
  ["?", "poor move"],
  ["!!", "very good move"],
  ["??", "very poor move"],
  ["!?", "speculative move"],
  ["?!", "questionable move"],
  ["\u25A1", "forced move"],
  ["", "singular move, no reasonable alternatives"],
  ["", "worst move"],
  ["=", "drawish position"],
  ["", "equal chances, quiet position"],
  ["", "equal chances, active position"],
  ["\u221E", "unclear position"]
].map(([glyph, meaning]) => ({ glyph, meaning }));
var graded = (what) => ["slight", "moderate", "decisive"].map((grade) => `has a ${grade} ${what}`);
var phase = (name) => ["very poorly", "poorly", "well", "very well"].map((how) => `has played the ${name} ${how}`);
var SIDED = [
  ...graded("advantage"),
  "has a crushing advantage",
  "is in zugzwang",
  ...graded("space advantage"),
  ...graded("advantage in time (development)"),
  "has the initiative",
  "has a lasting initiative",
  "has the attack",
  "has insufficient compensation for material deficit",
  "has sufficient compensation for material deficit",
  "has more than adequate compensation for material deficit",
  ...graded("centre control advantage"),
  ...graded("kingside control advantage"),
  ...graded("queenside control advantage"),
  "has a vulnerable first rank",
  "has a well protected first rank",
  "has a poorly protected king",
  "has a well protected king",
  "has a poorly placed king",
  "has a well placed king",
  "has a very weak pawn structure",
  "has a moderately weak pawn structure",
  "has a moderately strong pawn structure",
  "has a very strong pawn structure",
  "has poor knight placement",
  "has good knight placement",
  "has poor bishop placement",
  "has good bishop placement",
  "has poor rook placement",
  "has good rook placement",
  "has poor queen placement",
  "has good queen placement",
  "has poor piece coordination",
  "has good piece coordination",
  ...phase("opening"),
  ...phase("middlegame"),
  ...phase("ending"),
  ...graded("counterplay").map((text) => text.replace("has a ", "has ")),
  "has moderate time control pressure",
  "has severe time control pressure"
];
var SIDED_GLYPHS = {
  14: "\u2A72",
  15: "\u2A71",
  16: "\xB1",
  17: "\u2213",
  18: "+-",
  19: "-+",
  22: "\u2A00",
  23: "\u2A00",
  32: "\u27F3",
  33: "\u27F3",
  36: "\u2191",
  37: "\u2191",
  40: "\u2192",
  41: "\u2192",
  132: "\u21C6",
  133: "\u21C6",
  138: "\u2295",
  139: "\u2295"
};
var LATER = {
  140: { glyph: "\u2206", meaning: "with the idea" },
  141: { glyph: "\u2207", meaning: "aimed against" },
  142: { glyph: "\u2313", meaning: "better is" },
  145: { glyph: "RR", meaning: "editor's comment" },
  146: { glyph: "N", meaning: "novelty" }
};
function nagMeaning(nag) {
  if (nag < FIRST.length) return FIRST[nag];
  const sided = SIDED[nag - FIRST.length >> 1];
  if (sided === void 0) return LATER[nag];
  return { glyph: SIDED_GLYPHS[nag] ?? "", meaning: `${nag % 2 === 0 ? "White" : "Black"} ${sided}` };
}
var NAGS = Array.from({ length: MOST + 1 }, (_, nag) => nag).filter(
  (nag) => nagMeaning(nag) !== void 0
);
var SUFFIXES = ["!", "?", "!!", "??", "!?", "?!"];
var SIGNS2 = {
  "\u221E": 13,
  "\u2A72": 14,
  "+=": 14,
  "+/=": 14,
  "\u2A71": 15,
  "=+": 15,
  "=/+": 15,
  "\xB1": 16,
  "+/-": 16,
  "\u2213": 17,
  "-/+": 17,
  "+-": 18,
  "-+": 19
};
function nagOfSign(sign) {
  const suffix = SUFFIXES.indexOf(sign);
  if (suffix >= 0) return suffix + 1;
  return Object.hasOwn(SIGNS2, sign) ? SIGNS2[sign] : void 0;
}

// src/core/pgn/game-meaning.ts
function gameItems({ text, replay: replay2 }) {
  const { tree } = replay2;
  const { chunk, offset } = tree;
  const { kinds: kinds2, starts } = chunk;
  const pairEnds = tagPairEnds(tree);
  const items = [];
  let tagsBefore = 0;
  let moves = 0;
  for (let t = 0; t < kinds2.length; t++) {
    const kind = kinds2[t];
    if (kind === WHITESPACE || kind === BYTE_ORDER_MARK) continue;
    if (kind === TAG_OPEN) {
      t = pairEnds[tagsBefore++] - 1;
      continue;
    }
    const move = tree.moveToken[moves] === t ? moves++ : -1;
    const item = move >= 0 ? playedMove(text, replay2, move) : itemOf(text.slice(offset + starts[t], offset + tokenEnd(chunk, t)), t, replay2);
    if (item !== void 0) items.push({ token: t, item, move, tagsBefore });
  }
  return items;
}
function tagPairEnds({ nodeKind, nodeEnd }) {
  const ends2 = [];
  for (let node = 0; node < nodeKind.length; node++) if (nodeKind[node] === TAG_PAIR) ends2.push(nodeEnd[node]);
  return ends2;
}
function playedMove(text, replay2, move) {
  const { tree, status, moves } = replay2;
  const written = moveText(text, tree, move);
  if (tree.chunk.kinds[tree.moveToken[move]] === NULL_MOVE) return "null move";
  if (status[move] !== PLAYED) return `text ${written}`;
  const signs = evaluationIn(written);
  return `move ${moveName(moves[move])}${signs === "" ? "" : ` ${signs}`}`;
}
function evaluationIn(written) {
  const signs = /[-+#=/]*$/.exec(written)?.[0] ?? "";
  return /^[+#]*$/.test(signs) || readLoose(written)?.oddities.includes("trailing signs") !== true ? "" : signs;
}
function itemOf(written, token, replay2) {
  const { kinds: kinds2 } = replay2.tree.chunk;
  switch (kinds2[token]) {
    case COMMENT:
      return `comment ${commentWords(written.slice(1, -1)).join(" ")}`;
    case LINE_COMMENT:
      return `comment ${commentWords(written.slice(1)).join(" ")}`;
    case OPEN_COMMENT:
      return `open comment ${written.trimEnd()}`;
    case SUFFIX:
    case GLYPH:
      return `glyph ${nagOfSign(written) ?? written}`;
    case NAG:
      return `glyph ${written.slice(1)}`;
    case RESULT:
      return `result ${resultOf(written) ?? written}`;
    case MOVE_NUMBER:
      return isLooseNumber(kinds2, token, written) ? `number ${written}` : void 0;
    case MOVE_MARK:
      return saysNothing(replay2, token) ? void 0 : `mark ${written}`;
    case STRAY:
    case RESERVED:
      return `${token === 0 || kinds2[token - 1] <= BYTE_ORDER_MARK ? "stray" : "touching"} ${written}`;
    default:
      return written;
  }
}
function isLooseNumber(kinds2, token, written) {
  if (!/^\d+$/.test(written)) return false;
  let next = token + 1;
  while (kinds2[next] === WHITESPACE) next++;
  return kinds2[next] !== MOVE && kinds2[next] !== NULL_MOVE && kinds2[next] !== MOVE_NUMBER;
}
function saysNothing({ tree, status }, mark) {
  const token = markedMove(tree.chunk.kinds, mark);
  if (token < 0) return false;
  const move = moveOfToken(tree, token);
  return move >= 0 && status[move] === PLAYED;
}
function moveOfToken({ moveToken }, token) {
  let low = 0;
  let high = moveToken.length - 1;
  while (low < high) {
    const middle = low + high >> 1;
    if (moveToken[middle] < token) low = middle + 1;
    else high = middle;
  }
  return moveToken[low] === token ? low : -1;
}

// src/core/pgn/rewrite/pieces.ts
var NOTHING = { text: "", gap: "", endsLine: false };
function piece(text, { chunk, offset }, first, end) {
  const { kinds: kinds2, starts } = chunk;
  let a = first;
  let b = end;
  while (a < b && isTrivia(kinds2[a])) a++;
  while (b > a && isTrivia(kinds2[b - 1])) b--;
  if (a === b) return NOTHING;
  let before2 = a;
  while (before2 > 0 && isTrivia(kinds2[before2 - 1])) before2--;
  const start = offset + starts[a];
  const last = text.slice(offset + starts[b - 1], offset + tokenEnd(chunk, b - 1));
  return {
    text: text.slice(start, offset + tokenEnd(chunk, b - 1)),
    gap: text.slice(offset + starts[before2], start),
    endsLine: kinds2[b - 1] === LINE_COMMENT || kinds2[b - 1] === COMMENT && holdsPredictions(last.slice(1, -1))
  };
}
function joined(pieces, lineEnd3) {
  let all = NOTHING;
  for (const next of pieces) {
    if (next.text === "") continue;
    if (all.text === "") {
      all = next;
      continue;
    }
    const gap = all.endsLine && linesIn(next.gap) === 0 ? lineEnd3 : next.gap === "" ? " " : next.gap;
    all = { text: all.text + gap + next.text, gap: all.gap, endsLine: next.endsLine };
  }
  return all;
}
var inParens = (line, gap, lineEnd3) => ({
  text: `(${line.text}${line.endsLine ? lineEnd3 : ""})`,
  gap,
  endsLine: false
});

// src/core/pgn/rewrite/alternatives.ts
var isClosed = ({ unclosed, strayParens, tooDeep, chunk }) => unclosed.length === 0 && strayParens.length === 0 && tooDeep < 0 && !chunk.kinds.includes(OPEN_COMMENT);
function numberStart({ text, replay: { tree } }, move) {
  const { chunk, offset } = tree;
  let first = tree.moveToken[move];
  for (let t = first - 1; t >= 0; t--) {
    if (chunk.kinds[t] === WHITESPACE) continue;
    const written = text.slice(offset + chunk.starts[t], offset + tokenEnd(chunk, t));
    if (chunk.kinds[t] !== MOVE_NUMBER || isLooseNumber(chunk.kinds, t, written)) break;
    first = t;
  }
  return first;
}
function alternativesOf(game, move) {
  const { tree } = game.replay;
  const node = tree.moveNode[move];
  const end = lineEnd2(tree, node, tree.moveToken[move]);
  let next = -1;
  for (let m = move + 1; m < tree.moveToken.length && next < 0; m++) if (tree.moveNode[m] === node) next = m;
  const until = next < 0 ? end : tree.moveToken[next];
  const nodes2 = [];
  for (let n = 0; n < tree.nodeKind.length; n++) {
    const first2 = tree.nodeFirst[n];
    if (tree.nodeKind[n] === VARIATION && tree.nodeParent[n] === node && first2 > tree.moveToken[move] && first2 < until)
      nodes2.push(n);
  }
  const first = numberStart(game, move);
  let at = tree.moveToken[move];
  if (nodes2.length === 0) {
    const rest = next < 0 ? end : numberStart(game, next);
    return { move, first, own: [piece(game.text, tree, at, rest)], nodes: nodes2, variations: [], rest, end, next };
  }
  const own = [];
  const variations = [];
  for (const n of nodes2) {
    own.push(piece(game.text, tree, at, tree.nodeFirst[n]));
    variations.push(piece(game.text, tree, tree.nodeFirst[n], tree.nodeEnd[n]));
    at = tree.nodeEnd[n];
  }
  return { move, first, own, nodes: nodes2, variations, rest: at, end, next };
}
function lineEnd2(tree, node, from) {
  if (tree.nodeKind[node] === VARIATION) return tree.nodeEnd[node] - 1;
  const result = ownResult(tree, node, from);
  return result < 0 ? tree.nodeEnd[node] : result;
}
var hasEscape = ({ chunk }, first, end) => chunk.kinds.subarray(first, end).includes(ESCAPE);
function ownResult(tree, node, from) {
  const { kinds: kinds2 } = tree.chunk;
  let inner = node + 1;
  for (let t = from; t < tree.nodeEnd[node]; t++) {
    while (inner < tree.nodeKind.length && tree.nodeFirst[inner] < t) inner++;
    if (inner < tree.nodeKind.length && tree.nodeFirst[inner] === t) t = tree.nodeEnd[inner] - 1;
    else if (kinds2[t] === RESULT) return t;
  }
  return -1;
}
function before(tree, token) {
  let t = token - 1;
  while (t >= 0 && isTrivia(tree.chunk.kinds[t])) t--;
  return t;
}

// src/core/pgn/rewrite/line-records.ts
var LineNumbers = class {
  #numbers = /* @__PURE__ */ new Map();
  /** The number of the line that goes on from another (0: the start) with a move. */
  of(line, move) {
    const key = `${line} ${move}`;
    const known = this.#numbers.get(key);
    if (known !== void 0) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
};
function lineRecords(game, numbers) {
  const { tree } = game.replay;
  const { kinds: kinds2 } = tree.chunk;
  const lines = [];
  const lineOf = (move) => move < 0 ? 0 : lines[move];
  const records = [];
  const open = [{ last: -1, isMoved: false }];
  for (const { token, item, move } of gameItems(game)) {
    const top = open[open.length - 1];
    if (move >= 0) {
      lines.push(numbers.of(lineOf(tree.movePrevious[move]), item));
      records.push(`${lines[move]} move`);
      top.last = move;
      top.isMoved = true;
    } else if (kinds2[token] === OPEN_PAREN) {
      open.push({ last: top.isMoved ? tree.movePrevious[top.last] : top.last, isMoved: false });
    } else if (kinds2[token] === CLOSE_PAREN) {
      if (open.length > 1) open.pop();
    } else if (kinds2[token] !== RESULT || open.length > 1) records.push(`${lineOf(top.last)} ${item}`);
  }
  return records.sort();
}

// src/core/pgn/rewrite/promote.ts
function promoteVariation(game, node) {
  const { text, replay: replay2 } = game;
  const { tree } = replay2;
  if (tree.nodeKind[node] !== VARIATION || !isClosed(tree)) return void 0;
  const first = tree.moveNode.indexOf(node);
  const varied = variedMove(game, node);
  if (first < 0 || varied < 0 || ownResult(tree, node, tree.nodeFirst[node]) >= 0) return void 0;
  const line = alternativesOf(game, varied);
  const other = alternativesOf(game, first);
  if (hasEscape(tree, line.first, line.end)) return void 0;
  const rewritten = new Promotion(game, node, line, other).text();
  const again = wholeGame(rewritten, readChunk(rewritten, 0), 0);
  const numbers = new LineNumbers();
  const isSame = again.replay.tree.chunk.length === rewritten.length && isEqual(lineRecords(game, numbers), lineRecords(again, numbers));
  return isSame && rewritten !== text ? rewritten : void 0;
}
var isEqual = (a, b) => a.length === b.length && a.every((one, i) => one === b[i]);
function variedMove({ replay: { tree } }, node) {
  let varied = -1;
  for (let m = 0; m < tree.moveToken.length && tree.moveToken[m] < tree.nodeFirst[node]; m++)
    if (tree.moveNode[m] === tree.nodeParent[node]) varied = m;
  return varied;
}
var isPlain = (kind) => kind === MOVE || kind === NULL_MOVE || kind === NAG || kind === SUFFIX || kind === GLYPH || kind === MOVE_MARK;
var Promotion = class {
  #game;
  #node;
  #line;
  #other;
  #lineEnd;
  /** Undefined: numbers are not known, or the game has none. */
  #numbering;
  #space;
  constructor(game, node, line, other) {
    this.#game = game;
    this.#node = node;
    this.#line = line;
    this.#other = other;
    this.#lineEnd = firstLineEnding(game.text);
    const { kinds: kinds2 } = game.replay.tree.chunk;
    const number = kinds2.indexOf(MOVE_NUMBER);
    this.#numbering = number < 0 ? void 0 : numberingOf(game.replay.start, game.tags);
    this.#space = kinds2[number + 1] === MOVE ? "" : " ";
  }
  text() {
    const { text, replay: replay2 } = this.#game;
    const { tree } = replay2;
    const line = this.#line;
    const other = this.#other;
    const lead = piece(text, tree, tree.nodeFirst[this.#node] + 1, other.first);
    const at = line.nodes.indexOf(this.#node);
    const old = joined([...this.#own(line, true), this.#rest(line, true)], this.#lineEnd);
    const variations = [...line.variations];
    variations.splice(at, 1, inParens(old, line.variations[at].gap, this.#lineEnd), ...other.variations);
    const needsNumber = lead.text !== "" || !isPlain(tree.chunk.kinds[before(tree, line.first)]);
    const all = joined(
      [lead, ...this.#own(other, needsNumber), ...variations, this.#rest(other, false)],
      this.#lineEnd
    );
    const start = tree.chunk.starts[line.first];
    const end = this.#endOf(line);
    const gap = /^\s*/.exec(text.slice(end))?.[0] ?? "";
    const after = all.endsLine && linesIn(gap) === 0 ? this.#lineEnd : gap;
    return text.slice(0, start) + all.text + after + text.slice(end + gap.length);
  }
  /** Where the text of a line ends. */
  #endOf({ end, move }) {
    const { tree } = this.#game.replay;
    let last = end - 1;
    while (last > tree.moveToken[move] && isTrivia(tree.chunk.kinds[last])) last--;
    return tokenEnd(tree.chunk, last);
  }
  /** A move with its number, its glyphs and comments. */
  #own({ move, first, own: [head, ...between2] }, needsNumber) {
    return [{ ...head, text: this.#number(move, first, needsNumber) + head.text, gap: " " }, ...between2];
  }
  /** What follows a move, with its variations between them or not: then Black's move has no number right behind it. */
  #rest({ rest, next, end, own }, isDirect) {
    const { text, replay: replay2 } = this.#game;
    const { tree } = replay2;
    if (next < 0) return piece(text, tree, rest, end);
    const numberAt = numberStart(this.#game, next);
    const comments2 = piece(text, tree, rest, numberAt);
    const needsNumber = !isDirect || comments2.text !== "" || own.some((one) => /[{;]/.test(one.text));
    const moves = piece(text, tree, tree.moveToken[next], end);
    const { gap } = piece(text, tree, numberAt, end);
    return joined(
      [comments2, { ...moves, text: this.#number(next, numberAt, needsNumber) + moves.text, gap }],
      this.#lineEnd
    );
  }
  #number(move, first, needsNumber) {
    const { text, replay: replay2 } = this.#game;
    const { tree } = replay2;
    const { chunk } = tree;
    if (this.#numbering === void 0) return text.slice(chunk.starts[first], chunk.starts[tree.moveToken[move]]);
    const ply = tree.movePly[move];
    if (isBlacks(this.#numbering, ply) && !needsNumber) return "";
    return numberText(this.#numbering, ply) + this.#space;
  }
};

// ../../pgn-fuzz/prom.ts
for (const text of readFileSync(0, "utf8").trim().split("\n")) {
  console.log("==", text);
  const g = readGame(text);
  const node = g.replay.tree.nodeKind.indexOf(VARIATION);
  const once = promoteVariation(g, node);
  console.log("  1", once);
  if (once) {
    const h = readGame(once);
    console.log("  2", promoteVariation(h, h.replay.tree.nodeKind.indexOf(VARIATION)));
  }
}
