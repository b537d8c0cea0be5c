import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { leagueSvg } from '../../core/league/curves.ts';
import { leagueHtml, leagueJson, leagueMarkdown, leagueParts } from '../../core/league/league-exports.ts';
import { readLeague } from '../../core/league/league-file.ts';
import { leagueTitle } from '../../core/league/league-tables.ts';
import { computeLeague, type League } from '../../core/league/standings.ts';
import { type FromLeague, LEAGUE_VERSION, readFromLeague, type ToLeague } from '../../protocol/league-messages.ts';
import type { Unversioned } from '../../protocol/messages.ts';
import { LEAGUE_EDITOR } from '../../protocol/views.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { saveInFormat } from '../platform/files/save.ts';
import { baseName } from '../platform/files/uris.ts';
import { FollowedText } from '../platform/files/watch.ts';
import { t } from '../platform/l10n.ts';
import { type PageKind, PagePanel } from '../platform/pages/panel.ts';

const PAGE: PageKind<FromLeague> = { name: 'league', title: t('League'), read: readFromLeague };

/** Opens the custom editor of league files. */
export const open = (context: FeatureContext) => ({
  commands: { 'statelens.openLeague': openLeagues },
  showFile: (panel: vscode.WebviewPanel, uri: vscode.Uri): void => void new LeagueEditor(context, panel, uri),
  dispose: () => undefined,
});

/** Opens the files from the Explorer's menu, otherwise those that the user chooses. */
async function openLeagues(first?: unknown, more?: unknown): Promise<void> {
  const given = [first, ...(Array.isArray(more) ? (more as readonly unknown[]) : [])].filter(
    (item): item is vscode.Uri => item instanceof vscode.Uri,
  );
  const title = t('StateLens: Open League');
  const filters = { Leagues: ['league.jsonl', 'jsonl'] };
  const uris = given.length > 0 ? given : await vscode.window.showOpenDialog({ title, filters, canSelectMany: true });
  for (const uri of new Map((uris ?? []).map((item) => [item.toString(), item])).values())
    await vscode.commands.executeCommand('vscode.openWith', uri, LEAGUE_EDITOR);
}

/** The page of one file, which is read again when it changes. */
class LeagueEditor {
  readonly #context: FeatureContext;
  readonly #uri: vscode.Uri;
  readonly #panel: PagePanel<ToLeague, FromLeague>;
  #shown: LeagueContent | undefined;
  readonly #file: FollowedText;
  #isClosed = false;

  constructor(context: FeatureContext, panel: vscode.WebviewPanel, uri: vscode.Uri) {
    this.#context = context;
    this.#uri = uri;
    this.#file = new FollowedText(uri, () => void this.#read());
    this.#panel = new PagePanel(
      panel,
      context.extension.extensionUri,
      PAGE,
      (message) => void (message.type === 'ready' ? this.#read() : this.#save()),
      () => {
        this.#isClosed = true;
        this.#file.dispose();
      },
    );
  }

  async #read(): Promise<void> {
    const name = baseName(this.#uri);
    try {
      this.#shown = leagueContent(name, await this.#file.read());
    } catch (error) {
      const cause = thrownMessage(error);
      this.#context.log.warn(`${name} cannot be read: ${cause}`);
      this.#shown = {
        message: { type: 'unavailable', reason: t('{0} cannot be read: {1}', name, cause) },
        league: undefined,
      };
    }
    this.#post({ ...this.#shown.message, version: LEAGUE_VERSION });
  }

  #post(message: ToLeague): void {
    if (!this.#isClosed) this.#panel.post(message).then(undefined, () => undefined);
  }

  async #save(): Promise<void> {
    const league: League | undefined = this.#shown?.league;
    if (league === undefined) return;
    const { version } = this.#context.extension.extension.packageJSON as { version: string };
    const formats = LEAGUE_FORMATS.flatMap(({ label, ending, text }) => {
      const content = text(league, `statelens ${version}`);
      return content === undefined ? [] : [{ label, ending, content }];
    });
    const saved = await saveInFormat(t('StateLens: Save League As'), leagueName(baseName(this.#uri)), formats);
    if (saved !== undefined) this.#post({ version: LEAGUE_VERSION, type: 'notice', text: t('Saved as {0}.', saved) });
  }
}

/** State of the league page. */
interface LeagueContent {
  readonly message: Unversioned<ToLeague>;
  readonly league: League | undefined;
}

/** Returns the league of a file for its page; for an invalid file, a message. */
export function leagueContent(name: string, text: string): LeagueContent {
  const read = readLeague(text);
  if (!read.ok)
    return {
      message: { type: 'unavailable', reason: t('{0} cannot be read: {1}.', name, read.error) },
      league: undefined,
    };
  const { header, games, damaged } = read.value;
  const league = computeLeague(header, games);
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
    // the last line of a growing file may be incomplete
    ...(damaged > 1 ? [t('{0} lines of the file cannot be read.', damaged.toLocaleString('en-US'))] : []),
  ];
  return {
    message: { type: 'show', title: t('League'), text: leagueTitle(league), notes, parts: leagueParts(league) },
    league,
  };
}

/** File formats for saving a league: label, extension, and content, undefined if there is none. */
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

/** Returns the name of a league's file without its extension. */
export const leagueName = (file: string): string => file.replace(/\.league\.jsonl$/, '');
