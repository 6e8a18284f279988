import { Project, type ListProjectsRequest } from '@symbio/proto/project';
import { closeServers } from '../testing.js';
import { projectSites } from './project-sites.js';
import { servePublic } from './testing.js';

afterEach(closeServers);

const ids = [1, 2, 3].map((at) => `01980a40-11aa-7c01-9d20-7f2e3b4c5d6${at}`);
const [mapped = '', located = '', unknown = ''] = ids;
const place = { longitude: -82.2, latitude: 40.5 };
const projects = [
  Project.fromPartial({
    ...{ id: mapped, number: 'P-2026-00001', title: 'Gas works', status: 'insights' },
    site: { ...place, source: 'boundary' },
    boundary: { bounds: [-83, 40, -82, 41] },
    propertyLocation: { longitude: 1, latitude: 2, origin: 'person' },
  }),
  Project.fromPartial({ id: located, title: 'Depot', status: 'setup', propertyLocation: { ...place, origin: 'zip' } }),
  Project.fromPartial({ id: unknown, title: 'Lofts', status: 'setup' }),
];

async function api(found: Project[]) {
  const asked: { lists: ListProjectsRequest[]; counted: string[][] } = { lists: [], counted: [] };
  const clients = {
    project: {
      listProjects: (request: ListProjectsRequest) => {
        asked.lists.push(request);
        return Promise.resolve({ projects: found });
      },
    },
    document: {
      countPlacedPages: ({ projectIds }: { projectIds: string[] }) => {
        asked.counted.push(projectIds);
        return Promise.resolve({ counts: [{ projectId: mapped, rough: 1, exact: 3 }] });
      },
    },
  };
  const { get } = await servePublic(projectSites(clients as never));
  return { asked, list: async (query = '') => (await get(`/project-sites${query}`)).body };
}

it('lists where projects are, with their placed pages', async () => {
  const { asked, list } = await api(projects);
  expect(await list('?status=open&per_page=50')).toMatchObject({
    data: [
      {
        ...{ project_id: mapped, number: 'P-2026-00001', title: 'Gas works', status: 'insights' },
        ...{
          place: { ...place, source: 'boundary' },
          bounds: [-83, 40, -82, 41],
          placed_pages: { rough: 1, exact: 3 },
        },
      },
      { place: { ...place, source: 'zip' }, bounds: null, placed_pages: { rough: 0, exact: 0 } },
      { project_id: unknown, place: null },
    ],
    next_cursor: null,
  });
  expect(asked.lists).toMatchObject([{ status: 'open', paging: { perPage: 50 } }]);
  expect(asked.counted).toEqual([ids]);
});

it('counts nothing without projects', async () => {
  const { asked, list } = await api([]);
  expect(await list()).toMatchObject({ data: [] });
  expect(asked.counted).toEqual([]);
});
