import { newId, type Actor } from '@symbio/runtime';
import { administrator, eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { queryPlans } from '@symbio/mongo/testing';
import { PROJECT_SORTS } from '@symbio/proto/project/vocabulary';
import {
  FIRM,
  NAMES,
  admin,
  coOwner,
  editor,
  fields,
  staff,
  startService,
  stranger,
  viewer,
  visit,
} from './service-under-test.js';

const { addMember, close, config, create, get, list, events, projects, shared, titles } = await startService();
afterAll(close);

describe('creating a project', () => {
  it('starts at setup with a number of the year, the creator as owner, and is published (PROJ-40, OP-02, AUTH-35)', async () => {
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
      expect(events.published).toContainEqual(expect.objectContaining({ name: 'project.created', scope: project.id }));
    });
  });

  it('assigns a different number to each of many concurrent ones (OP-02)', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create({ title: 'Numbered' })));
    expect(new Set(made.map(({ number }) => number)).size).toBe(12);
  });

  it('returns the same project when repeated with the same id', async () => {
    const id = newId();
    const parent = await callAs(staff);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => projects.createProject({ id, fields: fields({ title: 'Once' }) }, parent)),
    );
    expect(new Set(answers.map(({ project }) => project?.number)).size).toBe(1);
    expect(await titles({ search: 'once' })).toEqual(['Once']);
    const other = projects.createProject({ id, fields: fields({ title: 'Once more' }) }, parent);
    await expect(other).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'id_taken' });
  });

  it('is made for a client firm by people of the operator, and by no others (issue 43)', async () => {
    const request = { fields: fields({ title: 'For a firm' }), organizationId: FIRM.id };
    const { project } = await projects.createProject(request, await callAs(staff));
    expect(project?.organizationId).toBe(FIRM.id);
    const ofFirm = person({ role: 'symbio', organizationId: FIRM.id, permissions: ['canCreateProject'] });
    expect(await outcomeOf(projects.createProject(request, await callAs(ofFirm)))).toBe('PERMISSION_DENIED');
    const empty = projects.createProject({ ...request, organizationId: '' }, await callAs(ofFirm));
    expect(await outcomeOf(empty)).toBe('PERMISSION_DENIED');
    expect(await create({}, ofFirm)).toMatchObject({ organizationId: FIRM.id, number: 'P-2026-00002' });
    expect(project?.number).toBe('P-2026-00001');
  });

  it('needs canCreateProject (AUTH-28)', async () => {
    expect(await outcomeOf(projects.createProject({ fields: fields() }, await callAs(person())))).toBe(
      'PERMISSION_DENIED',
    );
  });
});

describe('changing a project', () => {
  it('sets the given fields, removes emptied ones, and publishes the change', async () => {
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
      expect(events.published).toContainEqual(expect.objectContaining({ name: 'project.changed', scope: id }));
    });
  });
});

describe('a repeated change', () => {
  it('is no conflict, and is not published', async () => {
    const made = await create();
    const parent = await callAs(staff);
    const change = { id: made.id, fields: { title: 'Twice' }, expectedUpdatedAt: made.updatedAt };
    const { project: first } = await projects.updateProject(change, parent);
    const { project: second } = await projects.updateProject(change, parent);
    expect(second?.updatedAt).toEqual(first?.updatedAt);

    const asked = { projectId: made.id, fields: visit() };
    const { siteVisit } = await projects.createSiteVisit(asked, parent);
    const same = await projects.updateSiteVisit({ id: siteVisit?.id ?? '', fields: visit() }, parent);
    expect(same.siteVisit).toEqual(siteVisit);
  });
});

