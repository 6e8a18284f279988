import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import sharp from 'sharp';
import { madeOnce } from '../../dev/made-once.js';
import { cacheDir, repoJson } from '../../dev/paths.js';
import { renderSheet } from '@symbio/fixtures/sheet';

/** Sheet on which the viewer is measured: a colour scan as it comes with a map order, in image pixels. */
const SHEET = { width: 6400, height: 7600 } as const;
const TILE_SIZE = 512;
/** Changes with the drawing, so tiles of an older generator are not taken for it. */
const VERSION = 1;

const IDS = {
  project: '01890000-0000-7000-8000-000000000101',
  document: '01890000-0000-7000-8000-000000000201',
  page: '01890000-0000-7000-8000-000000000301',
  author: '01890000-0000-7000-8000-0000000000a1',
} as const;
const AT = '2026-01-01T12:00:00.000Z';

export const VIEWER_PATH = `/projects/${IDS.project}/documents/${IDS.document}`;

export interface ViewerServer {
  url: string;
  setAnnotations(count: number): void;
  stop(): Promise<void>;
}

/**
 * Serves the built SPA with one sheet and generated annotations: what the viewer alone costs, without databases and
 * services on the same processors.
 */
export async function startViewerServer(log: (line: string) => void, webDir: string): Promise<ViewerServer> {
  if (!existsSync(path.join(webDir, 'index.html')))
    throw new Error(`The SPA is not built: ${webDir} has no index.html.`);
  let annotations = JSON.stringify(list([]));
  const app = express().disable('etag');
  app.get('/api/events', (_request, response) => {
    // held open, like the stream of changes of a quiet project
    response.type('text/event-stream').write(': hello\n\n');
  });
  app.get('/api/public/annotations', (_request, response) => void response.type('json').send(annotations));
  app.use('/api', ({ method, baseUrl, path: rest }, response) => {
    response.json(ANSWERS[`${method} ${baseUrl}${rest}`] ?? list([]));
  });
  app.use('/files/t', express.static(await sheetTiles(log), { fallthrough: false }));
  app.use(express.static(webDir), (_request, response) => response.sendFile(path.join(webDir, 'index.html')));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setAnnotations: (count) => {
      annotations = JSON.stringify(list(generated(count)));
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Folder of the sheet's tiles, `{level}/{x}_{y}.jpeg`; made on first use and kept in .cache/bench. */
const sheetTiles = (log: (line: string) => void): Promise<string> =>
  madeOnce(path.join(cacheDir, 'bench', `viewer-tiles-v${VERSION}`), async (draft) => {
    log('Drawing the sheet for the viewer (only once) ...');
    const sheet = await renderSheet({ seed: 12, year: 1905, width: SHEET.width, quality: 86, grain: 1.65 });
    await sharp(sheet.jpeg, { limitInputPixels: 300e6 })
      .resize(SHEET.width, SHEET.height, { fit: 'fill' })
      .jpeg({ quality: 85 })
      .tile({ size: TILE_SIZE, overlap: 0, layout: 'dz', depth: 'onepixel' })
      .toFile(path.join(draft, 'sheet.dz'));
    return path.join(draft, 'sheet_files');
  });

function list(data: readonly object[]): object {
  return { data, page: 1, per_page: 100, total_pages: 1, count: data.length };
}

const ANSWERS = repoJson<Readonly<Record<string, object>>>('tools/lab/bench/viewer-answers.json');

const LABELS = ['Gas holder', 'Tank', 'Laundry', 'Paint shop', 'Coal shed', 'Machine works', 'Oil store', 'Stable'];

/** Ellipses all over the sheet, of the size of typical marks; deterministic for a count. */
function generated(count: number): object[] {
  // a linear congruential generator: equal pictures in every run
  let state = 12_345;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  return Array.from({ length: count }, (_, index) => ({
    id: `01890000-0000-7000-9000-${String(index).padStart(12, '0')}`,
    document_page_id: IDS.page,
    document_id: IDS.document,
    annotation_type: 'ellipse',
    coordinates: {
      centerX: 100 + random() * (SHEET.width - 200),
      centerY: 100 + random() * (SHEET.height - 200),
      radiusX: 24 + random() * 70,
      radiusY: 24 + random() * 70,
      theta: random() * Math.PI,
    },
    content: `${LABELS[index % LABELS.length] ?? ''} ${index + 1}`,
    author_id: IDS.author,
    author_type: index % 3 === 0 ? 'human' : 'ai_agent',
    author_name: index % 3 === 0 ? 'Ada Marsh' : 'Spotter',
    derived_from: null,
    decisions: [],
    created_at: AT,
    updated_at: AT,
  }));
}
