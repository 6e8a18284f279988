/** Requests to agencies, on real MongoDB and NATS (design of records, section 6). */
import { newId } from '@symbio/runtime';
import { eventually, person } from '@symbio/runtime/testing';
import { AgencyRequestFields } from '@symbio/proto/records';
import { agent, editor, frs, recordsSystem, viewer } from './system.js';

let system: Awaited<ReturnType<typeof recordsSystem>>;
beforeAll(async () => {
  system = await recordsSystem();
  await system.search(frs({ id: 1, name: 'CORNER STATION', interest: 'SUPERFUND NPL', latitude: '40.711' }));
});
afterAll(() => system.stop());

const fieldsOf = (given: Partial<AgencyRequestFields>): AgencyRequestFields => ({
  ...AgencyRequestFields.fromPartial({ agencyName: 'Fire Department', agencyKind: 'fire' }),
  ...given,
});

const create = async (given: Partial<AgencyRequestFields> = {}, { id = newId(), actor = editor } = {}) => {
  const { projectId } = system;
  const fields = fieldsOf(given);
  const { request } = await system.client.createAgencyRequest({ id, projectId, fields }, await system.as(actor));
  if (!request) throw new Error('no request');
  return request;
};
const update = async (id: string, given: Partial<AgencyRequestFields>, expectedRevision?: number) =>
  (await system.client.updateAgencyRequest({ id, fields: fieldsOf(given), expectedRevision }, await system.as(editor)))
    .request;
const waiting = async () => {
  const request = { projectId: system.projectId, waitingOnly: true };
  return (await system.client.listAgencyRequests(request, await system.as(viewer))).requests.map(({ id }) => id);
};

describe('a request to an agency', () => {
  it('waits from its sending to its answer, with the day of the next follow-up', async () => {
    const { id, isWaiting } = await create();
    expect(isWaiting).toBe(false);
    expect(await waiting()).not.toContain(id);
    expect(await update(id, { sentOn: '2026-11-02' })).toMatchObject({ isWaiting: true, nextFollowUpOn: '2026-11-16' });
    expect(await waiting()).toContain(id);
    const followUp = { requestId: id, id: newId(), day: '2026-11-16', note: 'Called' };
    const { request } = await system.client.addFollowUp(followUp, await system.as(editor));
    expect(request).toMatchObject({
      nextFollowUpOn: '2026-11-30',
      followUps: [{ day: '2026-11-16', note: 'Called', byName: 'Edgar Editor' }],
    });
    expect((await system.client.addFollowUp(followUp, await system.as(editor))).request?.followUps).toHaveLength(1);
    const documentIds = [system.documentId];
    const answer = { sentOn: '2026-11-02', answeredOn: '2026-11-20', outcome: 'records', documentIds };
    expect(await update(id, answer)).toMatchObject({ isWaiting: false, days: 18, nextFollowUpOn: '' });
    expect(await waiting()).not.toContain(id);
    await eventually(() => expect(system.events.published.map(({ name }) => name)).toContain('agency_request.changed'));
  });

  it('has a letter with its records', async () => {
    const hitIds = (await system.hits()).map(({ id }) => id);
    const { id } = await create({ hitIds, agencyAddress: '9 MetroTech Center', sentOn: '2026-11-02' });
    const { letter } = await system.client.getAgencyRequest({ id }, await system.as(viewer));
    expect(letter).toContain('Fire Department\n9 MetroTech Center\n\nNovember 2, 2026');
    expect(letter).toContain('7 Kent Avenue');
    expect(letter).toContain('- NPL 1: CORNER STATION, 1 Kent Ave');
  });

  it('is due ten working days after it was sent or followed up, counted by project', async () => {
    const due = async (actor = viewer) =>
      (await system.client.listDueRequests({}, await system.as(actor))).projects.find(
        ({ projectId }) => projectId === system.projectId,
      );
    const before = (await due())?.due ?? 0;
    const { id } = await create({ sentOn: '2020-11-02' });
    await create({ sentOn: '2020-11-02', followUpOn: '2099-11-02' });
    expect(await due()).toMatchObject({ due: before + 1, earliestOn: '2020-11-16' });
    const today = new Date().toISOString().slice(0, 10);
    await system.client.addFollowUp({ requestId: id, id: newId(), day: today, note: '' }, await system.as(editor));
    expect((await due())?.due ?? 0).toBe(before);
    expect(await due(person({ name: 'Stig Stranger' }))).toBeUndefined();
  });

  it('makes its agency known to editors of projects in the same area', async () => {
    await create({ agencyName: 'County Health', agencyKind: 'health', agencyEmail: 'old@county.test' });
    await create({ agencyName: 'COUNTY HEALTH', agencyKind: 'health', agencyEmail: 'new@county.test' });
    const { projectId } = system;
    const { agencies } = await system.client.listAgencies({ projectId }, await system.as(editor));
    expect(agencies[0]).toMatchObject({ name: 'COUNTY HEALTH', kind: 'health', email: 'new@county.test' });
    expect(agencies.filter(({ kind }) => kind === 'health')).toHaveLength(1);
    const refused = system.client.listAgencies({ projectId }, await system.as(viewer));
    await expect(refused).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('is created once, however often the call is repeated', async () => {
    const id = newId();
    expect(await create({}, { id })).toEqual(await create({}, { id }));
    await expect(create({ subject: 'Other' }, { id })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('is refused with wrong days, outcomes and links', async () => {
    await expect(create({ agencyName: '', sentOn: '2026-02-30', outcome: 'lost' })).rejects.toMatchObject({
      fields: {
        ...{ agency_name: 'agency_name is required', sent_on: 'Give a day such as 2026-11-28' },
        outcome: expect.stringContaining('no_answer') as string,
      },
    });
    await expect(create({ documentIds: [newId()] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(create({ hitIds: [newId()] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is changed by one of two editors; the other is refused (409)', async () => {
    const { id, revision } = await create();
    await update(id, { sentOn: '2026-11-02' }, revision);
    await expect(update(id, { sentOn: '2026-11-03' }, revision)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('is refused to viewers and agents', async () => {
    await expect(create({}, { actor: viewer })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(create({}, { actor: agent })).rejects.toMatchObject({ reason: 'agents_propose' });
  });

  it('made by mistake is deleted, and restored with its follow-ups', async () => {
    const { id } = await create({ sentOn: '2026-11-02' });
    await system.client.addFollowUp(
      { requestId: id, id: newId(), day: '2026-11-16', note: '' },
      await system.as(editor),
    );
    await expect(system.client.deleteAgencyRequest({ id }, await system.as(viewer))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    await system.client.deleteAgencyRequest({ id }, await system.as(editor));
    await system.client.deleteAgencyRequest({ id }, await system.as(editor));
    expect(await waiting()).not.toContain(id);
    await expect(system.client.getAgencyRequest({ id }, await system.as(viewer))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { request } = await system.client.restoreAgencyRequest({ id }, await system.as(editor));
    expect(request).toMatchObject({ isDeleted: false, followUps: [{ day: '2026-11-16' }] });
    expect(await waiting()).toContain(id);
  });
});