describe('deleting a project', () => {
  it('hides it at once and publishes that; it can be restored, with members and visits, until it is erased (OP-09)', async () => {
    const { id } = await shared();
    await projects.createSiteVisit({ projectId: id, fields: visit() }, await callAs(staff));
    await projects.deleteProject({ id }, await callAs(coOwner));
    expect(await outcomeOf(get(id))).toBe('NOT_FOUND');
    expect((await projects.checkAccess({ projectIds: [id] }, await callAs(viewer))).roles).toEqual({});
    expect(await outcomeOf(projects.deleteProject({ id }, await callAs(admin)))).toBe('NOT_FOUND');
    const deleted = async (actor: Actor) =>
      (await projects.listDeletedProjects({}, await callAs(actor))).projects.find((project) => project.id === id);
    expect(await deleted(coOwner)).toMatchObject({ deletedByName: 'Olga Owner', accessRole: 'owner' });
    expect(await deleted(editor)).toBeUndefined();
    await projects.restoreProject({ id }, await callAs(coOwner));
    expect((await get(id, viewer)).accessRole).toBe('viewer');
    expect((await projects.listSiteVisits({ projectId: id }, await callAs(viewer))).siteVisits).toHaveLength(1);
    await projects.deleteProject({ id }, await callAs(staff));
    await projects.eraseProject({ id }, await callAs(staff));
    expect(await deleted(admin)).toBeUndefined();
    expect(await outcomeOf(projects.restoreProject({ id }, await callAs(staff)))).toBe('NOT_FOUND');
    expect(
      await outcomeOf(projects.createProject({ id, fields: fields({ title: 'Again' }) }, await callAs(admin))),
    ).toBe('ALREADY_EXISTS');
    const verbs = ['created', 'deleted', 'restored', 'deleted', 'erased'];
    await eventually(() => expect(events.verbsOf(id)).toEqual(verbs));
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

  it('continues by cursor, and can be limited to changes (PROJ-41)', async () => {
    const first = await list({ dueDateFrom: '2027-01-01', paging: { page: 0, perPage: 2 } });
    const cursor = first.pageInfo?.nextCursor ?? '';
    await create({ title: 'Made while the list is read', dueDate: '2027-01-11' });
    const rest = await list({ dueDateFrom: '2027-01-01', paging: { page: 0, perPage: 2, cursor } });
    expect(rest.projects.map(({ title }) => title)).toEqual(['Alpha Works']);
    expect(rest.pageInfo).toMatchObject({ count: 4 });
    expect(rest.pageInfo?.nextCursor).toBeUndefined();
    expect(await outcomeOf(list({ paging: { page: 0, perPage: 2, cursor: 'x' } }))).toBe('INVALID_ARGUMENT');
    const [alpha] = rest.projects;
    const changed = await list({ dueDateFrom: '2027-01-01', updatedAfter: alpha?.updatedAt });
    expect(changed.projects.map(({ title }) => title)).not.toContain('Alpha Works');
    await projects.deleteProject({ id: (await list({ search: 'Made while' })).projects[0]?.id }, await callAs(admin));
  });

  it.each([
    ['a title', 'alpha wor', ['Alpha Works']],
    ['an address or a title', 'ALPHA', ['Beta Plant', 'Alpha Works']],
    ['a city', 'springf', ['Alpha Works']],
    ['a company, with signs taken literally', '(north)', ['Beta Plant']],
    ['words in any order, of several fields', 'springfield zeta  ALPHA', ['Alpha Works']],
    ['nothing', 'alpha.*', []],
    ['nothing if a word is missing', 'alpha springfield nowhere', []],
  ])('searches %s (OP-03)', async (_what, search, expected) => {
    expect(await titles({ search, dueDateFrom: '2027-01-01' })).toEqual(expected);
  });

  it('is sorted by each column, in pages (D-66)', async () => {
    const due = { dueDateFrom: '2027-01-01' };
    const sorted = (sort: string, order = '') => titles({ ...due, sort, order });
    expect(await sorted('due_date')).toEqual(['Alpha Works', 'Beta Plant', 'Gamma Yard']);
    expect(await sorted('due_date', 'desc')).toEqual(['Gamma Yard', 'Beta Plant', 'Alpha Works']);
    expect(await sorted('title', 'desc')).toEqual(['Gamma Yard', 'Beta Plant', 'Alpha Works']);
    expect(await sorted('created_at', 'asc')).toEqual(['Alpha Works', 'Beta Plant', 'Gamma Yard']);
    expect((await sorted('report', 'desc'))[0]).toBe('Gamma Yard');
    for (const sort of ['data', 'site_recon', 'insights']) expect(await sorted(sort)).toHaveLength(3);
    const second = await list({ ...due, sort: 'due_date', paging: { page: 2, perPage: 1 } });
    expect(second.projects.map(({ title }) => title)).toEqual(['Beta Plant']);
    expect(second.pageInfo?.nextCursor).toBeUndefined();
    expect(await outcomeOf(list({ sort: 'color' }))).toBe('INVALID_ARGUMENT');
  });

  it('searches the number', async () => {
    const project = await create({ title: 'Numbered one' });
    expect(await titles({ search: project.number.toLowerCase() })).toEqual(['Numbered one']);
  });

  it('filters by open, completed and each status (PROJ-09)', async () => {
    const due = { dueDateFrom: '2027-01-01' };
    expect(await titles({ ...due, status: 'completed' })).toEqual(['Gamma Yard']);
    expect(await titles({ ...due, status: 'open' })).toEqual(['Beta Plant', 'Alpha Works']);
    expect(await titles({ ...due, status: 'setup' })).toEqual(['Beta Plant', 'Alpha Works']);
    expect(await outcomeOf(list({ status: 'done' }))).toBe('INVALID_ARGUMENT');
  });

  it('filters by company, due date (both days included) and creation (API-06)', async () => {
    expect(await titles({ clientCompany: 'Zeta Corp' })).toEqual(['Gamma Yard', 'Alpha Works']);
    expect(await titles({ dueDateFrom: '2027-01-10', dueDateTo: '2027-01-20' })).toEqual(['Beta Plant', 'Alpha Works']);
    const [newest] = (await list({ clientCompany: 'Zeta Corp' })).projects;
    const createdAt = newest?.createdAt as Date;
    expect(await titles({ clientCompany: 'Zeta Corp', createdFrom: createdAt })).toEqual(['Gamma Yard']);
    expect(await titles({ clientCompany: 'Zeta Corp', createdTo: createdAt })).toEqual(['Alpha Works']);
  });

  it('shows a user only their own, with their role (AUTH-34 to AUTH-37)', async () => {
    const someone = person();
    expect(await titles({}, someone)).toEqual([]);
    const project = await create({ title: 'Theirs' });
    await addMember(project.id, staff.sub === someone.sub ? '' : viewer.sub, 'editor');
    const seen = (await list({ search: 'theirs' }, viewer)).projects;
    expect(seen).toMatchObject([{ title: 'Theirs', accessRole: 'editor' }]);
    expect((await list({ search: 'theirs' }, staff)).projects).toMatchObject([{ accessRole: 'owner' }]);
    expect((await list({ search: 'theirs' }, admin)).projects).toMatchObject([{ accessRole: 'admin' }]);
    const ids = seen.map(({ id }) => id);
    expect((await list({ ids }, viewer)).projects).toHaveLength(1);
    expect((await list({ ids, search: 'nothing' }, viewer)).projects).toEqual([]);
    expect((await list({ ids }, person())).projects).toEqual([]);
  });

  it('shows a limited key only its projects (OP-21)', async () => {
    const [one, two] = [await create({ title: 'Keyed one' }), await create({ title: 'Keyed two' })];
    const key = administrator({ via: 'api_key', scopes: [one.id] });
    expect(await titles({ search: 'keyed' }, key)).toEqual(['Keyed one']);
    expect(await outcomeOf(get(two.id, key))).toBe('NOT_FOUND');
    expect((await projects.listCompanies({}, await callAs(key))).companies).toEqual(['Mill Holdings']);
  });

  it('returns the companies of the caller’s projects, each once, sorted (PROJ-05)', async () => {
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
      const roles = events.published
        .filter(({ name, scope }) => name === 'access.changed' && scope === id)
        .map(({ data }) => data);
      expect(roles.map((data) => (data as { role?: string }).role ?? '')).toEqual(['viewer', 'editor', '', 'viewer']);
    });
  });

  it('are added once, also concurrently', async () => {
    const { id } = await create();
    await Promise.all(Array.from({ length: 5 }, () => addMember(id, editor.sub, 'editor')));
    const { members } = await projects.listMembers({ projectId: id }, await callAs(staff));
    expect(members.filter(({ userId }) => userId === editor.sub)).toHaveLength(1);
  });
});

