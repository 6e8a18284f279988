import {
  connectBroker,
  connectMongo,
  createLogger,
  newId,
  type Actor,
  type Broker,
  type Client,
  type RunningService,
} from '@symbio/kit';
import {
  TestClock,
  administrator,
  callAs,
  callAsService,
  eventLog,
  eventually,
  fakeService,
  forger,
  nobody,
  outcomeOf,
  person,
  queryPlans,
  testClient,
  testConfig,
  type EventLog,
} from '@symbio/kit/testing';
import { AnnotationEvent } from '@symbio/proto/annotation';
import { DocumentEvent, PageEvent } from '@symbio/proto/document';
import { MentionEvent } from '@symbio/proto/feature';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService, type Project, type ProjectFields, type SiteVisitFields } from '@symbio/proto/project';
import { start } from '../src/start.js';

const clock = new TestClock();
const staff = person({ role: 'symbio', name: 'Sam Staff', permissions: ['canCreateProject'] });
const viewer = person({ name: 'Vera Viewer' });
const editor = person({ name: 'Edgar Editor' });
const coOwner = person({ name: 'Olga Owner' });
const stranger = person({ name: 'Stig Stranger' });
const admin = administrator({ name: 'Ada Admin' });
const NAMES = Object.fromEntries([staff, viewer, editor, coOwner, stranger, admin].map(({ sub, name }) => [sub, name]));

let config: ReturnType<typeof testConfig> & { SYMBIO_IDENTITY_ADDR: string };
let identity: Awaited<ReturnType<typeof fakeService>>;
let service: RunningService;
let projects: Client<typeof ProjectServiceService>;
let connected: ReturnType<typeof testClient<typeof ProjectServiceService>>;
let log: EventLog;
let broker: Broker;

const fields = (overrides: ProjectFields = {}): ProjectFields => ({
  title: 'Riverside Mill',
  dueDate: '2026-03-31',
  propertyAddress: '12 Mill Street',
  propertyCity: 'Lowell',
  propertyState: 'MA',
  propertyZip: '01852',
  clientCompany: 'Mill Holdings',
  ...overrides,
});
const create = async (overrides: ProjectFields = {}, actor: Actor = staff): Promise<Project> => {
  const { project } = await projects.createProject({ fields: fields(overrides) }, await callAs(actor));
  if (!project) throw new Error('no project');
  clock.advance(1_000);
  return project;
};
const addMember = async (projectId: string, userId: string, role: string) =>
  projects.setMember({ projectId, userId, role }, await callAs(admin));
/** A project with a viewer, an editor and a second owner. */
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
const visit = (overrides: Partial<SiteVisitFields> = {}): SiteVisitFields => ({
  visitDate: '2026-02-01',
  accessGranted: true,
  accessNotes: '',
  findings: '',
  photos: [],
  weatherConditions: '',
  ...overrides,
});

/** Publishes what another service would. */
const tell = (subject: string, entityId: string, rev: number, data: unknown): Promise<void> =>
  broker.publish(
    subject,
    {
      id: newId(),
      subject,
      entityId,
      scope: subject.split('.').at(-1),
      rev,
      actor: { sub: 'x', authorId: '', via: 'user' },
      at: clock.now().toISOString(),
      data,
    },
    { id: newId() },
  );

beforeAll(async () => {
  identity = await fakeService(IdentityServiceService, {
    getUserNames: ({ ids }) =>
      Promise.resolve({ names: Object.fromEntries(ids.flatMap((id) => (NAMES[id] ? [[id, NAMES[id]]] : []))) }),
  });
  config = { ...testConfig('project'), SYMBIO_IDENTITY_ADDR: identity.address };
  log = await eventLog(config, 'project');
  broker = await connectBroker(config.NATS_URL, 'peers', createLogger({ name: 'peers', level: 'silent' }));
  service = await start(config, clock);
  connected = testClient(ProjectServiceService, service.address);
  projects = connected.client;
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await identity.close();
  await log.close();
  await broker.drain();
});

