/** A records service that is killed while it imports a list (issue 40): nothing is half taken, and the import resumes. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testClient } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { RecordsServiceService } from '@symbio/proto/records';
import { admin, frs, messages, recordsSystem } from './system.js';

const ROWS = 60_000;
const GOOD = { id: 1, name: 'GOOD', interest: 'SQG', latitude: '40.7125' };
const manyRows = (): string =>
  frs(...Array.from({ length: ROWS }, (_, at) => ({ ...GOOD, id: at + 2, name: 'FAR', latitude: '41.5' })), GOOD);

let aheadMs = 0;
let system: Awaited<ReturnType<typeof recordsSystem>>;
let child: ChildProcess | undefined;
beforeAll(async () => {
  system = await recordsSystem({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  await system.search(frs(GOOD));
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await system.stop();
});

async function otherService(): Promise<{ process: ChildProcess; address: string }> {
  const program = fileURLToPath(new URL('./service-child.ts', import.meta.url));
  const settings = Object.entries(system.config).map(([name, value]) => [name, String(value)]);
  const env = { ...process.env, ...(Object.fromEntries(settings) as Record<string, string>) };
  const started = fork(program, { execArgv: ['--conditions=source', '--import', 'tsx'], env });
  child = started;
  const [address] = (await once(started, 'message')) as [string];
  return { process: started, address };
}

it('keeps the edition before it, and another process imports every row once', async () => {
  const { process: other, address } = await otherService();
  const { client, close } = testClient(RecordsServiceService, address);
  const asAdmin = await system.as(admin);
  const before = (await client.getDataSet({ id: system.dataSetId }, asAdmin)).dataSet?.currentVersionId;
  await client.addVersion(messages(system.dataSetId, manyRows()), asAdmin);
  await eventually(async () => {
    const { dataSet } = await client.getDataSet({ id: system.dataSetId }, await system.as(admin));
    expect(dataSet?.versions[0]?.rows).toBeGreaterThan(0);
  });
  other.kill('SIGKILL');
  close();
  const killed = (await system.client.getDataSet({ id: system.dataSetId }, await system.as(admin))).dataSet;
  expect(killed?.versions[0]).toMatchObject({ state: 'importing' });
  expect(killed?.versions[0]?.rows).toBeLessThan(ROWS);
  expect(killed?.currentVersionId).toBe(before);
  await system.searchAgain();
  expect((await system.hits()).map(({ name }) => name)).toEqual(['GOOD']);

  // the lease of the killed process ends
  aheadMs = 120_000;
  expect(await system.newestVersion()).toMatchObject({ state: 'ready', rows: ROWS + 1, taken: ROWS + 1, refused: {} });
  await system.searchAgain();
  expect((await system.hits()).map(({ name }) => name)).toEqual(['GOOD']);
});
