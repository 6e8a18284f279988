import path from 'node:path';
import { verifyReport } from '@symbio/report';
import { repoRoot } from '../../../dev/paths.js';
import { deliver, makeAssessed } from '../../bench/report/delivered.js';
import { inTemporaryFolder } from '../../harness/cleanup.js';
import { run } from '../../harness/command.js';
import type { Outcome } from '../../harness/report.js';
import { withoutLoad, type Findings } from '../../harness/scenario.js';
import { makeProject } from '../../harness/world.js';
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

/** Makes a judged project by the API, and checks the files of its report. */
const report = ({ client }: ClusterContext): Promise<Findings> =>
  inTemporaryFolder('report', async (folder) => {
    const product = { client, projectId: await makeProject(client, 'Report') };
    await makeAssessed(product);
    const files = await deliver(product, folder);
    const faults = await verifyReport(folder);
    return { note: `${files} files of a version, checked`, problems: faults.map(({ message }) => message) };
  });

/** Main job through the API, from within the cluster as `helm test` does it, in Chromium, and a report. */
export async function journeys(context: ClusterContext, when: string): Promise<Outcome[]> {
  const { client, helm, say } = context;
  const byApi = async () => {
    await helm.test();
    return { note: 'project, upload, pages, annotation, feature, mention' };
  };
  const inChromium = async () => {
    await journeyInChromium(client.http.url);
    return { note: 'sign in at Keycloak, upload, sheet, ellipse, feature, history' };
  };
  return [
    await withoutLoad(`helm test, ${when}`, byApi, say),
    await withoutLoad(`Chromium, ${when}`, inChromium, say),
    await withoutLoad(`report, ${when}`, () => report(context), say),
  ];
}