describe('making a project', () => {
  it('starts at setup with a number of the year, the creator as owner, and tells others (PROJ-40, OP-02, AUTH-35)', async () => {
    const project = await create();
    expect(project).toMatchObject({
      status: 'setup',
      createdBy: staff.sub,
      accessRole: 'owner',
      hasAnnotations: false,
    });
    expect(project.number).toMatch(/^P-2026-\d{5}$/);
    expect(project.dueDate).toBe('2026-03-31');
    await eventually(() => {
      expect(log.heard).toContainEqual(expect.objectContaining({ name: 'project.created', scope: project.id }));
    });
  });

  it('gives each of many at once a number of its own (OP-02)', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create({ title: 'Numbered' })));
    expect(new Set(made.map(({ number }) => number)).size).toBe(12);
  });

  it('answers the same project when repeated with the same id', async () => {
    const id = newId();
    const parent = await callAs(staff);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => projects.createProject({ id, fields: fields({ title: 'Once' }) }, parent)),
    );
    expect(new Set(answers.map(({ project }) => project?.number)).size).toBe(1);
    expect(await titles({ search: 'once' })).toEqual(['Once']);
  });

  it('keeps somebody else’s id', async () => {
    const { id } = await create();
    const other = person({ permissions: ['canCreateProject'] });
    expect(await outcomeOf(projects.createProject({ id, fields: fields() }, await callAs(other)))).toBe(
      'ALREADY_EXISTS',
    );
  });

  it('names every bad field at once (PROJ-27 to PROJ-36)', async () => {
    await expect(
      projects.createProject(
        { fields: fields({ title: '', dueDate: '', clientEmail: 'nobody' }) },
        await callAs(staff),
      ),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { title: 'Title is required', due_date: 'Due date is required', client_email: 'Invalid email address' },
    });
  });

  it('needs canCreateProject (AUTH-28)', async () => {
    expect(await outcomeOf(projects.createProject({ fields: fields() }, await callAs(person())))).toBe(
      'PERMISSION_DENIED',
    );
  });
});

describe('changing a project', () => {
  it('changes what is given, removes emptied values, and tells others', async () => {
    const { id } = await create({ clientPhone: '555 0100', clientContact: 'Mia' });
    const { project } = await projects.updateProject(
      { id, fields: { title: 'Renamed', clientPhone: '', status: 'insights' } },
      await callAs(staff),
    );
    expect(project).toMatchObject({
      title: 'Renamed',
      status: 'insights',
      clientContact: 'Mia',
      propertyCity: 'Lowell',
    });
    expect(project?.clientPhone).toBeUndefined();
    expect(await titles({ search: 'renamed' })).toEqual(['Renamed']);
    await eventually(() => {
      expect(log.heard).toContainEqual(expect.objectContaining({ name: 'project.changed', scope: id }));
    });
  });

  it('refuses a change that rests on an older state', async () => {
    const made = await create();
    const parent = await callAs(staff);
    const first = await projects.updateProject(
      { id: made.id, fields: { title: 'First' }, expectedUpdatedAt: made.updatedAt },
      parent,
    );
    await expect(
      projects.updateProject({ id: made.id, fields: { title: 'Second' }, expectedUpdatedAt: made.updatedAt }, parent),
    ).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    expect((await get(made.id)).title).toBe('First');
    const again = { id: made.id, fields: { title: 'Third' }, expectedUpdatedAt: first.project?.updatedAt };
    expect(await outcomeOf(projects.updateProject(again, parent))).toBe('OK');
  });
});

describe('deleting a project', () => {
  it('hides it at once, tells others, and takes members and visits with it (OP-09)', async () => {
    const { id } = await shared();
    await projects.createSiteVisit({ projectId: id, fields: visit() }, await callAs(staff));
    await projects.deleteProject({ id }, await callAs(coOwner));
    expect(await outcomeOf(get(id))).toBe('NOT_FOUND');
    expect((await projects.checkAccess({ projectIds: [id] }, await callAs(viewer))).roles).toEqual({});
    expect(await outcomeOf(projects.deleteProject({ id }, await callAs(admin)))).toBe('NOT_FOUND');
    await eventually(() => {
      expect(log.heard).toContainEqual(expect.objectContaining({ name: 'project.deleted', scope: id }));
    });
  });
});

