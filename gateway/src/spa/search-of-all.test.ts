import type { RequestHandler } from 'express';
import { SearchAllProjectsResponse } from '@symbio/proto/document';
import { Feature } from '@symbio/proto/feature';
import { Project } from '@symbio/proto/project';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { searchOfAll } from './search-of-all.js';

const nora = { actor: { sub: 'u1', role: 'customer' }, email: '', token: 'internal' } as Caller;
const projectOf = (id: string): Project =>
  Project.fromJSON({ id, number: `P-${id}`, title: `Title ${id}`, propertyAddress: '4 Mill St', propertyCity: 'Troy' });

afterEach(closeServers);

async function gateway(named: string[] = []) {
  const asked: Record<string, object[]> = { pages: [], features: [], projects: [] };
  const clients = {
    document: {
      searchAllProjects(request: object) {
        asked['pages']?.push(request);
        return Promise.resolve(
          SearchAllProjectsResponse.fromPartial({
            projects: [{ projectId: 'p1', pageCount: 3, hits: [{ documentTitle: 'Sanborn 1896', match: 'exact' }] }],
            documents: [{ id: 'd1', projectId: 'p2', title: 'Gas permit', fileName: 'permit.pdf' }],
            ...{ projectCount: 1, pageCount: 3 },
          }),
        );
      },
    },
    feature: {
      listFeatures(request: object) {
        asked['features']?.push(request);
        return Promise.resolve({ features: [Feature.fromJSON({ id: 'f1', projectId: 'p3', name: 'Gas works' })] });
      },
    },
    project: {
      listProjects(request: { ids?: string[] }) {
        asked['projects']?.push(request);
        // p3 was deleted concurrently
        const ids = request.ids?.filter((id) => id !== 'p3') ?? named;
        return Promise.resolve({ projects: ids.map(projectOf) });
      },
    },
  };
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const router = mounted(searchOfAll(clients as never));
  const url = await serveHandlers(authenticate, router);
  const get = async (query: string) => {
    const response = await fetch(`${url}/search?${query}`);
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  };
  return { get, asked };
}

describe('the search over all projects', () => {
  it('groups pages, documents and features by project', async () => {
    const { get } = await gateway();
    const { status, answer } = await get('q=gas');
    expect(status).toBe(200);
    expect(answer).toMatchObject({ page_count: 3, has_more: false, cut: false });
    expect(answer['data']).toEqual([
      expect.objectContaining({
        project: { id: 'p1', number: 'P-p1', title: 'Title p1', address: '4 Mill St, Troy' },
        page_count: 3,
        pages: [expect.objectContaining({ document_title: 'Sanborn 1896' })],
        documents: [],
      }),
      expect.objectContaining({
        page_count: 0,
        documents: [{ id: 'd1', title: 'Gas permit', file_name: 'permit.pdf' }],
      }),
    ]);
  });

  it('lists projects with the words in title or address first', async () => {
    const { get } = await gateway(['p9']);
    const { answer } = await get('q=mill+street&projects=2');
    const data = answer['data'] as { project: { id: string } }[];
    expect(data.map(({ project }) => project.id)).toEqual(['p9', 'p1']);
    expect(answer['has_more']).toBe(true);
  });

  it('asks for names without quotes, and for pages as typed', async () => {
    const { get, asked } = await gateway();
    await get('q=%22gas+works%22&pages=5');
    expect(asked['pages']).toEqual([{ query: '"gas works"', projects: 10, pagesPerProject: 5 }]);
    expect(asked['features']).toEqual([expect.objectContaining({ nameWords: 'gas works' })]);
    expect(asked['projects']?.[0]).toMatchObject({ search: 'gas works' });
  });

  it.each([
    ['', 'q'],
    ['q=gas&projects=51', 'projects'],
    ['q=gas&pages=some', 'pages'],
    [`q=${'x'.repeat(201)}`, 'q'],
  ])('refuses "%s"', async (query, field) => {
    const { get } = await gateway();
    const { status, answer } = await get(query);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(field);
  });
});
