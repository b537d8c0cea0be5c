/** Tags in right and wrong forms. */
export const TAGS = [
  '[White]', '[White', '[]', '[ ]', '["x"]', '[White ]', '[White "a"', '[White "a', '[White a]', '[White a b', '[White a\\b]', '[White a[b]',
  '[White = "a"]', '[White: "a"]', '[White := “a”]', '[White = a]', '[White = "a"', '[White= “a”]', '[Wh.ite "a"]', '[White,"a"]',
  '[White “a”]', '[White “a"]', '[White "a”]', '[White „a“]', '[White «a»]', '[White ″a″]', '[White “a]', '[White a”]', '[White ”]', '[White “”]',
  '[White “a”b”]', '[White “a”', "[White 'a']", '[White ‘a’]', '[White `a´]', '[White ‚a‘]', "[White 'a]", "[White '\"']", "[White ']", "[White 'a'",
  '[White x "a"]', '[White "a" x]', '[White "a"b"]', '[White "a"b" c]', '[White "a\\"b"c"]', '[White "a" "b"]', '[White "a"] x', '[White "a"]]',
  ' [White "a"]', '[White "a"][Black "b"]', '[White  "a" ]', '[ White "a"]', '[White"a"]', '[White\t"a"]', '[White "a\nb"]', '[white "a"]',
  '[Whiet "a"]', '[White "a"]\n[White "a"]', '[White "a"]\r\n[White "a"]\r', '[White "a"]\n[White "b"]', '[White "a"] [White "a"]',
  '[White "a"]\n [White "a"] \n[Event "z"]', '[Opening "a"]\n[Opening "a"]', '[FEN ""]', '[SetUp "1"]', '[setup "1"]', '[FEN "x"]',
  '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]', '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n[SetUp "0"]', '[White "a"]\n\n[Black "b"]', '[White "a"]\n\n\n[Black "b"]\n\n[Round "1"]',
]; // biome-ignore format: a table

