import type { ProjectEnd } from '@symbio/project-access';
import { Project } from '@symbio/proto/project';
import { contextOf } from '@symbio/rpc/testing';
import { newId } from '@symbio/runtime';
import { person } from '@symbio/runtime/testing';
import type { VersionRow } from './model.js';
import { keptUntil } from './retention.js';
import { MANIFEST, reportRules } from './testing.js';

const DAY_MS = 86_400_000;
const FIRM = newId();
const QUALIFICATION = { path: 'experience', licence: '', state: '', expiresOn: '' };
const administrator = (organizationId?: string) =>
  contextOf(person({ role: 'administrator', ...(organizationId && { organizationId }) }));
const firm = administrator(FIRM);

let rules: ReturnType<typeof reportRules>;
beforeEach(() => {
  rules = reportRules();
  rules.qualifications.set(rules.owner.actor.sub, QUALIFICATION);
});

async function issued(): Promise<VersionRow> {
  const { versions, editor, owner, projectId } = rules;
  const { _id } = await versions.lock({ id: newId(), projectId, blocking: [] }, editor);
  await rules.compose(_id);
  await versions.submit(_id, editor);
  await versions.sign(_id, MANIFEST, owner);
  return versions.issue(_id, owner);
}

const end = (via = 'user'): ProjectEnd => {
  const project = Project.fromPartial({ number: 'P-2026-00001', title: 'Riverside', organizationId: FIRM });
  const actor = { sub: rules.owner.actor.sub, authorId: '', via };
  return { data: { project }, actor, at: rules.clock.now().toISOString() } as unknown as ProjectEnd;
};
const erase = (via?: string) => rules.retention.removeProject(rules.projectId, end(via));
const retainedFor = async (context: typeof firm): Promise<string[]> =>
  (await rules.versions.listRetained(undefined, context)).rows.map(({ _id }) => _id);
const names = () => rules.versionRows.published.map(({ name }) => name);

it('ends seven calendar years after the issue (SET-09, CONST-15)', () => {
  expect(keptUntil(new Date('2026-11-28T09:00:00Z'))).toEqual(new Date('2033-11-28T09:00:00Z'));
  expect(keptUntil(new Date('2028-02-29T09:00:00Z'))).toEqual(new Date('2035-03-01T09:00:00Z'));
});

it('keeps issued, superseded and withdrawn versions of an erased project with their files, and nothing else', async () => {
  const { versions, owner, editor, files, projectId, retention } = rules;
  const first = await issued();
  const second = await issued();
  await versions.withdraw(second._id, 'Wrong boundary.', owner);
  const third = await issued();
  await rules.shareLinks.create({ versionId: third._id, name: 'Bank', lastDay: '2026-12-31' }, owner);
  await versions.lock({ id: newId(), projectId, blocking: [] }, editor);
  files.add(`reports/${projectId}/templates/old.docx`);
  files.add(`reports/${projectId}0/of-another-project`);

  await erase();
  const kept = rules.versionRows.all();
  expect(kept.map(({ _id, state }) => [_id, state])).toEqual([
    [first._id, 'superseded'],
    [second._id, 'withdrawn'],
    [third._id, 'issued'],
  ]);
  expect(kept[0]).toMatchObject({ manifestSha256: MANIFEST, files: first.files, photographs: [] });
  expect(kept[0]?.retained).toEqual({
    ...{ projectNumber: 'P-2026-00001', projectTitle: 'Riverside', organizationId: FIRM },
    ...{ erasedAt: rules.clock.now(), erasedById: owner.actor.sub, until: keptUntil(rules.clock.now()) },
  });
  const ofVersions = [first, second, third].map(({ _id }) => `reports/${projectId}/${_id}/evidence.json`);
  expect([...files]).toEqual([...ofVersions, `reports/${projectId}0/of-another-project`]);
  expect(rules.linkRows.all()).toEqual([]);
  expect(names().filter((name) => name === 'version.retained')).toHaveLength(3);

  const before = [rules.versionRows.all(), [...files]];
  await retention.removeProject(projectId, end('service'));
  expect([rules.versionRows.all(), [...files]]).toEqual(before);
});

it('is known to administrators of its organization and of the operator only', async () => {
  const { versions, owner, customer, projectId } = rules;
  const { _id } = await issued();
  await erase('service');
  expect(rules.versionRows.find(_id)?.retained).not.toHaveProperty('erasedById');
  for (const context of [firm, administrator()]) {
    expect(await retainedFor(context)).toEqual([_id]);
    expect((await versions.get(_id, context))._id).toBe(_id);
  }
  const other = administrator(newId());
  expect(await retainedFor(other)).toEqual([]);
  const key = contextOf({ ...firm.actor, via: 'api_key' });
  await expect(versions.get(_id, key)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    message: 'API keys cannot read reports of erased projects. Sign in as an administrator to read this one.',
  });
  const limitedKey = contextOf({ ...key.actor, scopes: [newId()] });
  const otherKey = contextOf({ ...other.actor, via: 'api_key' });
  const staff = contextOf(person({ role: 'symbio', organizationId: FIRM }));
  for (const context of [other, limitedKey, otherKey, staff, owner, customer])
    await expect(versions.get(_id, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(versions.withdraw(_id, 'Late.', firm)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // nor does it belong to a project any more, also if that still had roles
  expect(await versions.list(projectId, undefined, owner)).toMatchObject({ rows: [] });
  await expect(versions.lock({ id: _id, projectId, blocking: [] }, owner)).rejects.toMatchObject({
    reason: 'id_taken',
  });
});

it('removes everything of a project without an issued version, or after their time', async () => {
  const { files, clock, projectId, editor, versions } = rules;
  await issued();
  clock.advance(keptUntil(clock.now()).getTime() - clock.now().getTime());
  await versions.lock({ id: newId(), projectId, blocking: [] }, editor);
  await erase();
  expect([rules.versionRows.all(), [...files]]).toEqual([[], []]);
  expect(names()).not.toContain('version.retained');
});

it('erases a retained version with its files at its end, once', async () => {
  const { files, clock, retention } = rules;
  const { _id } = await issued();
  clock.advance(DAY_MS);
  const later = await issued();
  await erase();
  clock.advance(keptUntil(clock.now()).getTime() - clock.now().getTime() - DAY_MS - 1);
  await retention.purge();
  expect(await retainedFor(firm)).toEqual([_id, later._id]);
  clock.advance(1);
  await retention.purge();
  await retention.purge();
  expect(await retainedFor(firm)).toEqual([later._id]);
  expect([...files]).toEqual([`reports/${rules.projectId}/${later._id}/evidence.json`]);
  expect(rules.versionRows.published.filter(({ name }) => name === 'version.erased')).toMatchObject([
    { data: { version: { id: _id, manifestSha256: MANIFEST }, organizationId: FIRM } },
  ]);
});
