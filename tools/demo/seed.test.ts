import { jest } from '@jest/globals';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { MARKS, PROJECTS, ISSUES, MAP_PROJECT } from './content.js';
import { drawPhotograph, PHOTOGRAPHS } from './photographs.js';
import { seedDemo } from './seed.js';
import { demoMaps, type DemoMaps } from './seed-maps.js';
import { SHEET_WIDTH } from './town.js';

type Row = Record<string, unknown> & { id: string };

// map sheets are drawn
jest.setTimeout(120_000);

/** Width of the map sheets in these tests, pixels. */
const MAP_WIDTH = 200;

/** As the seed draws them, once for all tests. */
function drawnOnce(): DemoMaps {
  const drawn = demoMaps(MAP_WIDTH);
  let file: ReturnType<DemoMaps['file']> | undefined;
  let sheets: ReturnType<DemoMaps['sheets']> | undefined;
  let scanned: ReturnType<DemoMaps['scanned']> | undefined;
  return {
    file: () => (file ??= drawn.file()),
    sheets: () => (sheets ??= drawn.sheets()),
    scanned: () => (scanned ??= drawn.scanned()),
  };
}
const maps = drawnOnce();
/** The beginning of a JPEG; another test covers the scene. */
const photograph = () => Promise.resolve(Buffer.from('ffd8ffe0', 'hex'));

/**
 * The part of the HTTP contract that the seed uses, in memory. It can fail on request: after a number of writes all
 * further ones answer 500, like a machine that was switched off.
 */
class FakeGateway {
  readonly tables = new Map<string, Row[]>();
  writes = 0;
  breakAfter = Infinity;
  /** Writes that first answer 503 once, as while a service starts. */
  busyOnce = new Set<string>();
  private server: Server | undefined;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      this.answer(request)
        .then(({ status, json }) => {
          response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' });
          response.end(JSON.stringify(json));
        })
        .catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  table(name: string): Row[] {
    const rows = this.tables.get(name) ?? [];
    this.tables.set(name, rows);
    return rows;
  }