/** Movetexts that have one thing at the edge of a rule each. */
export const MOVETEXTS = [
  'e4 {a {b} e5 *', '1. e4 {a { b} {c { d} e5 *', '1. e4 {a {b} e5 } 2. Nf3 *', '1. e4 {a 1... e5 {b} 2. Nf3 *', '1. e4 {a { [%clk 1:00:00]} e5 *',
  '1. e4 {a {b {c} d} e} e5 *', '1. e4 {a } b} e5 *', '1. e4 {{} e5 *', '1. e4 e5 * *', '1. e4 e5 1-0 0-1', '1. e4 e5 1-0 1-0 ', '1. e4 e5 1-0\n1-0[', '1. e4 e5 * {x} *',
  '1. e4 (1. d4 *) e5 *', '1. e4 (1. d4 1-0 (1. c4)) 1... e5 1-0 (x) 1-0', '1. e4 e5 * (2. Nf3) *', '1. e4 e5 * ; x\n *', '1. e4 e5 * 2. Nf3', '1. e4 e5 * $1', '1. e4 e5 * )',
  '1. e4\n\ne5 *', '1. e4\n\n\n  e5\n \n 2. Nf3 *', '1. e4\r\n\r\n%x\r\ne5 *', '1. e4\r\r e5 *', '1. e4 {x}\n\n{y} e5 *',
  '1. e4+ e5 2. Nf3 + Nc6 *', '1. e4 + e5 + 2. d4 + *', '1. e4 + e5 + *', '1. f3 e5 2. g4 Qh4 mate *', '1. f3 e5 2. g4 Qh4+ # *', '1. f3 e5 2. g4 Qh4 + + *', '1. f3 e5 2. g4 Qh4 ch 0-1',
  '1. e4 d5 2. e5 f5 3. exf6 e.p. *', '1. e4 d5 2. exd5 e.p. *', '1. e4 e5 2. e.p. *', '1. e4 {x} + e5 *', '1. e4 ! + e5 *', '1. Ke3 + *',
  '1.e4 e5 2.Nf3 Nc6 3.d4', '1e4 e5 2Nf3 *', '1.e4 e52.Nf3 Nc63.d4 *', '1. e4 e5 3. Nf3 Nc6 4. d4 *', '1. e4 e5 2. Nf3 Nc6 4. d4 d6 4. c4 *', '1. e4 e5 2. Nf3 2. Nc6 3. d4 *',
  '1... e4 e5 2... Nf3 *', '1. e4 1. e5 2. Nf3 2. Nc6 3. d4 3. d6 *', '1. e4 1. e5 2. Nf3 2. Nc6 *', '1. e4 1... e5 2. Nf3 2. Nc6 *', '1... e4 ...e5 2. Nf3 .. Nc6 *', '1. e4 e5 2 . Nf3 Nc6 3 d4 *',
  '2. e4 e5 3. Nf3 Nc6 4. d4 *', '1. e4 e5 (3. x) 2. Nf3 (1. Nc3 Nc6 2. f4) Nc6 *', '1. e4 e5 2. Nf3 (3. Nc3 Nc6 4. f4) 3. Nc6 *', '1. e4 e5 2. Nf3 Nc6 12. Ke3 a6 13. a4 *',
  '1. e4 hello e5 *', '1. e4 e5 2. hello Nc6 3. d4 *', '1. e4 e5 2. Nf3 x 3. d4 *', '1. e4 e5 2. [Nf3] Nc6 *', '1. e4 (1. x d5) e5 *', '1. e4 e5 2. Nf3 x (2... Nc6 3. d4) 3. d4 *',
  '1. e4 e5 2. Nf3 N c6 *', '1. e4 N e5 *', '1. e4 D e5 *', '1. e4 e5 2. nf3 nc6 *', '1. e2e4 e7-e5 2. Ng1f3 *', '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qf7 *', '1. e4 e5 2. Nf3 Nf6 3. Ne4 *',
  '1. e4 e5 2. Ke2 Ke7 3. Ke4 *', '1. e4 e5 2. f4 exf4 3. Nf3 g5 4. Bc5 *', '1. Nf3 d5 2. d3 d4 3. Nd2 *', '1. e4 e5 2. Nc3 Nc6 3. Ne2 a6 4. Bxe2 *', '1. a4 h5 2. a5 h4 3. a6 h3 4. axb7 hxg2 5. bxa8 gxh1 *',
  '1. e4 e5 2. Ke4 1-0', '1. e4 e5 2. Kd5 Ke4 1-0', '1. e4 e5 {x} 2. {y} Ke4 1-0', '1. e4 e5 Ke4 {x} Kd5 1-0', '1. e4 e5 2... Kd4 0-1', '1. f3 e5 2. g4 Qh4# 1-0', '1. f3 e5 2. g4 Qh4# *', '1. f3 e5 2. g4 Qh4#',
  '1. -- e5 2. Nf3 -- 3. -- Z0 *', '1. e4 e5 2. O-O *', '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. Re1 o-o *', '1. e4 $0 $1 $139 $140 $256 $ e5 *', '1. e4!! ?! e5!?! !!! 2. d4+- = Nc6 +/= *', '1. e4 +0.3/12 e5 *',
  '1. e4 ( e5 *', '1. e4 (1. d4 (1. c4) e5 *', '1. e4 (1. d4)) e5 *', '1. e4 () e5 *', '(1. d4) 1. e4 *', '1. e4 (1. d4 d5) (1. c4 c5) e5 ((2. d4)) *', '1. e4 <x> e5 *', '1. e4 "so" e5 *', '1. e4 [so] e5 *', '1. e4 e5 ] 2. d4 *',
  '1. e4 \\ e5 *', '1. e4; x\n e5 *', ' %x\n1. e4 *', '%x\n1. e4 e5 *', '1. e4 {x', '1. e4 {x\n\n[White "a"]\n\n1. d4 *', '1. e4 e5\u00a02. Nf3 *', '1. e4 e5\u200b *', '1. е4 e5 *', '1. e4 {[%clk 1:00] [%eval x] [%csl Ra9] [%cal Ga1a9] [%foo]} *',
]; // biome-ignore format: a table

/** Games with variations, and what may stand around them. */
export const LINES = [
  '1. e4 {a} (1. d4 $1 {b} d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *',
  '1. e4 e5 (1... c5 2. Nf3 {x} (2. Nc3) d6) 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 1-0',
  '1.e4 ({lead} 1.d4 d5) e5 ({[%clk 0:01]} 1...c5) 2.Nf3 *',
  'e4 (d4 d5) e5 (c5 (c6)) Nf3 *',
  '1. e4\r\n(1. d4 ; rest\r\nd5)\r\n1... e5 {z}\r\n2. Nf3 *',
  '1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 (3. Bc4 {y} Be7) 3... exd4)',
  '1. e4! (1. d4 d5 2. c4 (2. Nf3 $5) 2... e6) 1... e5? {z} ; w\n 2. Nf3 + *',
  '1. e4 (1. -- d5) 1... e5 (1... Ke7 2. d4) 2. Ke4 (2. Nf3) *',
];
