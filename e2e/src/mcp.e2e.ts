/** An assistant works on a sheet with the official Model Context Protocol client. */
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import sharp from 'sharp';
import { Api, LOCAL_API_KEY, stackUrl, type Document, type Many, type Page, type Project } from './api-client.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

let admin: Api;
let project: Project;
let document: Document;
let page: Page;
let client: Client;

async function connected(token: string): Promise<Client> {
  const assistant = new Client({ name: 'an assistant', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await assistant.connect(new StreamableHTTPClientTransport(new URL(`${stackUrl()}/mcp`), { requestInit }));
  return assistant;
}

beforeAll(async () => {
  admin = await Api.signIn('admin@symbio.test');
  project = await admin.createProject('Sheets for an assistant');
  const { pdf } = await makeTestSheetPdf({ sheets: 1 });
  document = await admin.uploadOne(project.id, 'sheets 1912.pdf', pdf, 'sanborn_maps');
  await admin.process(document, project.id);
  const { body } = await admin.get<Many<Page>>(`/api/public/document-pages?document_id=${document.id}`);
  [page] = body.data as [Page];
  client = await connected(LOCAL_API_KEY);
});
afterAll(() => client?.close());

async function answered(name: string, given: Record<string, unknown>): Promise<CallToolResult> {
  return CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));
}

async function call<Data>(name: string, given: Record<string, unknown>): Promise<Data> {
  const { content, structuredContent, isError } = await answered(name, given);
  expect({ name, isError, content: isError ? content : [] }).toEqual({ name, isError: undefined, content: [] });
  return structuredContent as Data;
}

type Outcomes = { created: number; failed: number; data: { data: { id: string } }[] };

it('finds the project, the document and the page', async () => {
  await client.listTools();
  expect(await call('list_projects', { search: 'Sheets for an assistant' })).toMatchObject({
    projects: expect.arrayContaining([expect.objectContaining({ id: project.id })]) as unknown,
  });
  expect(await call('list_documents', { project_id: project.id })).toMatchObject({
    documents: [{ id: document.id, total_pages: 1 }],
  });
  expect(await call('list_pages', { document_id: document.id, per_page: 1 })).toMatchObject({
    pages: [{ id: page.id, width: page.width, height: page.height }],
    count: 1,
  });
});

it('looks at the page, and closer at a part of it', async () => {
  const picture = async (given: object) => {
    const { content, structuredContent } = await answered('look_at_page', { page_id: page.id, ...given });
    const [image] = content;
    if (image?.type !== 'image') throw new Error('no picture');
    const { width, height, format } = await sharp(Buffer.from(image.data, 'base64')).metadata();
    return { width, height, format, shown: structuredContent };
  };
  expect(await picture({ width: 400 })).toMatchObject({
    format: 'jpeg',
    width: 400,
    height: Math.round((400 * page.height) / page.width),
    shown: { region: { x: 0, y: 0, width: page.width, height: page.height } },
  });
  const region = { x: page.width - 100, y: 50, width: 300, height: 200 };
  expect(await picture({ region })).toMatchObject({
    width: 100,
    height: 200,
    shown: { region: { ...region, width: 100 }, scale: 1 },
  });
});

it('creates visible proposals in a run, and undoes it', async () => {
  const { run } = await call<{ run: { id: string } }>('start_run', { project_id: project.id, name: 'Tanks' });
  const mark = {
    document_page_id: page.id,
    document_id: document.id,
    annotation_type: 'ellipse',
    coordinates: { centerX: 200, centerY: 300, radiusX: 40, radiusY: 30, theta: 0 },
    content: 'Gasoline tank',
    run_id: run.id,
  };
  const marks = await call<Outcomes>('propose_annotations', { items: [mark] });
  expect(marks).toMatchObject({ created: 1, failed: 0 });
  const features = await call<Outcomes>('propose_features', {
    items: [{ project_id: project.id, name: 'Garage on Water Street', land_use: ['auto_repair'], run_id: run.id }],
  });
  const mentions = await call<Outcomes>('propose_mentions', {
    items: [
      {
        feature_of_interest_id: features.data[0]?.data.id,
        source_annotation_id: marks.data[0]?.data.id,
        narrative: 'A circle lettered GAS. TANK behind the garage.',
        confidence: 7,
        run_id: run.id,
      },
    ],
  });
  expect(mentions).toMatchObject({ created: 1, failed: 0 });
  const region = { x: 150, y: 250, width: 100, height: 100 };
  // the spotter may add proposals at the same time
  const there = await call<{ annotations: object[] }>('look_at_page', { page_id: page.id, region });
  expect(there.annotations).toContainEqual(
    expect.objectContaining({ id: marks.data[0]?.data.id, content: 'Gasoline tank', author_type: 'ai_agent' }),
  );
  const seen = () => admin.get<Many<{ id: string }>>(`/api/public/annotations?run_id=${run.id}`);
  expect((await seen()).body.data).toHaveLength(1);

  expect(await call('undo_run', { id: run.id })).toMatchObject({ run: { status: 'undone' }, kept_feature_ids: [] });
  expect((await seen()).body.data).toEqual([]);
  expect(await call('list_features', { project_id: project.id })).toMatchObject({ features: [] });
});

it('receives a readable message for forbidden or impossible actions', async () => {
  const unknown = await answered('look_at_page', { page_id: document.id });
  expect(unknown).toMatchObject({ isError: true, content: [{ type: 'text', text: 'Page not found' }] });
  const beside = { x: page.width, y: 0, width: 10, height: 10 };
  const { isError, content } = await answered('look_at_page', { page_id: page.id, region: beside });
  expect([isError, content]).toMatchObject([true, [{ text: expect.stringContaining('on the page') as string }]]);
  await expect(connected('sk_unknown_000000000000000000000000')).rejects.toThrow(/401|Authentication/);
});
