import type { Dice } from '../../fuzz/dice.ts';
import type { RandomGame } from '../pgn-moves/random-games.ts';

const TAGS = [
  '[Event "Köln (Ł)"]',
  '[Date "????.??.??"]',
  '[Date "2024.02.29"]',
  '[Date "2023.02.29"]',
  '[Date "2024.12.31"]',
  '[UTCTime "12:60:00"]',
  '[UTCTime "23:59:59"]',
  '[WhiteElo "2100?"]',
  '[BlackElo "21000"]',
  '[Round "3.1.2"]',
  '[Round "3."]',
  '[Round "-"]',
  '[ECO "B9"]',
  '[ECO "E99"]',
  '[TimeControl "180+2"]',
  '[TimeControl "40/7200:3600"]',
  '[PlyCount "10"]',
  '[Resul "1-0"]',
  '[Annotator ""]',
  '[MyOwn_Tag "x"]',
  '[Variant "Standard"]',
  '[Date "2020.1.1"]',
];
const NOTES = [
  '{ [%clk 0:01:02] }',
  '{ [%clk 0:61:02] }',
  '{ [%eval -0.31] [%clk 1:00:59.5] good }',
  '{ [%eval #-3] }',
  '{ [%csl Ra1] }',
  '{ two\nlines }',
  '{ a\n\nb }',
  '{ a { b }',
  '{ schön ½ }',
  '$1',
  '$14',
  '$256',
  '$1 $2',
  '$16 $18',
];
const SUFFIXES = ['!', '?', '!!', '??', '!?', '?!', '???', '+', '#'];

/** A game as people annotate it, every choice by dice; most of what is written is right. */
export function written({ sans, result }: RandomGame, dice: Dice): string {
  const words: string[] = [];
  const number = (ply: number): string => `${(ply >> 1) + 1}${ply % 2 === 0 ? '.' : '...'}`;
  const isAnnotated = dice.once(2);
  for (const [ply, san] of sans.entries()) {
    const before = words.at(-1) ?? '';
    if (ply % 2 === 0 || before.endsWith(')') || before.endsWith('}') || dice.once(40)) words.push(number(ply));
    words.push(isAnnotated && dice.once(12) ? san + dice.pick(SUFFIXES) : san);
    if (!isAnnotated) continue;
    if (dice.once(6)) words.push(dice.pick(NOTES));
    if (!dice.once(8)) continue;
    const line = sans.slice(ply, ply + 1 + dice.below(3)).map((own, i) => `${number(ply + i)} ${own}`);
    words.push(`(${line.join(' ')})`);
  }
  const tags = ['[Event "a"]', `[Result "${dice.once(20) ? '1-0' : result}"]`];
  if (dice.once(2)) tags.push(dice.pick(TAGS));
  if (dice.once(3)) tags.push(`[PlyCount "${sans.length}"]`);
  const gap = dice.once(2) ? ' ' : '\n';
  const text = `${tags.join('\n')}\n\n${words.join(gap)}${gap}${dice.once(20) ? '*' : result}${'\n'.repeat(dice.below(4))}`;
  return dice.once(5) ? text.replaceAll('\n', '\r\n') : text;
}