  /** Everything there is without what differs between runs, to compare two fillings. */
  content(): Record<string, unknown[]> {
    return Object.fromEntries(
      [...this.tables].map(([name, rows]) => [
        name,
        rows
          .map(
            (row) =>
              row['title'] ??
              row['name'] ??
              row['content'] ??
              row['file_name'] ??
              row['access_notes'] ??
              row['narrative'] ??
              row['role'],
          )
          .sort(),
      ]),
    );
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; json: unknown }> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const path = url.pathname.replace('/api/', '').replace('public/', '');
    if (path === 'auth/sign-in') return { status: 200, json: { access_token: 'token' } };
    if (request.headers.authorization !== 'Bearer token')
      return { status: 401, json: { error: 'Authentication required. Please log in to continue.' } };
    if (request.method === 'GET') return this.read(path, url.searchParams);
    const key = `${request.method} ${path}`;
    if (this.busyOnce.delete(key)) return { status: 503, json: { error: 'A service is starting.' } };
    if (++this.writes > this.breakAfter) return { status: 500, json: { error: 'switched off' } };
    const form = request.headers['content-type']?.startsWith('multipart/');
    return this.write(
      request.method ?? '',
      path,
      url.searchParams,
      form ? await formOf(request, raw) : (JSON.parse(raw.toString()) as Record<string, unknown>),
    );
  }

  private read(path: string, query: URLSearchParams): { status: number; json: unknown } {
    if (path === 'users')
      return {
        status: 200,
        json: {
          data: ['admin', 'staff', 'customer'].map((name) => ({ id: `id-${name}`, email: `${name}@symbio.test` })),
        },
      };
    const [, documentId, part] = /^documents\/([^/]+)(\/pages)?$/.exec(path) ?? [];
    if (documentId) {
      if (part)
        return {
          status: 200,
          json: {
            data: [1, 2, 3, 4].map((page) => ({ id: `${documentId}-p${page}`, page_number: page, width: MAP_WIDTH })),
          },
        };
      const row = this.table('documents').find(({ id }) => id === documentId);
      // the second look finds the pages ready
      if (row) row['processing_status'] = row['processing_status'] === 'queued' ? 'processing' : 'pages_ready';
      return { status: 200, json: { data: row } };
    }
    const filters = [...query].filter(([name]) => !['per_page', 'search'].includes(name));
    const rows = this.table(path).filter((row) => filters.every(([name, value]) => row[name] === value));
    return { status: 200, json: { data: rows } };
  }

  private write(
    method: string,
    path: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
  ): { status: number; json: unknown } {
    if (path === 'document-processor') {
      const row = this.table('documents').find(({ id }) => id === body['documentId']);
      if (row) row['processing_status'] = 'queued';
      return { status: 200, json: { success: true } };
    }
    if (method === 'PUT') {
      const [, documentId] = /^documents\/(.+)$/.exec(path) ?? [];
      const rows = documentId ? this.table('documents') : this.table(path);
      const row = rows.find(({ id }) => id === (documentId ?? query.get('id')));
      if (!row) return { status: 404, json: { error: 'Not found' } };
      Object.assign(row, body);
      if (path === 'mentions') row['history_count'] = Number(row['history_count']) + 1;
      return { status: 200, json: path === 'issues' ? { issue: row } : { data: row } };
    }
    const defaults = {
      projects: { status: 'setup', number: 'P-2026-00001' },
      issues: { status: 'open' },
      mentions: { history_count: 1 },
      documents: { processing_status: 'uploaded' },
    }[path];
    const row: Row = { id: `${path}-${this.table(path).length + 1}`, ...defaults, ...body };
    this.table(path).push(row);
    if (path === 'documents') return { status: 201, json: { data: [{ document: row }] } };
    if (path.endsWith('/photos')) return { status: 201, json: { data: [{ photo: row }] } };
    return { status: 201, json: path === 'issues' ? { issue: row } : { data: row } };
  }
}

async function formOf(request: IncomingMessage, raw: Buffer): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(raw), { headers: { 'Content-Type': type } }).formData();
  const names = [...form.keys()];
  const file = form.get('files') as File;
  if (names[0] === 'caption') {
    const head = Buffer.from(await file.slice(0, 3).arrayBuffer());
    expect(head.toString('hex')).toBe('ffd8ff');
    return { caption: form.get('caption'), file_name: file.name };
  }
  expect(names[0]).toBe('project_id');
  expect(Buffer.from(await file.slice(0, 5).arrayBuffer()).toString()).toBe('%PDF-');
  return {
    project_id: form.get('project_id'),
    category: form.get('category'),
    file_name: file.name,
    title: file.name.replace('.pdf', ''),
  };
}

