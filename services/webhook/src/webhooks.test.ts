import { newId } from '@symbio/runtime';
import { administrator, outcomeOf, person } from '@symbio/runtime/testing';
import { WEBHOOK_EVENTS } from '@symbio/proto/webhook/vocabulary';
import { webhookRules, type WebhookRules } from '../test/memory.js';
import type { Creation } from './webhooks.js';

let rules: WebhookRules;
const [mine, other] = [newId(), newId()];
const ada = person({ name: 'Map Reader 2', via: 'api_key' });
const bound = { ...ada, scopes: [mine] };
beforeEach(() => {
  rules = webhookRules();
  rules.let(ada.sub, mine);
});

const form = (overrides: Partial<Creation> = {}): Creation => ({
  ...{ id: '', url: 'https://example.com/hooks', events: ['annotation.created'], projectIds: [], apiKeyId: 'key' },
  ...overrides,
});
const create = async (overrides: Partial<Creation> = {}, actor = ada) =>
  rules.webhooks.create(form(overrides), rules.known(actor));

describe('a webhook', () => {
  it('is created once for an id, and shows its signing secret only the first time', async () => {
    const id = newId();
    const first = await create({ id, events: ['mention.created', 'annotation.created'] });
    expect(first.secret).toMatch(/^whsec_/);
    expect(first.row).toMatchObject({ _id: id, ownerId: ada.sub, apiKeyId: 'key', status: 'active' });
    expect(first.row.events).toEqual(['annotation.created', 'mention.created']);
    const again = () => create({ id, events: ['annotation.created', 'mention.created'] });
    expect(await again()).toEqual({ row: first.row, secret: '' });
    const { row } = await rules.webhooks.rotateSecret(id, rules.known(ada));
    expect(await again()).toEqual({ row, secret: '' });
    await expect(create({ id, url: 'https://example.com/other' })).rejects.toMatchObject({ reason: 'id_taken' });
    await expect(create({ id }, person({ via: 'api_key' }))).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('needs a public address and existing events; all bad fields are named at once', async () => {
    await expect(
      create({ url: 'http://10.0.0.1', events: ['annotation.created', 'annotation.eaten'] }),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        url: 'URL must begin with https://',
        events: `"annotation.eaten" is not an event. Events are: ${WEBHOOK_EVENTS.join(', ')}`,
      },
    });
    await expect(create({ events: [] })).rejects.toThrow('At least one event is required.');
  });

  it('accepts only projects visible to the caller', async () => {
    expect((await create({ projectIds: [mine, mine] })).row.projectIds).toEqual([mine]);
    for (const projectIds of [[mine, other], ['x']])
      await expect(create({ projectIds })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        fields: { project_ids: 'Project not found' },
      });
  });

  it('of a key limited to projects is limited to them', async () => {
    const { row } = await create({}, bound);
    expect(row.projectIds).toEqual([mine]);
    const after = await rules.webhooks.update({ id: row._id, projectIds: [] }, rules.known(bound));
    expect(after.projectIds).toEqual([mine]);
  });

  it('is visible to keys of its owner with access to its projects, and to administrators', async () => {
    const [everywhere, here] = [(await create()).row._id, (await create({ projectIds: [mine] })).row._id];
    const ids = async (actor: typeof ada) =>
      (await rules.webhooks.list(undefined, undefined, rules.known(actor))).rows.map(({ _id }) => _id);
    expect(await ids(ada)).toEqual([here, everywhere]);
    expect(await ids(bound)).toEqual([here]);
    expect(await ids({ ...ada, scopes: [other] })).toEqual([]);
    expect(await ids(person({ via: 'api_key' }))).toEqual([]);
    expect(await ids(administrator())).toEqual([here, everywhere]);
    // an administrator's key only manages its own
    expect(await ids(administrator({ via: 'api_key' }))).toEqual([]);
    expect(await outcomeOf(rules.webhooks.get(everywhere, rules.known(bound)))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.webhooks.get('x', rules.known(ada)))).toBe('NOT_FOUND');
  });

  it('is limited to fifty for each owner', async () => {
    for (let count = 0; count < 50; count++) await create();
    await expect(create()).rejects.toMatchObject({ reason: 'too_many_webhooks' });
    expect(await outcomeOf(create({}, person({ via: 'api_key' })))).toBe('OK');
  });

  it('sets the given fields, unless another caller changed it', async () => {
    const { row } = await create();
    rules.clock.advance(1_000);
    const context = rules.known(ada);
    const after = await rules.webhooks.update({ id: row._id, url: 'https://example.org/' }, context);
    expect(after).toMatchObject({ url: 'https://example.org/', events: row.events });
    await expect(
      rules.webhooks.update({ id: row._id, status: 'paused', expectedUpdatedAt: row.updatedAt }, context),
    ).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(rules.webhooks.update({ id: row._id, status: 'failed' }, context)).rejects.toMatchObject({
      fields: { status: 'status must be active or paused' },
    });
    // identical values are no change
    rules.clock.advance(1_000);
    const again = await rules.webhooks.update({ id: row._id, url: 'https://example.org/', status: 'active' }, context);
    expect(again.updatedAt).toEqual(after.updatedAt);
  });

  it('gets a new secret, and both sign for a day', async () => {
    const { row, secret } = await create();
    const rotated = await rules.webhooks.rotateSecret(row._id, rules.known(ada));
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.row.secrets.map(({ value }) => value)).toEqual([rotated.secret, secret]);
  });

  it('is deleted with its deliveries', async () => {
    const { row } = await create();
    await rules.happens(mine);
    await rules.webhooks.remove(row._id, rules.known(ada));
    expect([rules.rows.all(), rules.sent.size]).toEqual([[], 0]);
    expect(await outcomeOf(rules.webhooks.remove(row._id, rules.known(ada)))).toBe('NOT_FOUND');
  });
});

