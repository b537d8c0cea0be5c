import { leagueSvg } from '../../core/league/curve-svg.ts';
import { leagueHtml, leagueJson, leagueMarkdown, leagueParts } from '../../core/league/league-exports.ts';
import { readLeague } from '../../core/league/league-file.ts';
import { type League, leagueOf } from '../../core/league/standings.ts';
import { leagueTitle } from '../../core/league/words.ts';
import type { ToLeague } from '../../protocol/league-messages.ts';
import { t } from '../platform/l10n.ts';

type Unversioned<T> = T extends unknown ? Omit<T, 'version'> : never;

/** What the page of a league shows, and the league behind it. */
export interface ShownLeague {
  readonly message: Unversioned<ToLeague>;
  readonly league: League | undefined;
}

/** The league of a file as its page shows it; a file that is none says so. */
export function shownLeague(name: string, text: string): ShownLeague {
  const read = readLeague(text);
  if (!read.ok)
    return {
      message: { type: 'unavailable', reason: t('{0} cannot be read: {1}.', name, read.error) },
      league: undefined,
    };
  const { header, games, damaged } = read.value;
  const league = leagueOf(header, games);
  const missing = league.scheduled - league.games - league.unpaired;
  const notes = [
    ...(missing > 0
      ? [
          missing === 1
            ? t('1 game not played yet; statelens league --resume {0} continues the league.', name)
            : t(
                '{0} games not played yet; statelens league --resume {1} continues the league.',
                missing.toLocaleString('en-US'),
                name,
              ),
        ]
      : []),
    // the last line of a file that grows may be half of one
    ...(damaged > 1 ? [t('{0} lines of the file cannot be read.', damaged.toLocaleString('en-US'))] : []),
  ];
  return {
    message: { type: 'show', title: t('League'), text: leagueTitle(league), notes, parts: leagueParts(league) },
    league,
  };
}

/** Formats that a league is saved in: what each is called, its ending, and its text, undefined where there is none. */
export const LEAGUE_FORMATS: readonly {
  readonly label: string;
  readonly ending: string;
  readonly text: (league: League, tool: string) => string | undefined;
}[] = [
  { label: t('HTML, one page with curves'), ending: 'html', text: leagueHtml },
  { label: 'Markdown', ending: 'md', text: (league) => leagueMarkdown(league) },
  { label: t('SVG, the curves'), ending: 'svg', text: (league) => leagueSvg(league) },
  { label: 'JSON', ending: 'json', text: (league) => `${JSON.stringify(leagueJson(league))}\n` },
];

/** The name of a league's file without its ending. */
export const leagueName = (file: string): string => file.replace(/\.league\.jsonl$/, '');
