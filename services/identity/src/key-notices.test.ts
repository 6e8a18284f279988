import { identityRules, type IdentityRules } from '../test/memory.js';

let rules: IdentityRules;
let admin: Awaited<ReturnType<IdentityRules['newcomer']>>;
let staff: Awaited<ReturnType<IdentityRules['newcomer']>>;
beforeEach(async () => {
  rules = identityRules();
  admin = await rules.newcomer({ realmRoles: ['administrator'], name: 'Ada Admin' });
  staff = await rules.newcomer({ realmRoles: ['symbio'], name: 'Sam Staff' });
});

const PROJECT = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';
const form = (overrides: object = {}) => ({
  ...{ id: '', name: 'Nightly <import>', userId: staff.id, authorId: '', projectIds: [PROJECT], access: 'write' },
  ...{ expiresAt: new Date(rules.clock.now().getTime() + 86_400_000) },
  ...overrides,
});
const sweep = () => rules.keyNotices.sendDue(new AbortController().signal);

it('a user for whom someone else creates a key gets a mail with its creator, name, projects and expiry', async () => {
  const { row } = await rules.apiKeys.create(form(), admin.context);
  await sweep();
  const [sent] = rules.mailer.mails;
  expect(sent?.to).toEqual({ name: 'Sam Staff', email: staff.token.email });
  const end = row.expiresAt?.toISOString().slice(0, 10) ?? '';
  for (const said of ['Ada Admin made an API key in your name', 'Nightly <import>', `/projects/${PROJECT}`, end])
    expect(sent?.mail.text).toContain(said);
  expect(sent?.mail.text).toContain('https://symbio.example/settings/public-api');
  expect(sent?.mail.html).toContain('Nightly &#60;import&#62;');
  await sweep();
  expect(rules.mailer.mails).toHaveLength(1);
});

it('rotating the secret of such a key sends a mail, too', async () => {
  const { row } = await rules.apiKeys.create(form(), admin.context);
  await sweep();
  await rules.apiKeys.rotate({ id: row._id, rotationId: '' }, admin.context);
  await sweep();
  expect(rules.mailer.mails.map(({ mail }) => mail.text.includes('gave a new secret to an API key'))).toEqual([
    false,
    true,
  ]);
});

it('no mail is sent for a key of an agent or one that users create for themselves', async () => {
  const agent = { agentName: 'Reader', agentVersion: '1', agentDate: '2026-01-15' };
  const { _id } = await rules.authors.ensureAgent(agent, admin.context);
  await rules.apiKeys.create(form({ authorId: _id }), admin.context);
  await rules.apiKeys.create(form({ userId: '' }), admin.context);
  await sweep();
  expect(rules.mailer.mails).toEqual([]);
});

it('a failed mail is retried a minute later', async () => {
  await rules.apiKeys.create(form(), admin.context);
  rules.mailer.failure = new Error('no mail server');
  await sweep();
  rules.mailer.failure = undefined;
  await sweep();
  expect(rules.mailer.mails).toEqual([]);
  rules.clock.advance(60_000);
  await sweep();
  expect(rules.mailer.mails).toHaveLength(1);
});