describe('the projects visible to a caller', () => {
  const ask = async (actor: Actor) => projects.listVisibleProjects({}, await callAs(actor));

  it('are, for a user, those that they created or are a member of', async () => {
    const [maker, member] = [person({ permissions: ['canCreateProject'] }), person()];
    NAMES[member.sub] = 'Mo Member';
    const [made, other, deleted] = [
      await create({}, maker),
      await create({}, maker),
      await create({ title: 'To be deleted' }, maker),
    ];
    await addMember(made.id, member.sub, 'editor');
    await addMember(deleted.id, member.sub, 'viewer');
    await projects.deleteProject({ id: deleted.id }, await callAs(maker));
    const roles = async (actor: Actor) => (await ask(actor)).roles;
    expect(await roles(maker)).toEqual({ [made.id]: 'owner', [other.id]: 'owner' });
    expect(await roles(member)).toEqual({ [made.id]: 'editor' });
    expect(await ask(person())).toEqual({ all: false, roles: {}, removedIds: [] });
    expect((await ask(admin)).removedIds).toContain(deleted.id);
    await projects.restoreProject({ id: deleted.id }, await callAs(maker));
    expect(await roles(member)).toEqual({ [made.id]: 'editor', [deleted.id]: 'viewer' });
  });

  it('are unrestricted for administrators and service processes, without a list', async () => {
    expect(await ask(admin)).toMatchObject({ all: true, roles: {} });
    const ofProcess = await projects.listVisibleProjects({}, await callAsService('document'));
    expect(ofProcess).toEqual(await ask(admin));
  });

  it('are, for a limited key, those of its projects that its owner can see (OP-21)', async () => {
    const [mine, another] = [await shared(), await create()];
    const scopes = [mine.id, another.id, newId()];
    const roles = async (key: Actor) => (await ask({ ...key, via: 'api_key', scopes })).roles;
    expect(await roles(admin)).toEqual({ [mine.id]: 'admin', [another.id]: 'admin' });
    expect(await roles(viewer)).toEqual({ [mine.id]: 'viewer' });
    expect(await roles(stranger)).toEqual({});
  });
});