describe("an agent's key", () => {
  const agent = { ...ada, agentId: newId(), keyId: 'key of agent' };
  const changes = (id: string, by: typeof ada) => [
    () => rules.webhooks.update({ id, url: 'https://example.org/' }, rules.known(by)),
    () => rules.webhooks.rotateSecret(id, rules.known(by)),
    () => rules.deliveries.test(id, '', rules.known(by)),
    () => rules.webhooks.remove(id, rules.known(by)),
  ];

  it('reads webhooks of its user and of other keys, but cannot change them', async () => {
    for (const apiKeyId of ['', 'key of another agent']) {
      const { row } = await create({ apiKeyId });
      expect(await outcomeOf(rules.webhooks.get(row._id, rules.known(agent)))).toBe('OK');
      for (const change of changes(row._id, agent))
        await expect(change()).rejects.toMatchObject({ code: 'PERMISSION_DENIED', reason: 'agents_propose' });
      for (const change of changes(row._id, ada)) expect(await outcomeOf(change())).toBe('OK');
    }
  });

  it('repeats only deliveries of its own webhooks', async () => {
    for (const [by, reason] of [
      [ada, 'agents_propose'],
      [agent, 'OK'],
    ] as const) {
      const { row } = await create({ apiKeyId: by === agent ? agent.keyId : '' }, by);
      const { _id } = await rules.deliveries.test(row._id, '', rules.known(by));
      const again = rules.deliveries.resend(row._id, _id, rules.known(agent));
      if (reason === 'OK') expect(await outcomeOf(again)).toBe('OK');
      else await expect(again).rejects.toMatchObject({ code: 'PERMISSION_DENIED', reason });
    }
  });

  it('changes and deletes its own webhooks', async () => {
    const { row } = await create({ apiKeyId: agent.keyId }, agent);
    for (const change of changes(row._id, agent)) expect(await outcomeOf(change())).toBe('OK');
  });
});
