import { newId } from '@symbio/runtime';
import { notOneLine } from '@symbio/proto/lines';
import { Project } from '@symbio/proto/project';
import { PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import { closeServers } from '../testing.js';
import { projects } from './projects.js';
import { servePublic } from './testing.js';

const id = newId();
const project = Project.fromJSON({ id, title: 'Mill', status: 'setup', accessRole: 'owner' });
const FIELDS = {
  title: 'Mill',
  due_date: '2027-03-31',
  property_address: '1 Main St',
  property_city: 'Lowell',
  property_state: 'MA',
  property_zip: '01852',
  client_company: 'Mill Holdings',
};

afterEach(closeServers);

describe('projects over the public API', () => {
  const asked: unknown[] = [];
  beforeEach(() => (asked.length = 0));
  const note =
    <T>(answer: T) =>
    (request: unknown) => {
      asked.push(request);
      return Promise.resolve(answer);
    };
  const service = {
    listProjects: note({ projects: [project], pageInfo: { page: 1, perPage: 20, totalPages: 1, count: 1 } }),
    getProject: note({ project }),
    listCompanies: note({ companies: ['Acme', 'Mill Holdings', 'Zeta'] }),
    createProject: note({ project }),
    updateProject: note({ project }),
    deleteProject: note({}),
  };
  const api = () => servePublic(projects({ project: service as never }));

  it('are listed by all filters (API-05, API-06)', async () => {
    const { status } = await (
      await api()
    ).get(
      '/projects?search=mill&status=open&client_company=Zeta&due_date_from=2027-01-01&due_date_to=2027-02-01&created_from=2026-01-01T00:00:00Z&updated_after=2026-11-22T09:30:00Z&sort=due_date&order=desc&page=2&perPage=50',
    );
    expect(status).toBe(200);
    expect(asked).toEqual([
      {
        paging: { page: 2, perPage: 50 },
        search: 'mill',
        status: 'open',
        clientCompany: 'Zeta',
        dueDateFrom: '2027-01-01',
        dueDateTo: '2027-02-01',
        createdFrom: new Date('2026-01-01T00:00:00Z'),
        createdTo: undefined,
        updatedAfter: new Date('2026-11-22T09:30:00Z'),
        sort: 'due_date',
        order: 'desc',
      },
    ]);
  });

  it('are listed by creation time, in the days of a time zone (PROJ-08, OP-03)', async () => {
    const served = await api();
    expect((await served.get('/projects?created=lastMonth&tz=America/New_York')).status).toBe(200);
    const [request] = asked as { createdFrom: Date; createdTo: Date }[];
    expect(request?.createdTo.getTime()).toBeGreaterThan(request?.createdFrom.getTime() ?? Infinity);
    expect(await served.get('/projects?created=yesterday&status=done&due_date_to=soon')).toMatchObject({
      status: 400,
      body: {
        fields: {
          created: 'created must be one of all, last7days, last30days, thisMonth, lastMonth',
          status: `status must be open or one of ${PROJECT_STATUSES.join(', ')}`,
          due_date_to: 'due_date_to must be a date in the form YYYY-MM-DD',
        },
      },
    });
    expect((await served.get('/projects?tz=Atlantis')).body).toMatchObject({
      fields: { tz: '"Atlantis" is not a timezone' },
    });
  });

  it.each([`/projects/${id}`, `/projects?id=${id}`])('one is returned by %s', async (path) => {
    expect(await (await api()).get(path)).toMatchObject({ status: 200, body: { data: { id, access_role: 'owner' } } });
  });

  it.each(['/companies?', '/projects?companies=true&'])('companies are listed by %s', async (path) => {
    expect((await (await api()).get(`${path}per_page=2&page=2`)).body).toEqual({
      data: ['Zeta'],
      page: 2,
      per_page: 2,
      total_pages: 2,
      count: 3,
      next_cursor: null,
    });
  });

  it('are created with the status setup only (PROJ-40)', async () => {
    const served = await api();
    expect((await served.send('POST', '/projects', { ...FIELDS, status: 'setup' })).status).toBe(201);
    expect(asked).toMatchObject([{ fields: { title: 'Mill', status: 'setup' } }]);
    expect(await served.send('POST', '/projects', { ...FIELDS, status: 'completed' })).toMatchObject({
      status: 400,
      body: { fields: { status: 'A new project has the status setup: change it afterwards' } },
    });
  });

  it('are created for an organization if it is given (issue 43)', async () => {
    const served = await api();
    await served.send('POST', '/projects', { ...FIELDS, organization_id: 'o-1' });
    await served.send('POST', '/projects', FIELDS);
    expect(asked).toMatchObject([{ organizationId: 'o-1' }, { organizationId: undefined }]);
    expect(await served.send('POST', '/projects', { ...FIELDS, organization_id: 7 })).toMatchObject({
      status: 400,
      body: { fields: { organization_id: 'organization_id must be a text' } },
    });
  });

  it('report every invalid field at once, in the words of the specification (PROJ-27 to PROJ-36)', async () => {
    const { status, body } = await (
      await api()
    ).send('POST', '/projects', { title: ' ', due_date: '2027-02-30', client_email: 'nope', titel: 'x' });
    expect(status).toBe(400);
    expect(body).toHaveProperty('fields', {
      title: 'Title is required',
      due_date: 'Due date must be a date in the form YYYY-MM-DD',
      property_address: 'Property address is required',
      property_city: 'Property city is required',
      property_state: 'State is required',
      property_zip: 'ZIP code is required',
      client_company: 'Client company is required',
      client_email: 'Invalid email address',
      titel: 'Unknown field "titel"',
    });
  });

  it.each(['two\nlines', 'a\u202eb', 'bell\u0007', 'left\u200emark'])('reject a title like %j', async (title) => {
    expect(await (await api()).send('PUT', `/projects?id=${id}`, { title })).toMatchObject({
      status: 400,
      body: { fields: { title: notOneLine('Title') } },
    });
  });

  it('remove optional fields by null or an empty string, and keep omitted ones', async () => {
    const served = await api();
    const change = { client_contact: null, client_email: '', updated_at: '2026-11-22T09:30:00Z' };
    expect((await served.send('PUT', `/projects?id=${id}`, change)).status).toBe(200);
    expect(asked).toEqual([
      {
        id,
        fields: { clientContact: '', clientEmail: '' },
        expectedUpdatedAt: new Date('2026-11-22T09:30:00Z'),
      },
    ]);
    expect((await served.send('PUT', `/projects?id=${id}`, { title: null })).body).toMatchObject({
      fields: { title: 'Title is required' },
    });
  });

  it('are deleted by id', async () => {
    expect(await (await api()).send('DELETE', `/projects?id=${id}`)).toEqual({ status: 200, body: { success: true } });
  });
});
