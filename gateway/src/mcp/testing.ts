/** For tests: the tools over in-memory services, with the official MCP client connected. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { RequestHandler } from 'express';
import { AppError, invalidFields, newId, notFound } from '@symbio/runtime';
import { Annotation, type CreateAnnotationsRequest, Run } from '@symbio/proto/annotation';
import {
  Document,
  DocumentSplit,
  GetPageImageResponse,
  HitPlace,
  Page,
  PageHit,
  type GetPageImageRequest,
} from '@symbio/proto/document';
import { Feature, Mention } from '@symbio/proto/feature';
import type { Clients } from '../clients.js';
import { publicRoutes } from '../public/index.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, passThrough, serveHandlers, silent } from '../testing.js';
import { mcpRoutes } from './routes.js';

export const [PROJECT, DOCUMENT, PAGE, RUN] = [newId(), newId(), newId(), newId()];
export const KEY = 'sk_test_0000000000000000';
export const agent = {
  actor: { sub: 'u1', via: 'api_key', scopes: [] },
  email: '',
  token: 'internal',
} as unknown as Caller;
const PAGE_ROW = Page.fromPartial({
  id: PAGE,
  documentId: DOCUMENT,
  projectId: PROJECT,
  pageNumber: 3,
  status: 'ready',
  width: 6_000,
  height: 4_000,
  imageUrl: '/files/b/secret',
  metadata: { pageType: 'sanborn_map', year: 1905, extractedText: 'GAS HOLDER' },
  titleBlock: {
    facts: [{ fact: 'city', value: 'Millbrook', source: 'lettering', detail: 'MILLBROOK', confidence: 0.9 }],
  },
});
/** Far more than a hit returns. */
const PLACES = Array.from({ length: 60 }, (_, index) =>
  HitPlace.fromPartial({ text: 'GAS', match: 'exact', x: index, y: 1, width: 9, height: 9, confidence: 0.9 }),
);
const mark = (content: string, centerX: number) =>
  Annotation.fromPartial({
    id: newId(),
    projectId: PROJECT,
    documentId: DOCUMENT,
    documentPageId: PAGE,
    content,
    authorType: 'ai_agent',
    authorName: 'Tank Finder 1.4.0',
    shape: { $case: 'ellipse', value: { centerX, centerY: 500, radiusX: 50, radiusY: 10, theta: Math.PI / 2 } },
  });

interface Asked {
  /** Marks on a second page of the list, if any. */
  moreMarks: string[];
  image?: Partial<GetPageImageRequest>;
  annotations?: Partial<CreateAnnotationsRequest>;
  documents?: unknown;
  features: unknown[];
  titleBlocks: unknown[];
  recorded: unknown[];
  /** Audited addresses. */
  read: string[];
}

const splitOf = (documentId: string): DocumentSplit =>
  DocumentSplit.fromPartial({
    ...{ id: RUN, documentId, projectId: PROJECT, status: 'proposed', pageCount: 2 },
    documents: [{ fromPage: 1, toPage: 2, category: 'other', title: 'Letters' }],
  });