describe('site visits (VISIT-01, VISIT-02)', () => {
  it('are stored with the investigator’s name and listed newest visit first', async () => {
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

  it('are created once for a client id, also when repeated', async () => {
    const { id: projectId } = await create();
    const parent = await callAs(staff);
    const request = { id: newId(), projectId, fields: visit({ photos: ['north.jpg'] }) };
    const made = await Promise.all(Array.from({ length: 4 }, () => projects.createSiteVisit(request, parent)));
    expect(new Set(made.map(({ siteVisit }) => siteVisit?.id))).toEqual(new Set([request.id]));
    expect((await projects.listSiteVisits({ projectId }, parent)).siteVisits).toHaveLength(1);
    expect(await outcomeOf(projects.createSiteVisit({ ...request, fields: visit() }, parent))).toBe(
      'FAILED_PRECONDITION',
    );
  });

  it('are replaced as a whole, and deleted', async () => {
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
    const restored = (await projects.restoreSiteVisit({ id: siteVisit?.id }, parent)).siteVisit;
    expect(restored).toEqual({ ...changed.siteVisit, updatedAt: restored?.updatedAt });
    expect((await projects.listSiteVisits({ projectId: id }, parent)).siteVisits).toEqual([restored]);
  });
});

describe('the checklist of a site visit', () => {
  it('is stored, also when two people answer at once, and published', async () => {
    const { id: projectId } = await create();
    const parent = await callAs(staff);
    const { siteVisit } = await projects.createSiteVisit({ projectId, fields: visit() }, parent);
    const id = siteVisit?.id ?? '';
    const entries = [
      { item: 'storage_tanks', answer: 'not_seen', note: '' },
      { item: 'wells', answer: 'yes', note: 'Capped.' },
    ];
    await Promise.all(entries.map((entry) => projects.answerChecklist({ id, entries: [entry] }, parent)));
    const [listed] = (await projects.listSiteVisits({ projectId }, parent)).siteVisits;
    expect(listed?.checklist).toEqual(entries);
    await projects.answerChecklist(
      { id, entries: entries.map(({ item }) => ({ item, answer: '', note: '' })) },
      parent,
    );
    expect((await projects.listSiteVisits({ projectId }, parent)).siteVisits[0]?.checklist).toEqual([]);
    await eventually(() =>
      expect(events.of(id).map(({ name }) => name)).toEqual([
        'visit.created',
        'visit.changed',
        'visit.changed',
        'visit.changed',
      ]),
    );
  });
});

describe('queries', () => {
  it('each use an index, and their number does not grow with the projects', async () => {
    const { id } = await shared();
    const [asAdmin, asViewer] = [await callAs(admin), await callAs(viewer)];
    const asKey = await callAs(administrator({ via: 'api_key', scopes: [id] }));
    const plans = await queryPlans(config, async () => {
      await projects.listProjects({}, asAdmin);
      await projects.listProjects({ search: 'a', status: 'open', dueDateFrom: '2026-01-01' }, asAdmin);
      await projects.listProjects({ clientCompany: 'Mill Holdings' }, asAdmin);
      for (const sort of PROJECT_SORTS) await projects.listProjects({ sort }, asAdmin);
      await projects.listProjects({ sort: 'due_date' }, asViewer);
      await projects.listProjects({}, asViewer);
      await projects.listCompanies({}, asAdmin);
      await projects.listCompanies({}, asViewer);
      await projects.checkAccess({ projectIds: [id] }, asViewer);
      await projects.listVisibleProjects({}, asViewer);
      await projects.listVisibleProjects({}, asKey);
      await projects.listVisibleProjects({}, asAdmin);
      await projects.listDeletedProjects({}, asAdmin);
      await projects.listDeletedProjects({}, asViewer);
      await projects.listMembers({ projectId: id }, asViewer);
      await projects.listSiteVisits({ projectId: id }, asViewer);
    });
    expect(plans.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);

    const queries = async (perPage: number): Promise<string[]> => {
      const made = await queryPlans(config, async () => {
        await projects.listProjects({ paging: { page: 1, perPage } }, asViewer);
      });
      // exclude periodic outbox sweeps and counts
      const lists = ['members', 'projects'];
      return made
        .filter(({ collection, method, ofOutbox }) => lists.includes(collection) && method !== 'findOne' && !ofOutbox)
        .map(({ collection, method }) => `${collection}.${method}`);
    };
    expect(await queries(1)).toEqual(['members.find', 'projects.find', 'projects.count']);
    // an incomplete page yields the count
    expect(await queries(100)).toEqual(['members.find', 'projects.find']);
  });
});