describe('the list', () => {
  beforeAll(async () => {
    await create({
      title: 'Alpha Works',
      propertyCity: 'Springfield',
      clientCompany: 'Zeta Corp',
      dueDate: '2027-01-10',
    });
    await create({
      title: 'Beta Plant',
      propertyAddress: '9 Alphabet Lane',
      clientCompany: 'Eta (North)',
      dueDate: '2027-01-20',
    });
    const gamma = await create({ title: 'Gamma Yard', clientCompany: 'Zeta Corp', dueDate: '2027-02-01' });
    await projects.updateProject({ id: gamma.id, fields: { status: 'completed' } }, await callAs(staff));
  });

  it('shows the newest first, in pages (PROJ-41)', async () => {
    expect((await titles({ dueDateFrom: '2027-01-01' })).slice(0, 3)).toEqual([
      'Gamma Yard',
      'Beta Plant',
      'Alpha Works',
    ]);
    const page = await list({ dueDateFrom: '2027-01-01', paging: { page: 2, perPage: 2 } });
    expect(page.projects.map(({ title }) => title)).toEqual(['Alpha Works']);
    expect(page.pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
  });

  it.each([
    ['a title', 'alpha w', ['Alpha Works']],
    ['an address or a title', 'ALPHA', ['Beta Plant', 'Alpha Works']],
    ['a city', 'springf', ['Alpha Works']],
    ['a company, with signs taken literally', '(north)', ['Beta Plant']],
    ['nothing', 'alpha.*', []],
  ])('searches %s (OP-03)', async (_what, search, expected) => {
    expect(await titles({ search, dueDateFrom: '2027-01-01' })).toEqual(expected);
  });

  it('searches the number', async () => {
    const project = await create({ title: 'Numbered one' });
    expect(await titles({ search: project.number.toLowerCase() })).toEqual(['Numbered one']);
  });

  it('knows open, completed and each status (PROJ-09)', async () => {
    const due = { dueDateFrom: '2027-01-01' };
    expect(await titles({ ...due, status: 'completed' })).toEqual(['Gamma Yard']);
    expect(await titles({ ...due, status: 'open' })).toEqual(['Beta Plant', 'Alpha Works']);
    expect(await titles({ ...due, status: 'setup' })).toEqual(['Beta Plant', 'Alpha Works']);
    expect(await outcomeOf(list({ status: 'done' }))).toBe('INVALID_ARGUMENT');
  });

  it('is narrowed by company, due date (both days included) and creation (API-06)', async () => {
    expect(await titles({ clientCompany: 'Zeta Corp' })).toEqual(['Gamma Yard', 'Alpha Works']);
    expect(await titles({ dueDateFrom: '2027-01-10', dueDateTo: '2027-01-20' })).toEqual(['Beta Plant', 'Alpha Works']);
    const [newest] = (await list({ clientCompany: 'Zeta Corp' })).projects;
    const createdAt = newest?.createdAt as Date;
    expect(await titles({ clientCompany: 'Zeta Corp', createdFrom: createdAt })).toEqual(['Gamma Yard']);
    expect(await titles({ clientCompany: 'Zeta Corp', createdTo: createdAt })).toEqual(['Alpha Works']);
  });

  it('shows somebody only what is theirs, with their role in it (AUTH-34 to AUTH-37)', async () => {
    const someone = person();
    expect(await titles({}, someone)).toEqual([]);
    const project = await create({ title: 'Theirs' });
    await addMember(project.id, staff.sub === someone.sub ? '' : viewer.sub, 'editor');
    const seen = (await list({ search: 'theirs' }, viewer)).projects;
    expect(seen).toMatchObject([{ title: 'Theirs', accessRole: 'editor' }]);
    expect((await list({ search: 'theirs' }, staff)).projects).toMatchObject([{ accessRole: 'owner' }]);
    expect((await list({ search: 'theirs' }, admin)).projects).toMatchObject([{ accessRole: 'admin' }]);
  });

  it('shows a key limited to projects only those (OP-21)', async () => {
    const [one, two] = [await create({ title: 'Keyed one' }), await create({ title: 'Keyed two' })];
    const key = administrator({ via: 'api_key', scopes: [one.id] });
    expect(await titles({ search: 'keyed' }, key)).toEqual(['Keyed one']);
    expect(await outcomeOf(get(two.id, key))).toBe('NOT_FOUND');
    expect((await projects.listCompanies({}, await callAs(key))).companies).toEqual(['Mill Holdings']);
  });

  it('knows the companies among the caller’s projects, each once, sorted (PROJ-05)', async () => {
    const { companies } = await projects.listCompanies({}, await callAs(staff));
    expect(companies).toEqual(expect.arrayContaining(['Eta (North)', 'Mill Holdings', 'Zeta Corp']));
    expect(companies).toEqual([...new Set(companies)].sort((one, other) => one.localeCompare(other, 'en')));
    expect((await projects.listCompanies({}, await callAs(person()))).companies).toEqual([]);
  });
});

describe('members (PROJ-44, OP-06)', () => {
  it('are added as viewers by default, changed, listed after the creator, and removed', async () => {
    const { id } = await create();
    const parent = await callAs(staff);
    const { member } = await projects.setMember({ projectId: id, userId: viewer.sub }, parent);
    expect(member).toMatchObject({ projectId: id, userId: viewer.sub, role: 'viewer', name: 'Vera Viewer' });
    await projects.setMember({ projectId: id, userId: viewer.sub, role: 'editor' }, parent);
    const { members } = await projects.listMembers({ projectId: id }, await callAs(viewer));
    expect(members.map(({ name, role }) => [name, role])).toEqual([
      ['Sam Staff', 'owner'],
      ['Vera Viewer', 'editor'],
    ]);
    await projects.removeMember({ projectId: id, userId: viewer.sub }, parent);
    expect(await outcomeOf(get(id, viewer))).toBe('NOT_FOUND');
    expect(await outcomeOf(projects.removeMember({ projectId: id, userId: viewer.sub }, parent))).toBe('NOT_FOUND');
    await projects.setMember({ projectId: id, userId: viewer.sub, role: 'viewer' }, parent);
    expect((await get(id, viewer)).accessRole).toBe('viewer');
    await eventually(() => {
      const roles = log.heard
        .filter(({ name, scope }) => name === 'access.changed' && scope === id)
        .map(({ data }) => data);
      expect(roles.map((data) => (data as { role?: string }).role ?? '')).toEqual(['viewer', 'editor', '', 'viewer']);
    });
  });

  it('are one each, also when added at once', async () => {
    const { id } = await create();
    await Promise.all(Array.from({ length: 5 }, () => addMember(id, editor.sub, 'editor')));
    const { members } = await projects.listMembers({ projectId: id }, await callAs(staff));
    expect(members.filter(({ userId }) => userId === editor.sub)).toHaveLength(1);
  });

  it('are users that exist; the creator stays owner (AUTH-35)', async () => {
    const { id } = await create();
    await expect(addMember(id, newId(), 'viewer')).rejects.toMatchObject({
      fields: { user_id: 'There is no such user' },
    });
    await expect(addMember(id, viewer.sub, 'admin')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(addMember(id, staff.sub, 'viewer')).rejects.toMatchObject({ reason: 'creator_is_owner' });
    await expect(
      projects.removeMember({ projectId: id, userId: staff.sub }, await callAs(admin)),
    ).rejects.toMatchObject({
      reason: 'creator_is_owner',
    });
  });
});

describe('asking for access', () => {
  it('answers a batch and leaves out what is not for the caller', async () => {
    const [mine, yours] = [await shared(), await create()];
    const projectIds = [mine.id, yours.id, newId()];
    const rolesOf = async (actor: Actor) => (await projects.checkAccess({ projectIds }, await callAs(actor))).roles;
    expect(await rolesOf(viewer)).toEqual({ [mine.id]: 'viewer' });
    expect(await rolesOf(editor)).toEqual({ [mine.id]: 'editor' });
    expect(await rolesOf(coOwner)).toEqual({ [mine.id]: 'owner' });
    expect(await rolesOf(staff)).toEqual({ [mine.id]: 'owner', [yours.id]: 'owner' });
    expect(await rolesOf(admin)).toEqual({ [mine.id]: 'admin', [yours.id]: 'admin' });
    expect(await rolesOf(stranger)).toEqual({});
    expect((await projects.checkAccess({ projectIds }, await callAsService('document'))).roles).toEqual({
      [mine.id]: 'admin',
      [yours.id]: 'admin',
    });
  });
});

describe('site visits (VISIT-01, VISIT-02)', () => {
  it('are kept with the investigator’s name and listed newest visit first', async () => {
    const { id } = await create();
    const parent = await callAs(staff);
    const made = await projects.createSiteVisit(
      {
        projectId: id,
        fields: visit({
          visitTime: '10:30',
          findings: 'Two vent pipes.',
          photos: ['north.jpg'],
          weatherConditions: 'Clear',
          investigatorId: editor.sub,
        }),
      },
      parent,
    );
    expect(made.siteVisit).toMatchObject({
      projectId: id,
      visitDate: '2026-02-01',
      visitTime: '10:30',
      findings: 'Two vent pipes.',
      photos: ['north.jpg'],
      investigatorName: 'Edgar Editor',
    });
    await projects.createSiteVisit({ projectId: id, fields: visit({ visitDate: '2026-03-01' }) }, parent);
    // without a time it counts as 09:00, before the one at 10:30 (VISIT-07)
    await projects.createSiteVisit({ projectId: id, fields: visit() }, parent);
    const { siteVisits } = await projects.listSiteVisits({ projectId: id }, parent);
    expect(siteVisits.map(({ visitDate, visitTime }) => [visitDate, visitTime])).toEqual([
      ['2026-03-01', undefined],
      ['2026-02-01', '10:30'],
      ['2026-02-01', undefined],
    ]);
  });

  it('are changed as a whole, and deleted', async () => {
    const { id } = await create();
    const parent = await callAs(staff);
    const { siteVisit } = await projects.createSiteVisit(
      { projectId: id, fields: visit({ visitTime: '10:30' }) },
      parent,
    );
    const changed = await projects.updateSiteVisit(
      { id: siteVisit?.id, fields: visit({ accessGranted: false }) },
      parent,
    );
    expect(changed.siteVisit).toMatchObject({ accessGranted: false });
    expect(changed.siteVisit?.visitTime).toBeUndefined();
    await projects.deleteSiteVisit({ id: siteVisit?.id }, parent);
    expect((await projects.listSiteVisits({ projectId: id }, parent)).siteVisits).toEqual([]);
    expect(await outcomeOf(projects.deleteSiteVisit({ id: siteVisit?.id }, parent))).toBe('NOT_FOUND');
  });

  it('name every bad field, and no investigator nobody knows', async () => {
    const { id } = await create();
    const parent = await callAs(staff);
    await expect(
      projects.createSiteVisit({ projectId: id, fields: visit({ visitDate: 'today', visitTime: '9' }) }, parent),
    ).rejects.toMatchObject({
      fields: { visit_date: expect.any(String) as string, visit_time: expect.any(String) as string },
    });
    await expect(
      projects.createSiteVisit({ projectId: id, fields: visit({ investigatorId: newId() }) }, parent),
    ).rejects.toMatchObject({ fields: { investigator_id: 'There is no such user' } });
  });
});

describe('the cells of the dashboard (PROJ-12 to PROJ-16, OP-04)', () => {
  const document = (projectId: string, id: string, rev: number, verb: string, values: object) =>
    tell(
      `symbio.evt.document.v1.document.${verb}.${projectId}`,
      id,
      rev,
      DocumentEvent.toJSON(DocumentEvent.fromPartial({ document: { id, projectId, ...values } })),
    );
  const page = (projectId: string, id: string, rev: number, verb: string, values: object) =>
    tell(
      `symbio.evt.document.v1.page.${verb}.${projectId}`,
      id,
      rev,
      PageEvent.toJSON(PageEvent.fromPartial({ page: { id, projectId, ...values } })),
    );
  const annotation = (projectId: string, id: string, rev: number, verb: string) =>
    tell(
      `symbio.evt.annotation.v1.annotation.${verb}.${projectId}`,
      id,
      rev,
      AnnotationEvent.toJSON(AnnotationEvent.fromPartial({ annotation: { id, projectId } })),
    );
  const mention = (
    projectId: string,
    id: string,
    rev: number,
    verb: string,
    featureOfInterestId: string,
    currentHistoryId = newId(),
  ) =>
    tell(
      `symbio.evt.feature.v1.mention.${verb}.${projectId}`,
      id,
      rev,
      MentionEvent.toJSON(
        MentionEvent.fromPartial({ mention: { id, projectId, featureOfInterestId, currentHistoryId } }),
      ),
    );
  const cells = (id: string, expected: object) =>
    eventually(async () => {
      const [row] = (await list({ search: (await get(id)).number })).projects;
      expect(row?.progress).toMatchObject(expected);
      expect((await get(id)).progress).toEqual(row?.progress);
    });

  it('of a new project are empty but for its setup', async () => {
    const { progress } = await create();
    expect(progress).toEqual({
      setup: 1,
      dataHistoric: 'empty',
      dataAgency: 'empty',
      dataUserProvided: 'empty',
      dataPages: 'empty',
      siteRecon: 'none',
      insights: 'empty',
      report: 'empty',
    });
  });

  it('follow the documents of each group and their pages', async () => {
    const { id } = await create();
    const map = newId();
    const letter = newId();
    await document(id, map, 1, 'uploaded', { category: 'sanborn_maps', processingStatus: 'classified' });
    await document(id, letter, 1, 'uploaded', { category: 'closure_letter', processingStatus: 'classified' });
    await cells(id, { dataHistoric: 'partial', dataAgency: 'full', dataUserProvided: 'empty', dataPages: 'empty' });
    const [one, two] = [newId(), newId()];
    await document(id, map, 2, 'changed', { category: 'sanborn_maps', processingStatus: 'processing', totalPages: 2 });
    await page(id, one, 1, 'ready', { documentId: map, status: 'ready' });
    await cells(id, { dataHistoric: 'partial', dataPages: 'partial' });
    await page(id, two, 1, 'ready', { documentId: map, status: 'ready' });
    await document(id, map, 3, 'changed', {
      category: 'sanborn_maps',
      processingStatus: 'analysis_complete',
      totalPages: 2,
    });
    await cells(id, { dataHistoric: 'full', dataPages: 'full' });
    await document(id, map, 4, 'deleted', { category: 'sanborn_maps', totalPages: 2 });
    await cells(id, { dataHistoric: 'empty', dataAgency: 'full', dataPages: 'empty' });
  });

  it('bear events that come twice or out of order', async () => {
    const { id } = await create();
    const survey = newId();
    await document(id, survey, 3, 'deleted', { category: 'site_survey' });
    await document(id, survey, 1, 'uploaded', { category: 'site_survey', processingStatus: 'classified' });
    await document(id, survey, 2, 'changed', { category: 'site_survey', processingStatus: 'classified' });
    const form = newId();
    await document(id, form, 2, 'changed', { category: 'questionnaire', processingStatus: 'classified' });
    await document(id, form, 1, 'uploaded', { category: 'questionnaire', processingStatus: 'processing' });
    await document(id, form, 2, 'changed', { category: 'questionnaire', processingStatus: 'classified' });
    // comes last in its stream: once it is counted, the others are
    await document(id, newId(), 1, 'uploaded', { category: 'phase_1_esa', processingStatus: 'classified' });
    await cells(id, { dataHistoric: 'full', dataAgency: 'empty', dataUserProvided: 'full' });
  });

  it('are right when many events come at once', async () => {
    const { id } = await create();
    const map = newId();
    const sheets = Array.from({ length: 20 }, () => newId());
    await document(id, map, 1, 'changed', {
      category: 'sanborn_maps',
      processingStatus: 'pages_ready',
      totalPages: 20,
    });
    await Promise.all(sheets.map((sheet) => page(id, sheet, 1, 'ready', { documentId: map, status: 'ready' })));
    await cells(id, { dataHistoric: 'full', dataPages: 'full' });
  });

  it('show annotations, and insights full once every mention names its feature (PROJ-15)', async () => {
    const { id } = await create();
    const [mark, first, second] = [newId(), newId(), newId()];
    await annotation(id, mark, 1, 'created');
    await cells(id, { insights: 'half' });
    expect((await get(id)).hasAnnotations).toBe(true);
    await mention(id, first, 1, 'created', newId());
    await mention(id, second, 1, 'created', '');
    await cells(id, { insights: 'half' });
    await mention(id, second, 2, 'changed', newId());
    await cells(id, { insights: 'full' });
    await mention(id, first, 2, 'changed', '');
    await cells(id, { insights: 'half' });
    // rejected: nothing of it holds, so it waits for no feature
    await mention(id, first, 3, 'changed', '', '');
    await cells(id, { insights: 'full' });
    await mention(id, first, 4, 'deleted', '', '');
    await cells(id, { insights: 'full' });
    await mention(id, second, 3, 'deleted', '');
    await annotation(id, mark, 2, 'deleted');
    await cells(id, { insights: 'empty' });
    expect((await get(id)).hasAnnotations).toBe(false);
  });

  it('follow the visits and the status', async () => {
    const { id } = await create();
    const parent = await callAs(staff);
    const { siteVisit } = await projects.createSiteVisit({ projectId: id, fields: visit() }, parent);
    await cells(id, { siteRecon: 'any', report: 'empty' });
    await projects.updateSiteVisit({ id: siteVisit?.id, fields: visit({ findings: 'Nothing unusual.' }) }, parent);
    await projects.updateProject({ id, fields: { status: 'report_generation' } }, parent);
    await cells(id, { siteRecon: 'completed', report: 'started' });
    await projects.deleteSiteVisit({ id: siteVisit?.id }, parent);
    await cells(id, { siteRecon: 'none' });
  });

  it('are counted at the next start when the service ended before it had counted', async () => {
    const { id } = await create();
    await annotation(id, newId(), 1, 'created');
    await cells(id, { insights: 'half' });
    const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
    await mongo
      .collection('progress')
      .updateOne({ _id: id as never }, { $set: { insights: 'empty' }, $inc: { 'asked.insights': 1 } });
    await mongo.close();
    expect((await get(id)).progress).toMatchObject({ insights: 'empty' });
    const next = await start(config, clock);
    await cells(id, { insights: 'half' });
    await next.stop();
  });
});

describe('access', () => {
  type Method = keyof typeof ProjectServiceService;
  type Outcomes = Record<
    'stranger' | 'viewer' | 'editor' | 'owner' | 'creator' | 'admin' | 'service' | 'otherKey',
    string
  >;
  const MISSING = 'NOT_FOUND';
  const REFUSED = 'PERMISSION_DENIED';

  const everybody: Outcomes = {
    stranger: 'OK',
    viewer: 'OK',
    editor: 'OK',
    owner: 'OK',
    creator: 'OK',
    admin: 'OK',
    service: 'OK',
    otherKey: 'OK',
  };
  const readers: Outcomes = { ...everybody, stranger: MISSING, otherKey: MISSING };
  const editors: Outcomes = { ...readers, viewer: REFUSED };
  const owners: Outcomes = { ...editors, editor: REFUSED };
  const makers: Outcomes = {
    ...everybody,
    stranger: REFUSED,
    viewer: REFUSED,
    editor: REFUSED,
    owner: REFUSED,
    service: REFUSED,
    otherKey: REFUSED,
  };

  interface Target {
    projectId: string;
    visitId: string;
  }
  /** Each method, a good request to it, and who may make that. */
  const TABLE: [Method, (target: Target) => object, Outcomes][] = [
    ['listProjects', () => ({}), everybody],
    ['listCompanies', () => ({}), everybody],
    ['checkAccess', ({ projectId }) => ({ projectIds: [projectId] }), everybody],
    ['createProject', () => ({ fields: fields() }), makers],
    ['getProject', ({ projectId }) => ({ id: projectId }), readers],
    ['updateProject', ({ projectId }) => ({ id: projectId, fields: { title: 'Renamed' } }), editors],
    ['deleteProject', ({ projectId }) => ({ id: projectId }), owners],
    ['listSiteVisits', ({ projectId }) => ({ projectId }), readers],
    ['createSiteVisit', ({ projectId }) => ({ projectId, fields: visit() }), editors],
    ['updateSiteVisit', ({ visitId }) => ({ id: visitId, fields: visit() }), editors],
    ['deleteSiteVisit', ({ visitId }) => ({ id: visitId }), editors],
    ['listMembers', ({ projectId }) => ({ projectId }), readers],
    ['setMember', ({ projectId }) => ({ projectId, userId: stranger.sub, role: 'viewer' }), owners],
    ['removeMember', ({ projectId }) => ({ projectId, userId: viewer.sub }), owners],
  ];

  const CALLERS: Record<keyof Outcomes, () => ReturnType<typeof callAs>> = {
    stranger: () => callAs(stranger),
    viewer: () => callAs(viewer),
    editor: () => callAs(editor),
    owner: () => callAs(coOwner),
    creator: () => callAs(staff),
    admin: () => callAs(admin),
    service: () => callAsService('document'),
    // acts for an administrator, but is limited to another project
    otherKey: () => callAs(administrator({ via: 'api_key', scopes: [newId()] })),
  };

  const target = async (): Promise<Target> => {
    const { id } = await shared({ title: 'Guarded' });
    const { siteVisit } = await projects.createSiteVisit({ projectId: id, fields: visit() }, await callAs(staff));
    return { projectId: id, visitId: siteVisit?.id ?? '' };
  };

  it('has a row for every method', () => {
    expect(TABLE.map(([method]) => method).sort()).toEqual(Object.keys(ProjectServiceService).sort());
  });

  it.each(TABLE)(
    '%s answers each kind of caller as it should (AUTH-34 to AUTH-37, OP-07, OP-09)',
    async (method, request, expected) => {
      const outcomes: Partial<Outcomes> = {};
      let at = await target();
      for (const [name, parent] of Object.entries(CALLERS) as [keyof Outcomes, () => ReturnType<typeof callAs>][]) {
        const outcome = await outcomeOf(projects[method](request(at), await parent()));
        outcomes[name] = outcome;
        // what was deleted or changed must not decide the next caller's answer
        if (outcome === 'OK' && /^(delete|set|remove|update)/.test(method)) at = await target();
      }
      expect(outcomes).toEqual(expected);
    },
  );

  it.each(TABLE)('%s wants a token, and one of ours (ERR-03)', async (method) => {
    expect(await outcomeOf(projects[method]({}, nobody()))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(projects[method]({}, await forger(admin)))).toBe('UNAUTHENTICATED');
  });
});

describe('queries', () => {
  it('use an index each, and as many for one project as for many', async () => {
    const { id } = await shared();
    const [asAdmin, asViewer] = [await callAs(admin), await callAs(viewer)];
    const plans = await queryPlans(config, async () => {
      await projects.listProjects({}, asAdmin);
      await projects.listProjects({ search: 'a', status: 'open', dueDateFrom: '2026-01-01' }, asAdmin);
      await projects.listProjects({ clientCompany: 'Mill Holdings' }, asAdmin);
      await projects.listProjects({}, asViewer);
      await projects.listCompanies({}, asAdmin);
      await projects.listCompanies({}, asViewer);
      await projects.checkAccess({ projectIds: [id] }, asViewer);
      await projects.listMembers({ projectId: id }, asViewer);
      await projects.listSiteVisits({ projectId: id }, asViewer);
    });
    expect(plans.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);

    const queries = async (perPage: number): Promise<string[]> => {
      const made = await queryPlans(config, async () => {
        await projects.listProjects({ paging: { page: 1, perPage } }, asViewer);
      });
      // behind the list the outbox is swept each second, and cells may still be counted: neither belongs to it
      const lists = ['members', 'projects', 'progress'];
      return made
        .filter(({ collection, method }) => lists.includes(collection) && method !== 'findOne')
        .filter(({ args: [filter] }) => !Object.hasOwn(filter as object, 'outbox.id'))
        .map(({ collection, method }) => `${collection}.${method}`);
    };
    expect(await queries(1)).toEqual(['members.find', 'projects.find', 'projects.countDocuments', 'progress.find']);
    expect(await queries(50)).toEqual(await queries(1));
  });

  it('of the counts use an index each', async () => {
    const { id } = await create();
    const plans = await queryPlans(config, async () => {
      const of = (data: object) => ({ id: newId(), projectId: id, ...data });
      await tell(`symbio.evt.document.v1.document.uploaded.${id}`, newId(), 1, {
        document: of({ category: 'deed_documents' }),
      });
      await tell(`symbio.evt.annotation.v1.annotation.created.${id}`, newId(), 1, { annotation: of({}) });
      await eventually(async () => {
        expect((await get(id)).progress).toMatchObject({ dataHistoric: 'full', insights: 'half' });
      });
    });
    expect(new Set(plans.map(({ collection }) => collection))).toContain('progress_sources');
    expect(plans.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);
  });
});
