import * as vscode from 'vscode';
import { JOB_TABLE } from '../../compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { immediates, systemClock } from '../../compute/system-clock.ts';
import { inThread } from '../../compute/worker/job-runner.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { EngineValues } from '../../engine/engine-values.ts';
import { combineValueSources, jobValueSources } from '../../engine/value-sources.ts';
import { embeddedWorker } from '../../engine/worker-program.ts';
import { packagedWebModel } from '../../models/onnx/web-onnx.ts';
import { builtinSource } from '../../models/sources/builtin.ts';
import type { Platform } from './feature.ts';
import type { ValueSettings } from './values.ts';

/** Returns the platform of a browser. */
export const webPlatform = ({ extensionUri }: vscode.ExtensionContext): Platform => ({
  kind: 'web',
  environment: () => undefined,
  sources: [builtinSource(packagedWebModel(extensionUri.toString(true), (url) => new Worker(url)))],
  openValues: (settings) => openWebValues(settings, vscode.Uri.joinPath(extensionUri, 'media/engine').toString(true)),
  loadReports: async () => (await import('./web-reports.ts')).openWebReport,
});

/**
 * Opens the values of all games in a browser: the bundled engine in a separate worker, Connect Four and Hex in slices
 * between the messages of the extension host. No program of a machine can be started here, whatever the settings name.
 *
 * @param folder URL of `media/engine`
 */
function openWebValues({ depth }: ValueSettings, folder: string): ValueSource {
  const engine = new EngineValues({
    program: embeddedWorker(folder, (url) => new Worker(url)),
    clock: systemClock,
    ...(depth === undefined ? {} : { limit: { depth } }),
  });
  const pool = new Pool<Jobs>({
    transport: inThread(JOB_TABLE, systemClock, immediates()),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
  return combineValueSources([engine, ...jobValueSources(pool)], [pool]);
}