export async function connected(caller = agent, callerLimit: RequestHandler = passThrough) {
  const asked: Asked = { moreMarks: [], features: [], titleBlocks: [], recorded: [], read: [] };
  const clients = {
    document: {
      listDocuments: (request: unknown) => {
        asked.documents = request;
        const documents = [
          Document.fromPartial({
            id: DOCUMENT,
            projectId: PROJECT,
            title: 'Sheets',
            category: 'other',
            processingStatus: 'pages_ready',
          }),
        ];
        return Promise.resolve({ documents, pageInfo: { page: 1, perPage: 50, totalPages: 1, count: 1 } });
      },
      proposeSplit: ({ documentId }: { documentId: string }) => Promise.resolve({ split: splitOf(documentId) }),
      saveSplit: ({ documentId }: { documentId: string }) => Promise.resolve({ split: splitOf(documentId) }),
      listSplits: ({ documentId }: { documentId: string }) => Promise.resolve({ splits: [splitOf(documentId)] }),
      listPages: () =>
        Promise.resolve({ pages: [PAGE_ROW], pageInfo: { page: 1, perPage: 50, totalPages: 1, count: 1 } }),
      searchPages: ({ projectId }: { projectId: string }) =>
        projectId === PROJECT
          ? Promise.resolve({
              hits: [
                PageHit.fromPartial({
                  page: PAGE_ROW,
                  documentTitle: 'Sheets',
                  snippet: 'GAS HOLDER',
                  match: 'exact',
                  places: PLACES,
                }),
              ],
              pageInfo: { page: 1, perPage: 20, totalPages: 1, count: 1 },
            })
          : Promise.reject(notFound('Project', 'project_id')),
      getPage: () => Promise.resolve({ page: PAGE_ROW }),
      getTitleBlock: () => Promise.resolve({ page: PAGE_ROW, history: [] }),
      correctTitleBlock: (request: unknown) => {
        asked.titleBlocks.push(request);
        return Promise.resolve({ page: PAGE_ROW, history: [] });
      },
      correctPageKinds: (request: unknown) => {
        asked.titleBlocks.push(request);
        const changes = [{ page: PAGE_ROW, changeId: 'c1', from: 'aerial_photo', said: undefined }];
        return Promise.resolve({ changes, keptPageIds: [] });
      },
      correctVolume: (request: unknown) => {
        asked.titleBlocks.push(request);
        return Promise.resolve({
          changes: [{ page: { ...PAGE_ROW, pageNumber: 4 }, fact: 'year', from: '1887', to: '1896' }],
          fullPageIds: [PAGE],
        });
      },
      undoVolumeCorrection: (request: unknown) => {
        asked.titleBlocks.push(request);
        return Promise.resolve({ changes: [], keptPageIds: [PAGE] });
      },
      getPageImage: (request: Partial<GetPageImageRequest>) => {
        asked.image = request;
        if (request.id !== PAGE) return Promise.reject(notFound('Page'));
        const region = request.region ?? { x: 0, y: 0, width: 6_000, height: 4_000 };
        const picture = Buffer.from('a picture');
        return Promise.resolve(
          GetPageImageResponse.fromPartial({ picture, contentType: 'image/jpeg', region, scale: 0.5, etag: 'abc' }),
        );
      },
    },
    annotation: {
      listAnnotations: ({ paging }: { paging?: { cursor?: string } }) => {
        const isSecond = paging?.cursor === 'second';
        return Promise.resolve({
          annotations: isSecond
            ? asked.moreMarks.map((content) => mark(content, 100))
            : [mark('left', 100), mark('right', 5_000)],
          pageInfo: {
            page: 1,
            perPage: 2,
            totalPages: 2,
            count: 2 + asked.moreMarks.length,
            nextCursor: isSecond || asked.moreMarks.length === 0 ? undefined : 'second',
          },
        });
      },
      createAnnotations: (request: CreateAnnotationsRequest) => {
        asked.annotations = request;
        const results = request.items.map((_, index) => ({
          outcome:
            index === 0
              ? { $case: 'annotation' as const, value: mark('left', 100) }
              : {
                  $case: 'refusal' as const,
                  value: {
                    status: 'INVALID_ARGUMENT',
                    reason: 'invalid_fields',
                    message: 'radiusX must be above 0',
                    fields: {},
                  },
                },
        }));
        return Promise.resolve({ results: request.allOrNothing ? results.slice(1) : results });
      },
      createRun: ({ name }: { name: string }) =>
        Promise.resolve({
          run: Run.fromPartial({ id: RUN, projectId: PROJECT, name, status: 'open', authorType: 'ai_agent' }),
        }),
    },
    feature: {
      listFeatures: () =>
        Promise.reject(invalidFields({ near: 'near is off the earth', radius: 'radius is too large' })),
      listMentions: () =>
        Promise.resolve({ mentions: [Mention.fromPartial({ id: newId(), projectId: PROJECT })], pageInfo: undefined }),
      createFeature: (request: { name: string; projectId: string }) => {
        asked.features.push(request);
        return request.name === 'Moon'
          ? Promise.reject(invalidFields({ coordinate: 'coordinate is off the earth' }))
          : Promise.resolve({ feature: Feature.fromPartial({ ...request, id: newId() }) });
      },
      undoRun: () =>
        Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'Annotations are not available right now.')),
      listLandUses: () =>
        Promise.resolve({
          landUses: [{ value: 'dry_cleaner', label: 'Dry cleaner', typicalContaminants: 'PCE', frequencyNote: '' }],
        }),
    },
  } as unknown as Clients;
  const authenticate: RequestHandler = (request, _response, next) => {
    if (request.get('authorization') === `Bearer ${KEY}`) setCaller(request, caller);
    next();
  };
  const origin = await serveHandlers(
    mcpRoutes({
      routes: publicRoutes(clients).all,
      authenticate,
      callerLimit,
      admit: passThrough,
      audit: {
        ready: () => Promise.resolve(),
        record: (_caller, use) => Promise.resolve(void asked.recorded.push(use)),
      },
      auditRequests: { read: (_asker, { object, objectId }) => void asked.read.push(`${object} ${objectId}`) },
      checkAnswers: true,
      publicUrl: 'https://symbio.test',
      log: silent,
    }),
  );
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${KEY}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  open.push(client);
  const call = async (name: string, given: Record<string, unknown> = {}) =>
    CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));
  return { origin, client, call, asked };
}

const open: Client[] = [];

export async function disconnect(): Promise<void> {
  for (const client of open.splice(0)) await client.close();
  closeServers();
}
