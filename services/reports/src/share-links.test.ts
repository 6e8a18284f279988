import { newId } from '@symbio/runtime';
import { MANIFEST, reportRules } from './testing.js';

let rules: ReturnType<typeof reportRules>;
let versionId: string;
beforeEach(async () => {
  rules = reportRules();
  const { owner, editor, versions, projectId } = rules;
  const qualification = { path: 'experience', licence: '', state: '', expiresOn: '' };
  rules.qualifications.set(owner.actor.sub, qualification);
  versionId = (await versions.lock({ id: newId(), projectId, blocking: [] }, editor))._id;
  await rules.compose(versionId);
  await versions.submit(versionId, editor);
  await versions.sign(versionId, MANIFEST, owner);
});

const create = (values: object = {}, by = rules.owner) =>
  rules.shareLinks.create({ versionId, name: ' For the bank ', lastDay: '2026-12-31', ...values }, by);

it('shows the files of an issued version to everyone who holds it, until its last day (D-63)', async () => {
  const { versions, shareLinks, owner, clock, linkRows, state } = rules;
  await expect(create()).rejects.toMatchObject({ reason: 'wrong_state' });
  await versions.issue(versionId, owner);
  const { row, token } = await create();
  expect(row).toMatchObject({ name: 'For the bank', lastDay: '2026-12-31', byName: 'Olive Owner' });
  expect(JSON.stringify(linkRows.all())).not.toContain(token);
  const opened = await shareLinks.open(token);
  expect(opened).toMatchObject({ projectTitle: 'Riverside', lastDay: '2026-12-31', version: { state: 'issued' } });
  expect(opened.files).toEqual([
    {
      file: { name: 'evidence.json', bytes: 2, sha256: 'e'.repeat(64), contentType: 'application/json' },
      url: `/files/reports/${rules.projectId}/${versionId}/evidence.json`,
    },
  ]);
  expect((await shareLinks.list(versionId, rules.editor))[0]?.lastUsedAt).toEqual(clock.now());

  const refused = { code: 'NOT_FOUND' };
  await expect(shareLinks.open('a'.repeat(43))).rejects.toMatchObject(refused);
  state.isProjectRemoved = true;
  await expect(shareLinks.open(token)).rejects.toMatchObject(refused);
  state.isProjectRemoved = false;
  await versions.withdraw(versionId, 'Wrong parcel.', owner);
  expect(await shareLinks.open(token)).toMatchObject({
    version: { state: 'withdrawn', reason: 'Wrong parcel.' },
    files: [],
  });
  clock.advance(new Date('2026-12-31T23:59:00Z').getTime() - clock.now().getTime());
  await shareLinks.open(token);
  clock.advance(60_000);
  await expect(shareLinks.open(token)).rejects.toMatchObject(refused);
});

it('is made and revoked by owners, for at most a year and ten times', async () => {
  const { versions, shareLinks, owner, editor, viewer } = rules;
  await versions.issue(versionId, owner);
  await expect(create({}, editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  for (const lastDay of ['2026-11-27', '2027-11-29', 'tomorrow', ''])
    await expect(create({ lastDay })).rejects.toMatchObject({
      fields: { last_day: 'The last day must be a date from 2026-11-28 to 2027-11-28.' },
    });
  await expect(create({ name: ' ' })).rejects.toMatchObject({ fields: { name: 'Name is required' } });
  const { row, token } = await create({ lastDay: '2027-11-28' });
  for (let more = 0; more < 9; more++) await create();
  await expect(create()).rejects.toMatchObject({ reason: 'too_many_share_links' });
  await expect(shareLinks.list(versionId, viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(shareLinks.revoke(versionId, row._id, editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await shareLinks.revoke(versionId, row._id, owner);
  await expect(shareLinks.open(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(shareLinks.revoke(versionId, row._id, owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
