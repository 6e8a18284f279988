import { newId } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { AuditFilter, auditEvents, type AuditEntry } from '@symbio/proto/identity';
import { claims } from './memory.js';
import { ADMIN, STAFF, actorOf, as, clock, events, identity, resolve } from './service-under-test.js';

async function newFirm(name: string): Promise<string> {
  const { organization } = await identity.createOrganization({ id: newId(), name }, await as(ADMIN));
  return organization?.id ?? '';
}

it('organizations are renamed, to a name that no other one has (decision 0159)', async () => {
  const [north] = [await newFirm('North Survey'), await newFirm('South Survey')];
  const rename = async (id: string, name: string) => identity.renameOrganization({ id, name }, await as(ADMIN));
  expect((await rename(north, ' Northern Survey ')).organization).toMatchObject({ id: north, name: 'Northern Survey' });
  expect((await rename(north, 'northern survey')).organization?.name).toBe('northern survey');
  await expect(rename(north, 'south SURVEY')).rejects.toMatchObject({
    fields: { name: 'There is an organization with this name' },
  });
  expect(await outcomeOf(rename(north, ' '))).toBe('INVALID_ARGUMENT');
  expect(await outcomeOf(rename(newId(), 'East Survey'))).toBe('NOT_FOUND');
  const { organizations } = await identity.listOrganizations({}, await as(STAFF));
  expect(organizations.map(({ name }) => name)).toEqual(['northern survey', 'South Survey']);
});

it("an administrator of a firm lists the audit entries of the firm's people (decision 0159)", async () => {
  const organizationId = await newFirm('West Survey');
  const join = async (role: string) => {
    const { userId } = await resolve(claims());
    await identity.updateUser({ userId, role, organizationId }, await as(ADMIN));
    return { ...actorOf(await resolve(claims({ userId }))), role, organizationId };
  };
  const [administrator, colleague] = [await join('administrator'), await join('symbio')];
  const entryOf = (userId: string): AuditEntry => ({
    ...{ id: newId(), seq: 0, at: clock.now(), userId, authorId: '', apiKeyId: '', address: '192.0.2.9' },
    ...{ action: 'opened', operation: 'getProject', object: 'project', objectId: newId(), projectId: newId() },
    ...{ status: 200, requestId: newId(), clientRequestId: '', manifestSha256: '', organizationId: '' },
    ...{ previous: '', hash: '' },
  });
  const entries = [entryOf(colleague.sub), entryOf(STAFF)];
  await events.publish(auditEvents.recorded, { entityId: newId(), data: { entries } });
  await eventually(async () => {
    // their registrations are entries too
    const filter = AuditFilter.fromPartial({ actions: ['opened'] });
    const listed = await identity.listAuditEntries({ filter }, await callAs(administrator));
    expect(listed.entries).toMatchObject([{ userId: colleague.sub, organizationId }]);
  });
  expect(await outcomeOf(identity.listAuditEntries({}, await callAs(colleague)))).toBe('PERMISSION_DENIED');
  expect(await outcomeOf(identity.getAuditState({}, await callAs(administrator)))).toBe('PERMISSION_DENIED');
});
