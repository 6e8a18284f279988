/** The running project service with a fake identity service, on the run's MongoDB and NATS. */
import { newId, type Actor } from '@symbio/runtime';
import { TestClock, administrator, person } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents } from '@symbio/events/testing';
import { startInbox } from '@symbio/fixtures/inbox';
import { Caller, IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService, type Project, type ProjectFields, type SiteVisitFields } from '@symbio/proto/project';
import { start } from '../src/start.js';

export const staff = person({ role: 'symbio', name: 'Sam Staff', permissions: ['canCreateProject'] });
export const viewer = person({ name: 'Vera Viewer' });
export const editor = person({ name: 'Edgar Editor' });
export const coOwner = person({ name: 'Olga Owner' });
export const stranger = person({ name: 'Stig Stranger' });
export const admin = administrator({ name: 'Ada Admin' });
/** A client firm of the installation. */
export const FIRM = { id: newId(), name: 'North Environmental' };
export const NAMES = Object.fromEntries(
  [staff, viewer, editor, coOwner, stranger, admin].map(({ sub, name }) => [sub, name]),
);

export const fields = (overrides: ProjectFields = {}): ProjectFields => ({
  title: 'Riverside Mill',
  dueDate: '2026-03-31',
  propertyAddress: '12 Mill Street',
  propertyCity: 'Lowell',
  propertyState: 'MA',
  propertyZip: '01852',
  clientCompany: 'Mill Holdings',
  ...overrides,
});

export const visit = (overrides: Partial<SiteVisitFields> = {}): SiteVisitFields => ({
  visitDate: '2026-02-01',
  accessGranted: true,
  accessNotes: '',
  findings: '',
  photos: [],
  weatherConditions: '',
  ...overrides,
});

export async function startService() {
  const clock = new TestClock();
  /** Addresses by user id. */
  const accounts = new Map<string, string>();
  const identity = await fakeService(IdentityServiceService, {
    getUserNames: ({ ids }) =>
      Promise.resolve({
        names: Object.fromEntries(
          ids.flatMap((id) => ((NAMES[id] ?? accounts.get(id)) ? [[id, NAMES[id] ?? 'Nora North']] : [])),
        ),
      }),
    getMailAddresses: ({ ids }) =>
      Promise.resolve({
        addresses: ids.map((userId) => ({
          ...{ userId, name: NAMES[userId] ?? '', email: `${userId}@example.test`, role: 'customer' },
          organizationId: '',
        })),
      }),
    getCaller: ({ userId }) =>
      Promise.resolve({
        caller: Caller.fromPartial({ userId, role: userId === admin.sub ? 'administrator' : 'customer' }),
      }),
    listOrganizations: () => Promise.resolve({ organizations: [FIRM] }),
    findPerson: ({ email }) => {
      const userId = [...accounts].find(([, address]) => address === email)?.[0] ?? '';
      return Promise.resolve({ userId, hasAccount: userId !== '', role: 'customer', organizationId: '' });
    },
    createInvitedAccount: ({ email }) => {
      const userId = newId();
      accounts.set(userId, email);
      return Promise.resolve({ userId, authorId: newId() });
    },
  });
  const inbox = await startInbox(0, 0);
  const config = {
    ...testConfig('project'),
    SYMBIO_IDENTITY_ADDR: identity.address,
    ...{ SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'Symbio <symbio@symbio.test>', PUBLIC_URL: 'https://symbio.example' },
  };
  const events = await testEvents(config, 'project');
  const service = await start(config, clock);
  const connected = testClient(ProjectServiceService, service.address);
  const projects = connected.client;

  const create = async (overrides: ProjectFields = {}, actor: Actor = staff): Promise<Project> => {
    const { project } = await projects.createProject({ fields: fields(overrides) }, await callAs(actor));
    if (!project) throw new Error('no project');
    clock.advance(1_000);
    return project;
  };
  const addMember = async (projectId: string, userId: string, role: string) =>
    projects.setMember({ projectId, userId, role }, await callAs(admin));
  const shared = async (overrides: ProjectFields = {}): Promise<Project> => {
    const project = await create(overrides);
    await addMember(project.id, viewer.sub, 'viewer');
    await addMember(project.id, editor.sub, 'editor');
    await addMember(project.id, coOwner.sub, 'owner');
    return project;
  };
  const get = async (id: string, actor: Actor = admin): Promise<Project> => {
    const { project } = await projects.getProject({ id }, await callAs(actor));
    if (!project) throw new Error('no project');
    return project;
  };
  const list = async (filter: object, actor: Actor = admin) => projects.listProjects(filter, await callAs(actor));
  const titles = async (filter: object, actor: Actor = admin): Promise<string[]> =>
    (await list(filter, actor)).projects.map(({ title }) => title);
  return {
    config,
    inbox,
    accounts,
    clock,
    events,
    projects,
    create,
    addMember,
    shared,
    get,
    list,
    titles,
    /** A second copy of the service, as after a restart. */
    startAnother: () => start(config, clock),
    close: async () => {
      connected.close();
      await service.stop();
      await identity.close();
      await inbox.close();
      await events.close();
    },
  };
}
