import { AppError, conflict, invalid, newId, notFound } from '@symbio/runtime';
import { Screenshot, type AddScreenshotRequest, type ScreenshotHeader } from '@symbio/proto/issue';
import type { Clients } from '../../clients.js';
import { closeServers } from '../../testing.js';
import { servePublic } from '../testing.js';
import { screenshots } from './screenshots.js';

afterEach(closeServers);

const ISSUE = newId();
/** Maximum screenshots per issue (OP-36). */
const MOST = 10;

const REFUSALS: Readonly<Record<string, () => AppError>> = {
  'no picture': () => invalid('not_an_image', 'Only image files are allowed'),
  'too large': () => new AppError('OUT_OF_RANGE', 'file_too_large', 'Screenshots must be smaller than 10 MB'),
};

async function gateway() {
  const kept: ScreenshotHeader[] = [];
  const issue = {
    listScreenshots: () => Promise.reject(notFound('Issue')),
    async addScreenshot(requests: AsyncIterable<AddScreenshotRequest>) {
      let header: ScreenshotHeader | undefined;
      let words = '';
      for await (const { part } of requests) {
        if (part?.$case === 'header') header = part.value;
        else if (part?.$case === 'chunk') words += String(part.value);
      }
      if (!header) throw new Error('no header');
      if (header.issueId !== ISSUE) throw notFound('Issue');
      const refusal = REFUSALS[words];
      if (refusal) throw refusal();
      if (kept.length >= MOST) throw conflict('too_many_screenshots', 'An issue can have at most 10 screenshots');
      kept.push(header);
      return { screenshot: Screenshot.fromPartial({ id: header.id, fileName: header.fileName, url: '/files/p' }) };
    },
  };
  const clients = { issue } as unknown as Pick<Clients, 'issue'>;
  const { origin } = await servePublic(screenshots(clients), { publicUrl: 'https://symbio.example' });
  const url = `${origin}/issues/screenshots`;
  const post = async (files: { id?: string; words: string; name: string }[], on = ISSUE, headers = {}) => {
    const form = new FormData();
    for (const { id, words, name } of files) {
      if (id) form.append('id', id);
      form.append('files', new Blob([words]), name);
    }
    const response = await fetch(`${url}?issue_id=${on}`, { method: 'POST', body: form, headers });
    const body = (await response.json()) as {
      error?: string;
      fields?: Record<string, string>;
      data?: { screenshot?: { id: string; file_name: string; url: string }; error?: string; file_name?: string }[];
    };
    return { status: response.status, error: body.error, fields: body.fields, items: body.data ?? [] };
  };
  return { url, post, kept };
}

describe('adding screenshots to an issue (OP-36, ISSUE-34, CONST-22)', () => {
  it('returns a result per file: an error, or the screenshot', async () => {
    const { post, kept } = await gateway();
    const id = newId();
    const { status, items } = await post([
      { id, words: 'a picture', name: 'red.png' },
      { words: 'no picture', name: 'notes.png' },
      { words: 'too large', name: 'wall.png' },
      { words: 'a picture', name: 'blue.png' },
    ]);
    expect(status).toBe(201);
    expect(items).toMatchObject([
      { screenshot: { id, file_name: 'red.png', url: 'https://symbio.example/files/p' } },
      { error: 'Only image files are allowed', file_name: 'notes.png' },
      { error: 'Screenshots must be smaller than 10 MB', file_name: 'wall.png' },
      { screenshot: { file_name: 'blue.png' } },
    ]);
    expect(kept.map(({ fileName }) => fileName)).toEqual(['red.png', 'blue.png']);
  });

  it('is 400 if no file is accepted, with the reason of each', async () => {
    const { post, kept } = await gateway();
    const answer = await post([
      { words: 'no picture', name: 'notes.png' },
      { words: 'too large', name: 'wall.png' },
    ]);
    expect(answer).toMatchObject({
      status: 400,
      fields: {
        files: 'notes.png: Only image files are allowed; wall.png: Screenshots must be smaller than 10 MB',
      },
    });
    expect(kept).toEqual([]);
  });

  it('accepts at most ten; the eleventh gets an error', async () => {
    const { post } = await gateway();
    const files = Array.from({ length: MOST + 1 }, (_, at) => ({ words: 'a picture', name: `${at}.png` }));
    const { items } = await post(files);
    expect(items.filter(({ screenshot }) => screenshot)).toHaveLength(MOST);
    expect(items.filter(({ error }) => error === 'An issue can have at most 10 screenshots')).toHaveLength(1);
  });

  it('rejects unknown fields (OP-36)', async () => {
    const { url, kept } = await gateway();
    const form = new FormData();
    form.append('caption', 'The red button');
    form.append('files', new Blob(['a picture']), 'a.png');
    const answer = await fetch(`${url}?issue_id=${ISSUE}`, { method: 'POST', body: form });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { caption: 'Unknown field "caption"' } });
    expect(kept).toEqual([]);
  });

  it('derives the same ids when the form is repeated with its Idempotency-Key', async () => {
    const { post } = await gateway();
    const key = { 'idempotency-key': 'once' };
    const [first, second] = [
      await post([{ words: 'a picture', name: 'a.png' }], ISSUE, key),
      await post([{ words: 'a picture', name: 'a.png' }], ISSUE, key),
    ];
    expect(first.items[0]?.screenshot?.id).toBe(second.items[0]?.screenshot?.id);
    const other = await post([{ words: 'a picture', name: 'a.png' }], ISSUE, { 'idempotency-key': 'another' });
    expect(other.items[0]?.screenshot?.id).not.toBe(first.items[0]?.screenshot?.id);
  });

  it('names an unknown issue (OP-36)', async () => {
    const { url } = await gateway();
    const answer = await fetch(`${url}?issue_id=${newId()}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ fields: { issue_id: 'Issue not found' } });
  });

  it('requires an existing issue, a form, and a file', async () => {
    const { url, post } = await gateway();
    expect(await post([{ words: 'a picture', name: 'a.png' }], newId())).toMatchObject({ status: 404 });
    expect(await post([{ words: 'a picture', name: 'a.png' }], 'none')).toMatchObject({ status: 404 });
    expect(await post([])).toMatchObject({ status: 400 });
    const json = await fetch(`${url}?issue_id=${ISSUE}`, { method: 'POST', body: '{}' });
    expect(json.status).toBe(415);
  });
});
