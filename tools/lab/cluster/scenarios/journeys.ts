import path from 'node:path';
import { repoRoot } from '../../../dev/paths.js';
import { run } from '../../harness/command.js';
import type { Outcome } from '../../harness/report.js';
import { withoutLoad } from '../../harness/scenario.js';
import type { ClusterContext } from '../context.js';

/** The journey of e2e/src/journey.e2e.ts to run: sign in, upload a sheet, see it, annotate it. */
const JOURNEY = 'the main job with a generated fire insurance sheet';
const JEST = ['node_modules/jest/bin/jest.js', '--selectProjects', 'e2e', '--runInBand', '--ci'];

/** Runs it in Chromium. @throws CommandError with jest's output */
const journeyInChromium = (url: string): Promise<string> =>
  run(
    process.execPath,
    [...JEST, '--runTestsByPath', path.join('e2e', 'src', 'journey.e2e.ts'), '--testNamePattern', JOURNEY],
    { cwd: repoRoot, env: { NODE_OPTIONS: '--experimental-vm-modules', E2E_URL: url } },
  );

/** Main job through the API, from within the cluster as `helm test` does it, and in Chromium. */
export async function journeys({ client, helm, say }: ClusterContext, when: string): Promise<Outcome[]> {
  const byApi = async () => {
    await helm.test();
    return { note: 'project, upload, pages, annotation, feature, mention' };
  };
  const inChromium = async () => {
    await journeyInChromium(client.http.url);
    return { note: 'sign in at Keycloak, upload, sheet, ellipse, feature, history' };
  };
  return [await withoutLoad(`helm test, ${when}`, byApi, say), await withoutLoad(`Chromium, ${when}`, inChromium, say)];
}
