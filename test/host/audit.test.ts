import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';

const STALE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3';
const TRANSCRIPT = `## User

The game: 1. e4 e5 2. Nf3 Nc6 3. Bb5.

## Assistant

So the position is \`${STALE}\`, Black to move.

It is White to move.
`;
const NOTES = `# Openings

\`\`\`chess
1. e4 e5 2. Nf3 Nc6 3. Bb5
\`\`\`

\`\`\`chess
1. d4 d5 2. Nd4
\`\`\`
`;

describe('transcripts and Markdown in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('show boards of chess fences in the preview and their errors without being asked, and a finding of an audit in the state view', () => {
    const before = new Set(stage.languageServers.map(({ pid }) => pid));
    const files = { 'notes.md': NOTES, 'talk.md': TRANSCRIPT };
    return stage.play('audit', { files, open: 'notes.md', ownWindow: true }, async (scene) => {
      const { workbench, page, picture } = scene;
      const editor = workbench.editor('notes.md');
      await editor.root.locator('.squiggly-error').first().waitFor();
      const started = stage.languageServers.filter(({ pid }) => !before.has(pid));
      assert.deepEqual(started, [], 'a Markdown file starts no language server');
      await picture('fence-error');
      await workbench.run('Open Preview to the Side', 'Markdown');
      const boards = workbench.webview.locator('img[src^="data:image/svg+xml"]');
      await eventually(
        'the boards of the fences',
        () => boards.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)),
        (drawn) => drawn.length > 0 && drawn.every(Boolean),
      );
      await picture('fence-preview');
      await workbench.run('View: Close All Editors');

      const talk = await workbench.open('talk.md');
      await workbench.run('Audit Transcript', 'StateLens');
      await workbench.toasts.filter({ hasText: 'the audit has 2 findings' }).waitFor();
      await page.getByRole('button', { name: 'Show Problems' }).click();
      await workbench.problems.filter({ hasText: 'missed 3.Bb5' }).waitFor();
      await workbench.problems.filter({ hasText: "it is Black's turn" }).waitFor();
      await picture('audit-problems');
      await talk.clickBehind('So the position is `r1bqkbnr');
      await workbench.quickFix('Open in State View');
      await page.keyboard.press('Enter');
      await workbench.webview.getByText('missed 3.Bb5').first().waitFor();
      await picture('audit-state');
      await talk.clickBehind('It is White');
      await workbench.run('Open Audit Finding in State View', 'StateLens');
      await workbench.webview.getByText("after 3.Bb5 it is Black's turn").first().waitFor();
      await picture('audit-claim');
    });
  });
});
