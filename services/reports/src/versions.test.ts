import { newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import type { CallContext } from '@symbio/rpc';
import { MANIFEST, reportRules } from './testing.js';

const QUALIFICATION = { path: 'professional_licence', licence: 'PG 12345', state: 'NY', expiresOn: '2026-12-31' };
let rules: ReturnType<typeof reportRules>;
beforeEach(() => {
  rules = reportRules();
  rules.qualifications.set(rules.owner.actor.sub, QUALIFICATION);
});

const lock = (by = rules.editor, blocking: { rule: string; text: string }[] = []) =>
  rules.versions.lock({ id: newId(), projectId: rules.projectId, blocking }, by);
async function composed() {
  const version = await lock();
  await rules.compose(version._id);
  return version;
}
async function signed() {
  const { _id } = await composed();
  await rules.versions.submit(_id, rules.editor);
  return rules.versions.sign(_id, MANIFEST, rules.owner);
}
const names = () => rules.versionRows.published.map(({ name }) => name);

describe('a version', () => {
  it('is locked once per id, numbered within its project, and based on the previous one', async () => {
    const request = { id: newId(), projectId: rules.projectId, blocking: [] };
    const first = await rules.versions.lock(request, rules.editor);
    expect(await rules.versions.lock(request, rules.editor)).toEqual(first);
    expect(first).toMatchObject({ number: 1, state: 'draft', basedOnId: '', lockedByName: 'Edgar Editor' });
    expect(await lock()).toMatchObject({ number: 2, basedOnId: first._id });
    expect(names()).toEqual(['version.locked', 'version.locked']);
  });

  it('is not locked while the review list has required items, which are named', async () => {
    const fields = { 'AAI-1': 'A component of the assessment has no date.' };
    await expect(lock(rules.editor, [{ rule: 'AAI-1', text: fields['AAI-1'] }])).rejects.toMatchObject({
      ...{ code: 'FAILED_PRECONDITION', reason: 'not_ready', fields },
    });
    // what a caller may not do is said first
    await expect(lock(rules.viewer, [{ rule: 'AAI-1', text: '' }])).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('goes from draft through review and signature to its issue', async () => {
    const { _id } = await lock();
    await expect(rules.versions.submit(_id, rules.editor)).rejects.toMatchObject({ reason: 'not_composed' });
    await rules.compose(_id);
    expect((await rules.versions.submit(_id, rules.editor)).state).toBe('in_review');
    const back = await rules.versions.requestChanges(_id, ' The north is missing. ', rules.editor);
    expect(back).toMatchObject({ state: 'draft', reason: 'The north is missing.' });
    await rules.versions.submit(_id, rules.editor);
    const after = await rules.versions.sign(_id, MANIFEST, rules.owner);
    expect(after).toMatchObject({
      state: 'signed',
      signature: { byName: 'Olive Owner', path: 'professional_licence', licence: 'PG 12345', licenceState: 'NY' },
    });
    await rules.sections.saveDelivery({ projectId: rules.projectId, deliveryDate: '2026-12-15' }, rules.editor);
    expect(await rules.versions.issue(_id, rules.owner)).toMatchObject({
      ...{ state: 'issued', deliveryDate: '2026-12-15', issuedAt: rules.clock.now() },
    });
    expect(names().filter((name) => name !== 'version.changed')).toEqual([
      ...['version.locked', 'version.signed', 'version.issued'],
    ]);
  });

  it('is superseded by the next one that is issued, and can be withdrawn with a reason', async () => {
    const first = await signed();
    await rules.versions.issue(first._id, rules.owner);
    const second = await signed();
    await rules.versions.issue(second._id, rules.owner);
    expect((await rules.versions.get(first._id, rules.viewer)).state).toBe('superseded');
    await expect(rules.versions.withdraw(second._id, ' ', rules.owner)).rejects.toMatchObject({
      fields: { reason: 'A reason is needed.' },
    });
    expect((await rules.versions.withdraw(second._id, 'Wrong boundary.', rules.owner)).state).toBe('withdrawn');
  });

  it('is not issued while a newer one is signed or issued, until that is withdrawn', async () => {
    const { versions, owner } = rules;
    const older = await signed();
    const newer = await signed();
    const refused = (state: string) => ({
      ...{ code: 'FAILED_PRECONDITION', reason: 'newer_version' },
      message: `Version 2 is newer and already ${state}. To issue version 1, withdraw version 2 first.`,
    });
    await expect(versions.issue(older._id, owner)).rejects.toMatchObject(refused('signed'));
    await versions.issue(newer._id, owner);
    await expect(versions.issue(older._id, owner)).rejects.toMatchObject(refused('issued'));
    expect((await versions.get(newer._id, owner)).state).toBe('issued');
    await versions.withdraw(newer._id, 'Wrong boundary.', owner);
    expect((await versions.issue(older._id, owner)).state).toBe('issued');
  });

  it('is issued again without an effect, also beside a newer signed one', async () => {
    const { _id } = await signed();
    const issued = await rules.versions.issue(_id, rules.owner);
    await signed();
    expect(await rules.versions.issue(_id, rules.owner)).toEqual(issued);
  });

  it('never changes once it is signed', async () => {
    const { _id } = await signed();
    const refused = { code: 'FAILED_PRECONDITION', reason: 'wrong_state' };
    await expect(rules.versions.submit(_id, rules.editor)).rejects.toMatchObject(refused);
    await expect(rules.versions.requestChanges(_id, 'One more.', rules.editor)).rejects.toMatchObject(refused);
  });
});

describe('a signature', () => {
  const sign = async (by: CallContext, manifest = MANIFEST) => {
    const { _id } = await composed();
    await rules.versions.submit(_id, rules.editor);
    return rules.versions.sign(_id, manifest, by);
  };

  it('is given by people only', async () => {
    const agent = contextOf({ ...rules.owner.actor, via: 'api_key', agentId: newId() });
    await expect(sign(agent)).rejects.toMatchObject({
      ...{ code: 'PERMISSION_DENIED', message: 'Only a person can sign.' },
    });
  });

  it('needs the owner role, and a qualification that has not expired', async () => {
    await expect(sign(rules.editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    rules.qualifications.clear();
    await expect(sign(rules.owner)).rejects.toMatchObject({
      ...{ reason: 'no_qualification', message: 'Add your qualification to your profile before you sign.' },
    });
    rules.qualifications.set(rules.owner.actor.sub, { ...QUALIFICATION, expiresOn: '2026-11-27' });
    await expect(sign(rules.owner)).rejects.toMatchObject({ reason: 'qualification_expired' });
    rules.qualifications.set(rules.owner.actor.sub, { ...QUALIFICATION, expiresOn: '2026-11-28' });
    expect((await sign(rules.owner)).state).toBe('signed');
  });

  it('is given by the environmental professional whom the version names', async () => {
    const { projectId, editor, owner, sections } = rules;
    const settings = { projectId, isProfessional: true, fourEyes: undefined };
    await expect(sections.saveSettings(settings, editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(sections.saveSettings(settings, rules.administrator)).rejects.toMatchObject({
      reason: 'no_qualification',
    });
    const report = await sections.saveSettings(settings, owner);
    expect(report.professional).toEqual({
      ...{ id: owner.actor.sub, name: 'Olive Owner', path: 'professional_licence' },
      ...{ licence: 'PG 12345', licenceState: 'NY', expiresOn: '2026-12-31' },
    });
    rules.qualifications.set(rules.administrator.actor.sub, QUALIFICATION);
    await expect(sign(rules.administrator)).rejects.toMatchObject({
      reason: 'other_professional',
      message:
        'This version names Olive Owner as its environmental professional, who must sign it. To sign it yourself, lock a version that names you.',
    });
    expect((await sign(owner)).state).toBe('signed');
    expect((await sections.saveSettings({ ...settings, isProfessional: false }, owner)).professional).toBeUndefined();
  });

  it('is not given by the only author of all determinations if the project asks for four eyes', async () => {
    const { projectId, owner, editor, sections, state } = rules;
    state.determinedBy = [owner.actor.authorId];
    expect((await sign(owner)).state).toBe('signed');
    await sections.saveSettings({ projectId, isProfessional: undefined, fourEyes: true }, owner);
    await expect(sign(owner)).rejects.toMatchObject({ reason: 'four_eyes' });
    state.determinedBy = [owner.actor.authorId, editor.actor.authorId];
    expect((await sign(owner)).state).toBe('signed');
  });

  it('is for the files that the person has looked at', async () => {
    await expect(sign(rules.owner, 'f'.repeat(64))).rejects.toMatchObject({ reason: 'other_manifest' });
  });
});

it('customers who are viewers see issued versions only, also once they are withdrawn', async () => {
  const first = await signed();
  const refused = { code: 'NOT_FOUND' };
  await expect(rules.versions.get(first._id, rules.customer)).rejects.toMatchObject(refused);
  await rules.versions.issue(first._id, rules.owner);
  expect((await rules.versions.get(first._id, rules.customer))._id).toBe(first._id);
  const draft = await lock();
  await expect(rules.versions.get(draft._id, rules.customer)).rejects.toMatchObject(refused);
  const { rows } = await rules.versions.list(rules.projectId, undefined, rules.customer);
  expect(rows.map(({ _id }) => _id)).toEqual([first._id]);
  expect((await rules.versions.list(rules.projectId, undefined, rules.viewer)).rows).toHaveLength(2);
  await rules.versions.withdraw(first._id, 'Wrong boundary.', rules.owner);
  expect((await rules.versions.get(first._id, rules.customer)).state).toBe('withdrawn');
});
