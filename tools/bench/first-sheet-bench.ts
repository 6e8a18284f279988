import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../demo/api-client.js';
import { cacheDir } from '../dev/paths.js';
import { startStack, type RunningStack } from '../dev/stack.js';
import type { Figure } from './figures.js';
import { SCANS, type BenchFile } from './scans.js';

/** Goal of the pipeline's design: seconds from the end of the upload to the first sheet. */
const FIRST_SHEET_SECONDS = 1;
const POLL_MS = 20;
const GIVE_UP_MS = 180_000;

interface Page {
  page_number: number;
  status: string;
  tile_source: { Image: { Url: string; Format: string; Size: { Width: string; Height: string } } } | null;
}

/**
 * Uploads the scans to a stack of its own, as a browser does, and waits for a tile of a first sheet: what a consultant
 * waits for between dropping a map order and reading it.
 */
export async function benchFirstSheet(file: BenchFile, runs: number, log: (line: string) => void): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(cacheDir, 'bench', 'stack-'));
  const first: number[] = [];
  const whole: number[] = [];
  const upload: number[] = [];
  let stack: RunningStack | undefined;
  try {
    stack = await startStack({ dataDir, ports: 'free', env: { LOG_LEVEL: 'warn' } });
    const api = await ApiClient.signIn({ url: stack.url }, 'admin@symbio.test', 'symbio-local');
    const { data: project } = await api.post<{ data: { id: string } }>('/api/public/projects', {
      title: 'Benchmark',
      property_address: '1 Scale Street',
      property_city: 'Millbrook',
      property_state: 'OH',
      property_zip: '44876',
      client_company: 'Bench',
      due_date: '2030-01-01',
    });
    // one run is not counted: every process has then worked once
    for (let run = 0; run <= runs; run++) {
      log(run === 0 ? 'First sheet, warm-up' : `First sheet, run ${run} of ${runs}`);
      const times = await oneUpload(stack.url, api, project.id, file);
      if (run === 0) continue;
      upload.push(times.upload);
      first.push(times.first);
      whole.push(times.whole);
    }
  } finally {
    await stack?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return [
    { name: 'upload', unit: 's', values: upload },
    {
      name: 'end of upload to a tile of the first sheet',
      unit: 's',
      values: first,
      goal: { atMost: FIRST_SHEET_SECONDS },
    },
    { name: `end of upload to all ${SCANS.pages} sheets`, unit: 's', values: whole },
  ];
}

async function oneUpload(
  url: string,
  api: ApiClient,
  projectId: string,
  file: BenchFile,
): Promise<{ upload: number; first: number; whole: number }> {
  const form = new FormData();
  form.append('project_id', projectId);
  form.append('category', 'sanborn_maps');
  form.append('files', await openAsBlob(file.path, { type: 'application/pdf' }), 'scans.pdf');
  const began = performance.now();
  const { data } = await api.upload<{ data: { document?: { id: string }; error?: string }[] }>('/api/documents', form);
  const uploaded = performance.now();
  const document = data[0]?.document;
  if (!document) throw new Error(`the scans were refused: ${data[0]?.error ?? 'no answer'}`);
  await api.post('/api/document-processor', { documentId: document.id, projectId });
  let first: number | undefined;
  for (;;) {
    const { data: pages } = await api.get<{ data: Page[] }>(`/api/documents/${document.id}/pages`);
    const ready = pages.filter((page) => page.status === 'ready');
    if (first === undefined && ready[0]?.tile_source) {
      await fetchTile(url, ready[0].tile_source.Image);
      first = (performance.now() - uploaded) / 1000;
    }
    if (pages.some((page) => page.status === 'failed')) throw new Error('a page of the scans failed');
    if (first !== undefined && ready.length === SCANS.pages)
      return { upload: (uploaded - began) / 1000, first, whole: (performance.now() - uploaded) / 1000 };
    if (performance.now() - uploaded > GIVE_UP_MS)
      throw new Error(`only ${ready.length} pages after ${GIVE_UP_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}

/** One tile of the deepest level: the sheet is there in full, not only its thumbnail. */
async function fetchTile(url: string, { Url, Format, Size }: NonNullable<Page['tile_source']>['Image']): Promise<void> {
  const deepest = Math.ceil(Math.log2(Math.max(Number(Size.Width), Number(Size.Height))));
  const response = await fetch(new URL(`${Url}${deepest}/3_3.${Format}`, url));
  const bytes = await response.arrayBuffer();
  if (!response.ok || bytes.byteLength === 0) throw new Error(`the tile answered ${response.status}`);
}
