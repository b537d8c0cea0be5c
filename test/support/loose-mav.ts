import type { Chance } from './mav-drafts.ts';

/** Other ways to write what a printed text says; each keeps its meaning. */
const HABITS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ (?=%|<\/mav>)/g, ['  ', '\t ', ' ']],
  [/<mav game=/g, ['<mav  game = ', '< MAV game=', '<mav game=']],
  [/(?<=game=\w+)>/g, [' >', '', '>']],
  [/<\/mav>/g, ['< / mav >', '</MAV>', '</mav>']],
  [/<\|(?=[a-z])/g, ['<| ', '<|']],
  [/%prev_/g, ['%prev ', '%PREV_', '%prev _ ', '%prev']],
  [/%top_/g, ['%top ', '%Top', '% top_']],
  [/%best_action/g, ['%best action', '%Best_Action']],
  [/^\[%/gm, ['[ %', '  [%', '[\n%']],
  [/\]$/gm, [' ]', '\n]', ']  ']],
  [/:(?=<)/g, [' :', ' : ', ': ']],
  [/(?<=[:\s])<(ctrl|val_)(\d+)>(?=[\s\]])/g, ['"<$1$2>"']],
  [/: "(<\w+>)"$/gm, [':$1', ': $1', '  :  "$1"']],
  [/invalid : "([^"]+)"/g, ['invalid: $1', 'Invalid :"$1"']],
  [/ \|\| /g, ['  ||  ']],
  [/(?<=node) (?=<root)/g, ['  ', ': ']],
  [/^Evaluation for node: /gm, ['evaluation for node ', 'Evaluation  for node :']],
  [/^Expand from/gm, ['Expanding from', 'expand  from']],
  [/> <root/g, ['>, <root', '>\n<root', '> < root']],
  [/^Selecting: /gm, ['Selecting ', 'selecting : ']],
  [/^Playing /gm, ['Playing: ', 'playing  ']],
  [/\n(?=\S)/g, ['\r\n', '\n  ', '\n']],
];

/** A printed text as others might have written it, with the same meaning. */
export function loosened(text: string, { below, pick }: Chance): string {
  let loose = text;
  for (const [pattern, ways] of HABITS) {
    if (below(4) !== 0) continue;
    const rate = pick([1, 3]);
    loose = loose.replace(pattern, (...found: unknown[]) => {
      const [whole, ...groups] = found.filter((part) => typeof part === 'string');
      return below(rate) === 0 ? pick(ways).replace(/\$(\d)/g, (_, n: string) => groups[Number(n) - 1]) : whole;
    });
  }
  return loose;
}

/** The same with remarks between its lines. */
export const remarked = (text: string, { below }: Chance): string =>
  text.replace(/\n(?=[[<ESP])/g, (end) =>
    below(6) === 0 ? `${below(2) === 0 ? '  ' : end}# a remark: [x] <y>  ${end}` : end,
  );
