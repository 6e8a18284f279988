import { callAs } from '@symbio/rpc/testing';
import { newId } from '@symbio/runtime';
import { eventually, person } from '@symbio/runtime/testing';
import { administrator, customer, editor, owner, reportSystem, type ReportSystem } from './system.js';

/** Seven years, two of them leap years. */
const RETENTION_MS = (7 * 365 + 2) * 86_400_000;

let system: ReportSystem;
beforeAll(async () => {
  system = await reportSystem();
});
afterAll(() => system.stop());

async function issued(): Promise<string> {
  const { client, qualifications } = system;
  qualifications.set(owner.sub, { path: 'experience', licence: '', state: '', expiresOn: '' });
  const { id } = await system.lock();
  const { manifestSha256 } = await system.composed(id);
  await client.submitVersion({ id }, await callAs(editor));
  await client.signVersion({ id, manifestSha256 }, await callAs(owner));
  await client.issueVersion({ id }, await callAs(owner));
  return id;
}

const download = async (versionId: string, actor = administrator): Promise<Buffer> =>
  system.fileAt((await system.client.createFileUrl({ versionId, name: 'report.pdf' }, await callAs(actor))).url);
const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of system.blobs.list(`reports/${system.projectId}`)) keys.push(key);
  return keys;
};
const retained = async (actor = administrator) =>
  (await system.client.listRetainedVersions({}, await callAs(actor))).versions;

it('an issued version outlives its erased project for seven years, for administrators (SET-09, CONST-15)', async () => {
  const { client, events, projectId, clock } = system;
  const id = await issued();
  const before = await download(id, owner);
  const { files } = await system.get(id);
  const draft = await system.composed((await system.lock()).id);
  expect(await retained()).toEqual([]);
  await expect(download(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  await system.erase();
  await eventually(async () => expect(await stored()).toHaveLength(files.length));
  await eventually(() => expect(events.verbsOf(id)).toContain('retained'));
  expect(await retained()).toMatchObject([
    {
      version: { id, projectId, state: 'issued', files },
      ...{ projectNumber: 'P-2026-00001', projectTitle: 'Riverside', organizationId: administrator.organizationId },
      ...{ erasedById: owner.sub, keptUntil: new Date('2033-11-28T09:00:00Z') },
    },
  ]);
  expect((await download(id)).equals(before)).toBe(true);
  expect(await system.verify(id)).toEqual([]);
  expect(await client.listCitedPages({ id }, await callAs(administrator))).toMatchObject({ pages: [] });
  await expect(client.getVersion({ id: draft.id }, await callAs(administrator))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });

  const stranger = person({ role: 'administrator', organizationId: newId() });
  expect(await retained(stranger)).toEqual([]);
  for (const actor of [stranger, owner, editor, customer])
    await expect(download(id, actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const actor of [owner, customer])
    await expect(retained(actor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });

  await system.erase();
  clock.advance(RETENTION_MS - 1);
  // each replica looks at its start
  await (await system.startReplica()).stop();
  expect((await download(id)).equals(before)).toBe(true);
  clock.advance(1);
  const replicas = await Promise.all([system.startReplica(), system.startReplica()]);
  await eventually(async () => expect(await stored()).toEqual([]));
  await eventually(() => expect(events.verbsOf(id)).toContain('erased'));
  expect(await retained()).toEqual([]);
  await expect(download(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(events.verbsOf(id).filter((verb) => verb === 'erased' || verb === 'retained')).toEqual(['retained', 'erased']);
  await Promise.all(replicas.map((replica) => replica.stop()));
});
