import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { customer, editor, key, owner, reportSystem, stranger, viewer, type ReportSystem } from './system.js';

let system: ReportSystem;
beforeAll(async () => {
  system = await reportSystem();
});
afterAll(() => system.stop());

const qualify = (): void =>
  void system.qualifications.set(owner.sub, {
    ...{ path: 'professional_licence', licence: 'PE-1', state: 'NY', expiresOn: '2027-01-31' },
  });

it('writes the report of a locked version, and only what changed in the next (D-62)', async () => {
  const { id } = await system.lock();
  const first = await system.composed(id);
  expect(first.files.map(({ name }) => name).sort()).toEqual([
    // the first one is the site plan
    ...['evidence.json', 'figures/figure-001.jpg', 'figures/figure-002.jpg'],
    ...['manifest.json', 'manifest.signature.json', 'report.docx', 'report.pdf'],
  ]);
  expect(first.manifestSha256).toBe(first.files.find(({ name }) => name === 'manifest.json')?.sha256);
  expect(await system.verify(id)).toEqual([]);

  const again = await system.composed((await system.lock()).id);
  expect(again).toMatchObject({ number: 2, basedOnId: id });
  const differences = async (after: string) =>
    (await system.client.getDifference({ id: after, fromId: again.id }, await callAs(editor))).differences;
  system.data.mention.currentNarrative = 'Two gas tanks stood south of the garage.';
  const third = await system.composed((await system.lock()).id);
  expect(await differences(third.id)).toMatchObject([
    {
      kind: 'Mention',
      change: 'changed',
      fields: [{ field: 'narrative', to: 'Two gas tanks stood south of the garage.' }],
    },
  ]);
  expect(await system.verify(third.id)).toEqual([]);
  Object.assign(system.data.agencyRequest.fields ?? {}, { outcome: 'no_answer' });
  const fourth = await system.composed((await system.lock()).id);
  const { differences: since } = await system.client.getDifference(
    { id: fourth.id, fromId: third.id },
    await callAs(editor),
  );
  expect(since).toMatchObject([
    { kind: 'Agency request', name: 'Fire Department', fields: [{ field: 'outcome', to: 'no_answer' }] },
  ]);
  Object.assign(system.data.interviews[0] ?? {}, { text: 'The tank was dug out in 1988.' });
  const fifth = await system.composed((await system.lock()).id);
  const last = await system.client.getDifference({ id: fifth.id, fromId: fourth.id }, await callAs(editor));
  expect(last.differences).toMatchObject([
    { kind: 'Interview', name: 'Owner: Rose Miller', fields: [{ to: 'The tank was dug out in 1988.' }] },
  ]);
  Object.assign(system.data.userAnswers[0]?.answers[0] ?? {}, { text: 'Forced sale.' });
  Object.assign(system.data.lienSearches[0] ?? {}, { result: 'found', text: 'Deed restriction of 1998.' });
  const sixth = await system.composed((await system.lock()).id);
  const found = await system.client.getDifference({ id: sixth.id, fromId: fifth.id }, await callAs(editor));
  expect(found.differences).toMatchObject([
    { kind: 'Answers of the user', name: 'Ben Buyer, 2026-11-12' },
    { kind: 'Lien search', name: 'Title Ltd., 2026-11-10', fields: [{ field: 'result' }, { field: 'text' }] },
  ]);
});

it('names the letters that the report cannot print, and makes no version', async () => {
  const { narrative, currentNarrative } = system.data.mention;
  const before = (await system.client.listVersions({ projectId: system.projectId }, await callAs(editor))).versions;
  system.data.mention.currentNarrative = 'The sign read 漢.';
  await expect(system.lock()).rejects.toMatchObject({
    ...{ reason: 'missing_letters', message: expect.stringContaining('漢 in “The sign read 漢.”') as string },
  });
  Object.assign(system.data.mention, { narrative, currentNarrative });
  const after = (await system.client.listVersions({ projectId: system.projectId }, await callAs(editor))).versions;
  expect(after).toHaveLength(before.length);
});

it('goes from draft to withdrawn; a signed version keeps its files when evidence changes', async () => {
  const { id } = await system.lock();
  const { manifestSha256, files } = await system.composed(id);
  const { client } = system;
  await expect(client.signVersion({ id, manifestSha256 }, await callAs(owner))).rejects.toMatchObject({
    reason: 'no_qualification',
  });
  qualify();
  await expect(client.signVersion({ id, manifestSha256 }, await callAs(owner))).rejects.toMatchObject({
    reason: 'wrong_state',
  });
  await client.submitVersion({ id }, await callAs(editor));
  await client.requestChanges({ id, reason: 'Name the owner.' }, await callAs(editor));
  expect(await system.get(id)).toMatchObject({ state: 'draft', reason: 'Name the owner.' });
  await client.submitVersion({ id }, await callAs(editor));
  await expect(client.signVersion({ id, manifestSha256: 'f'.repeat(64) }, await callAs(owner))).rejects.toMatchObject({
    reason: 'other_manifest',
  });
  await client.signVersion({ id, manifestSha256 }, await callAs(owner));
  await expect(client.requestChanges({ id, reason: 'No.' }, await callAs(editor))).rejects.toMatchObject({
    reason: 'wrong_state',
  });

  system.data.feature.name = 'Former filling station';
  await system.composed((await system.lock()).id);
  const signed = await system.get(id);
  expect(signed).toMatchObject({ manifestSha256, files, signature: { byName: 'Olive Owner', licence: 'PE-1' } });
  expect(await system.verify(id)).toEqual([]);

  await client.issueVersion({ id }, await callAs(owner));
  expect(await system.get(id)).toMatchObject({ state: 'issued', deliveryDate: '2026-11-28' });
  await client.withdrawVersion({ id, reason: 'Wrong parcel.' }, await callAs(owner));
  expect(await system.get(id)).toMatchObject({ state: 'withdrawn', reason: 'Wrong parcel.', files });
  await eventually(() => {
    const names = system.events.published
      .filter(({ data }) => (data as { version?: { id: string } }).version?.id === id)
      .map(({ name }) => name);
    expect(names[0]).toBe('version.locked');
    expect(names).toEqual(expect.arrayContaining(['version.signed', 'version.issued', 'version.withdrawn']));
  });
});

it('shows customers issued versions only, and lets neither keys nor viewers change one', async () => {
  const { client, projectId } = system;
  qualify();
  const { id } = await system.lock();
  const { manifestSha256 } = await system.composed(id);
  await expect(client.getVersion({ id }, await callAs(customer))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(client.getVersion({ id }, await callAs(stranger))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(client.submitVersion({ id }, await callAs(viewer))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  const lock = { id: newId(), projectId, blocking: [] };
  await expect(client.lockVersion(lock, await callAs(key))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await client.submitVersion({ id }, await callAs(editor));
  await expect(client.signVersion({ id, manifestSha256 }, await callAs(key))).rejects.toMatchObject({
    reason: 'people_sign',
  });
  await expect(client.signVersion({ id, manifestSha256 }, await callAs(editor))).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  await client.signVersion({ id, manifestSha256 }, await callAs(owner));
  await client.issueVersion({ id }, await callAs(owner));
  expect(await system.get(id, customer)).toMatchObject({ state: 'issued' });
  const { url } = await client.createFileUrl({ versionId: id, name: 'report.pdf' }, await callAs(customer));
  expect(url).toContain('/files/');
});
