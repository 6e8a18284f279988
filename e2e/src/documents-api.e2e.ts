import { jest } from '@jest/globals';
import sharp from 'sharp';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import {
  Api,
  eventually,
  stackUrl,
  type Document,
  type Many,
  type One,
  type Page,
  type Project,
} from './api-client.js';
import { corpusFile, hasCorpus } from './corpus.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

let staff: Api;
let customer: Api;

beforeAll(async () => {
  staff = await Api.signIn('staff@symbio.test');
  customer = await Api.signIn('customer@symbio.test');
});

async function rejectProposals(projectId: string): Promise<void> {
  const { data } = (
    await staff.get<Many<{ id: string; author_type: string; decisions: unknown[] }>>(
      `/api/projects/${projectId}/annotations`,
    )
  ).body;
  for (const { id, author_type, decisions } of data)
    if (author_type === 'ai_agent' && decisions.length === 0)
      await staff.post(`/api/annotations/${id}/review`, { action: 'reject', reason: 'Not on the property' });
}

describe('from a PDF to evidence', () => {
  let project: Project;
  let document: Document;
  let pages: Page[];

  beforeAll(async () => {
    project = await staff.createProject('Gas works on the river');
  });

  it('a sheet is uploaded, processed and cut into tiles that hold the picture (DOC-16, DOC-31, VIEW, DATA-08)', async () => {
    const { pdf } = await makeTestSheetPdf({ sheets: 2 });
    document = await staff.uploadOne(project.id, 'sheets 1896.pdf', pdf, 'sanborn_maps');
    expect(document).toMatchObject({ category: 'sanborn_maps', mime_type: 'application/pdf', file_size: pdf.length });
    expect(document.file_path).toContain(`projects/${project.id}/documents/`);
    const done = await staff.process(document, project.id);
    expect(done).toMatchObject({ total_pages: 2, processing_error: '' });
    ({ data: pages } = (await staff.get<Many<Page>>(`/api/documents/${document.id}/pages`)).body);
    expect(pages.map(({ page_number, status }) => [page_number, status])).toEqual([
      [1, 'ready'],
      [2, 'ready'],
    ]);
    const [page] = pages;
    expect(page).toMatchObject({ width: 1600, height: 1900, metadata: { page_type: 'sanborn_map' } });

    const image = page?.tile_source?.Image;
    const top = Math.ceil(Math.log2(1900));
    const tile = await fetch(`${stackUrl()}${image?.Url}${top}/0_0.${image?.Format}`);
    expect(tile.status).toBe(200);
    expect(tile.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(Buffer.from(await tile.arrayBuffer())).metadata()).toMatchObject({ width: 512, height: 512 });
    for (let level = 0; level <= top; level++)
      expect((await fetch(`${stackUrl()}${image?.Url}${level}/0_0.${image?.Format}`)).status).toBe(200);
    const thumbnail = await fetch(`${stackUrl()}${page?.thumbnail_url}`);
    expect(thumbnail.status).toBe(200);
    const full = await fetch(`${stackUrl()}${page?.image_url}`);
    expect(await sharp(Buffer.from(await full.arrayBuffer())).metadata()).toMatchObject({ width: 1600, height: 1900 });
  });

  it('files answer ranges, and only under a signature that is theirs and fresh (CONST-03)', async () => {
    const { body } = await staff.get<One<Document>>(`/api/documents/${document.id}`);
    const url = `${stackUrl()}${body.data.file_url}`;
    const part = await fetch(url, { headers: { range: 'bytes=0-4' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('%PDF-');
    expect((await fetch(url.replace(document.id, project.id))).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
    const tiles = pages[0]?.tile_source?.Image.Url ?? '';
    expect((await fetch(`${stackUrl()}${tiles.replace('/1/', '/2/')}0/0_0.jpg`)).status).toBe(403);
  });

  it('downloads come under the file’s own name (DOC-08)', async () => {
    const { body } = await staff.get<One<{ url: string }>>(`/api/documents/${document.id}/download-url`);
    const file = await fetch(`${stackUrl()}${body.data.url}`);
    expect(file.status).toBe(200);
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toMatch(/attachment.*sheets 1896\.pdf/);
  });

  it('an ellipse becomes a mention of a feature with a history, and others hear of it at once (FEAT-19, ANN, DATA-10 to DATA-18)', async () => {
    const received: string[] = [];
    const stream = new AbortController();
    const events = await fetch(`${stackUrl()}/api/events?project_id=${project.id}`, {
      headers: await staff.authorization(),
      signal: stream.signal,
    });
    const reading = (async () => {
      for await (const chunk of events.body ?? []) received.push(Buffer.from(chunk as Uint8Array).toString());
    })().catch(() => undefined);
    // earlier events are not delivered
    await eventually(() => Promise.resolve(expect(received.join('')).toContain(': listening')));

    const coordinates = { centerX: 400, centerY: 500, radiusX: 80, radiusY: 60, theta: 0 };
    const annotation = await staff.post<One<{ id: string; author_type: string; content: string }>>(
      '/api/public/annotations',
      {
        document_page_id: pages[0]?.id,
        document_id: document.id,
        annotation_type: 'ellipse',
        coordinates,
      },
    );
    expect(annotation).toMatchObject({
      status: 201,
      body: { data: { author_type: 'human', content: 'label', coordinates, annotation_type: 'ellipse' } },
    });
    expect((await staff.get(`/api/annotations/${annotation.body.data.id}`)).body).toMatchObject({
      data: { document_id: document.id, coordinates },
    });
    const feature = await staff.post<One<{ id: string }>>('/api/public/features', {
      project_id: project.id,
      name: 'East River Gas Works',
      land_use: ['gas_holder_site'],
      coordinate: '(-73.9757,40.7359)',
    });
    expect(feature).toMatchObject({ status: 201, body: { data: { coordinate: '(-73.9757,40.7359)' } } });
    const mention = await staff.post<One<{ id: string; history_count: number }>>('/api/public/mentions', {
      feature_of_interest_id: feature.body.data.id,
      source_annotation_id: annotation.body.data.id,
      narrative: 'Two gas holders north of 21st Street',
    });
    expect(mention).toMatchObject({
      status: 201,
      body: { data: { current_confidence: 10, current_use_type: 'confirmed', history_count: 1 } },
    });
    const changed = await staff.put(`/api/public/mentions?id=${mention.body.data.id}`, {
      narrative: 'Two gas holders and an oil tank',
      confidence: 8,
    });
    expect(changed).toMatchObject({ status: 200, body: { data: { history_count: 2, current_confidence: 8 } } });
    const history = await staff.get<Many<{ status: string; narrative: string; author?: object }>>(
      `/api/public/mention-history?feature_id=${feature.body.data.id}&include=author`,
    );
    expect(history.body.data.map(({ status, narrative }) => [status, narrative])).toEqual([
      ['active', 'Two gas holders and an oil tank'],
      ['superseded', 'Two gas holders north of 21st Street'],
    ]);
    expect(history.body.data[0]?.author).toMatchObject({ author_type: 'human' });
    const near = await staff.get<Many<{ distance_m: number }>>(
      `/api/public/features?project_id=${project.id}&near=-73.9757,40.7362&radius=50`,
    );
    expect(near.body.data[0]?.distance_m).toBeCloseTo(33.3, 0);
    await eventually(async () => {
      const all = received.join('');
      for (const entity of ['annotation', 'feature', 'mention']) expect(all).toContain(`"entity":"${entity}"`);
      await Promise.resolve();
    });
    stream.abort();
    await reading;
    // the dashboard updates (OP-04, PROJ-15): full once no proposal is undecided
    await eventually(async () => {
      await rejectProposals(project.id);
      const { body } = await staff.get<One<Project>>(`/api/public/projects?id=${project.id}`);
      expect(body.data).toMatchObject({
        has_annotations: true,
        progress: { insights: 'full', data: { pages: 'full' } },
      });
    });
  });

  it('a stranger sees nothing of it', async () => {
    for (const path of [
      `/api/documents/${document.id}`,
      `/api/documents/${document.id}/pages`,
      `/api/public/features?project_id=${project.id}`,
      `/api/public/mentions?project_id=${project.id}`,
      `/api/events?project_id=${project.id}`,
      `/api/public/annotations?document_page_id=${pages[0]?.id}`,
    ])
      expect([path, (await customer.get(path)).status]).toEqual([path, 404]);
  });

  it('the job reports its results (DATA-19, JOB-20)', async () => {
    const job = await eventually(async () => {
      const { body } = await staff.get<Many<{ id: string; status: string; document_filename: string }>>(
        `/api/jobs?project_id=${project.id}`,
      );
      expect(body.data[0]).toMatchObject({ status: 'completed', document_filename: 'sheets 1896.pdf' });
      return body.data[0];
    });
    const logs = await staff.get<string>(`/api/jobs/${job?.id}/logs`);
    expect(logs.headers.get('content-type')).toContain('text/plain');
    expect(logs.body.split('\n').length).toBeGreaterThan(1);
  });

  it('deletes, restores and permanently deletes a document with its pages, files and annotations (DOC-05, DOC-06)', async () => {
    const fileUrl = pages[0]?.thumbnail_url ?? '';
    const annotations = async () =>
      (await staff.get<Many<{ id: string; author_type: string }>>(`/api/public/annotations?document_id=${document.id}`))
        .body.data;
    const sources = async () =>
      (
        await staff.get<Many<{ source_annotation_id: string }>>(`/api/public/mentions?project_id=${project.id}`)
      ).body.data
        .map(({ source_annotation_id: id }) => id)
        .sort();
    const before = { annotations: (await annotations()).map(({ id }) => id), sources: await sources() };
    expect(before.annotations.length).toBeGreaterThan(0);
    const gone = async () => {
      expect((await fetch(`${stackUrl()}${fileUrl}`)).status).toBe(404);
      expect((await staff.get(`/api/public/annotations?document_id=${document.id}`)).status).toBe(404);
    };
    expect((await staff.delete(`/api/documents/${document.id}`)).body).toEqual({ success: true });
    expect((await staff.get(`/api/documents/${document.id}`)).status).toBe(404);
    await eventually(gone);
    const { data: deleted } = (await staff.get<Many<Document>>(`/api/deleted-documents?project_id=${project.id}`)).body;
    expect(deleted.map(({ id }) => id)).toEqual([document.id]);

    expect((await staff.post(`/api/documents/${document.id}/restore`, {})).status).toBe(200);
    expect((await fetch(`${stackUrl()}${fileUrl}`)).status).toBe(200);
    // once each; pages processed since may have added proposals
    await eventually(async () => {
      const there = await annotations();
      const ids = there.map(({ id }) => id);
      const [later, back] = [there.filter(({ id }) => !before.annotations.includes(id)), await sources()];
      expect(ids.filter((id) => before.annotations.includes(id))).toEqual(before.annotations);
      expect(later.filter(({ author_type: type }) => type !== 'ai_agent')).toEqual([]);
      expect(back.filter((id) => before.sources.includes(id))).toEqual(before.sources);
      expect(back.filter((id) => !before.sources.includes(id) && !ids.includes(id))).toEqual([]);
    });

    expect((await staff.delete(`/api/documents/${document.id}`)).status).toBe(200);
    expect((await staff.delete(`/api/deleted-documents/${document.id}`)).body).toEqual({ success: true });
    await eventually(gone);
    expect((await staff.post(`/api/documents/${document.id}/restore`, {})).status).toBe(404);
  });
});

describe('bad input', () => {
  let project: Project;
  beforeAll(async () => {
    project = await staff.createProject('Bad input');
  });

  it('files that are no PDF, or empty, are refused with a sentence while the others are kept (DOC-12, DOC-14, OP-16)', async () => {
    const { pdf } = await makeTestSheetPdf({ width: 400 });
    const { status, body } = await staff.upload(project.id, [
      { name: 'letter.pdf', bytes: Buffer.from('Dear Sir or Madam') },
      { name: 'nothing.pdf', bytes: Buffer.alloc(0) },
      { name: 'good.pdf', bytes: pdf },
    ]);
    expect(status).toBe(201);
    expect(body.data.map(({ document }) => document?.file_name)).toEqual([undefined, undefined, 'good.pdf']);
    expect(body.data[0]).toMatchObject({
      file_name: 'letter.pdf',
      error: expect.stringMatching(/not supported|no PDF|not a PDF/i) as string,
    });
    expect(body.data[1]).toMatchObject({ file_name: 'nothing.pdf', error: expect.stringMatching(/empty/i) as string });
  });

  it('hostile PDFs end in a plain sentence on document and job, the worker survives, the next job runs', async () => {
    const names = [
      'empty_protected.pdf',
      'pr6531_1.pdf',
      'bomb_giant.pdf',
      'xref_command_missing.pdf',
      'poppler-395-0-fuzzed.pdf',
    ];
    const hostile = hasCorpus('pdf') ? names.map((name) => ({ name, bytes: corpusFile(`pdf/${name}`) })) : [];
    const { pdf } = await makeTestSheetPdf({ width: 400 });
    const cut = { name: 'cut-off.pdf', bytes: pdf.subarray(0, 300) };
    for (const { name, bytes } of [...hostile, cut]) {
      const document = await staff.uploadOne(project.id, name, bytes, 'sanborn_maps');
      const done = await staff.process(document, project.id);
      if (done.processing_status === 'failed') {
        expect([name, done.processing_error]).toEqual([name, expect.stringMatching(/^[A-Z].{15,}[.!]$/)]);
        expect(done.processing_error).not.toMatch(/undefined|Error:|exception|at .*\.js|null/);
        await eventually(async () => {
          const { body } = await staff.get<Many<{ status: string; error_message: string }>>(
            `/api/jobs?document_id=${document.id}`,
          );
          expect(body.data[0]).toMatchObject({ status: 'failed', error_message: done.processing_error });
        });
      } else expect(done.total_pages).toBeGreaterThan(0);
    }
    const good = await staff.uploadOne(project.id, 'after.pdf', pdf, 'sanborn_maps');
    expect(await staff.process(good, project.id)).toMatchObject({ total_pages: 1, processing_error: '' });
  });
});