describe('the demonstration data', () => {
  const gateway = new FakeGateway();

  beforeAll(async () => {
    const url = await gateway.start();
    await seedDemo({ url, maps, photograph, pollMs: 1 });
  });
  afterAll(() => gateway.stop());

  it('fills in projects in every state, with documents, visits, marks and issues', () => {
    const statuses = gateway.table('projects').map((project) => project['status']);
    expect(statuses).toEqual(PROJECTS.map((project) => project.status));
    expect(new Set(statuses)).toEqual(
      new Set([
        'setup',
        'data_collection',
        'site_reconnaissance',
        'insights',
        'report_generation',
        'sign_and_send',
        'completed',
      ]),
    );
    expect(gateway.table('annotations')).toHaveLength(MARKS.length);
    expect(gateway.table('mentions')).toHaveLength(MARKS.length);
    expect(gateway.table('issues')).toHaveLength(ISSUES.length);
    expect(gateway.table('documents').map((document) => document['category'])).toEqual(
      expect.arrayContaining(['sanborn_maps', 'questionnaire', 'city_directories', 'agency_response']),
    );
  });

  it('has one visit with photographs, each with what it shows (VISIT-02)', () => {
    const photographed = [...gateway.tables].filter(([name, rows]) => name.endsWith('/photos') && rows.length > 0);
    expect(photographed.map(([, rows]) => rows.length)).toEqual([PHOTOGRAPHS.length]);
    expect(photographed[0]?.[1].every(({ caption }) => String(caption).length > 20)).toBe(true);
  });

  it('writes one mention three times over, so that its history has something to show (FEAT-25)', () => {
    const counts = gateway.table('mentions').map((mention) => mention['history_count']);
    expect(Math.max(...counts.map(Number))).toBe(3);
  });

  it('marks what is drawn: every ellipse lies on its sheet', () => {
    for (const annotation of gateway.table('annotations')) {
      const { centerX, centerY, radiusX, radiusY } = annotation['coordinates'] as Record<string, number>;
      expect(Number(centerX) - Number(radiusX)).toBeGreaterThanOrEqual(0);
      expect(Number(centerX) + Number(radiusX)).toBeLessThanOrEqual(MAP_WIDTH);
      expect(Number(centerY) + Number(radiusY)).toBeLessThanOrEqual((MAP_WIDTH * 1900) / SHEET_WIDTH);
    }
  });
});

describe('filling in the demonstration data', () => {
  let gateway: FakeGateway;
  let url: string;
  const seed = (): Promise<void> => seedDemo({ url, maps, photograph, pollMs: 1 });

  beforeEach(async () => {
    gateway = new FakeGateway();
    url = await gateway.start();
  });
  afterEach(() => gateway.stop());

  it('changes nothing when it runs again', async () => {
    await seed();
    const before = gateway.content();
    gateway.writes = 0;
    await seed();
    expect(gateway.writes).toBe(0);
    expect(gateway.content()).toEqual(before);
  });

  it('comes to the same end after being cut off anywhere', async () => {
    await seed();
    const whole = gateway.content();
    const { writes } = gateway;
    for (const share of [0.1, 0.4, 0.9]) {
      gateway.tables.clear();
      gateway.writes = 0;
      gateway.breakAfter = Math.floor(writes * share);
      await expect(seed()).rejects.toThrow('500: switched off');
      gateway.breakAfter = Infinity;
      await seed();
      expect(gateway.content()).toEqual(whole);
    }
  });

  it('leaves a project alone that somebody has moved on', async () => {
    await seed();
    const project = gateway.table('projects').find((each) => each['title'] === MAP_PROJECT);
    if (project) project['status'] = 'sign_and_send';
    await seed();
    expect(project?.['status']).toBe('sign_and_send');
  });

  it('waits and asks again while a service is away', async () => {
    gateway.busyOnce.add('POST projects');
    await seed();
    expect(gateway.table('projects')).toHaveLength(PROJECTS.length);
  });

  it('stops at once when told to', async () => {
    const control = new AbortController();
    control.abort();
    await expect(seedDemo({ url, signal: control.signal })).rejects.toThrow(/abort/i);
    expect(gateway.writes).toBe(0);
  });
});

it('photographs are JPEGs that tell when and where they were taken, as a phone’s do', async () => {
  const [first] = PHOTOGRAPHS;
  const turned = PHOTOGRAPHS.find(({ isTurned }) => isTurned);
  if (!first || !turned) throw new Error('the demonstration has no such photograph');
  const place = { longitude: -82.2104, latitude: 40.5217 };
  const drawn = await drawPhotograph(first, '2026-11-11T09:30', place);
  const { exif, format } = await sharp(drawn).metadata();
  expect(format).toBe('jpeg');
  expect(exif?.includes('2026:11:11 09:41:00')).toBe(true);
  const lying = await sharp(await drawPhotograph(turned, '2026-11-11T09:30', place)).metadata();
  expect(lying).toMatchObject({ orientation: 6, width: 1_200, height: 1_600 });
});
