import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { PDF, PNG } from './access/samples.js';
import type { System } from './access/system.js';
import { everyRow, type Call } from './evidence-of-a-person.js';

interface Held {
  end: () => Promise<{ status: number; text: string }>;
}

const BOUNDARY = 'a-boundary-of-the-removed-member';

function formOf(fields: Record<string, string>, field: string, name: string, type: string, file: Buffer) {
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    first: Buffer.concat([Buffer.from(parts.join('') + head), file]),
    rest: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  };
}

export interface Removal {
  system: System;
  call: Call;
  send: (method: string, path: string, token: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
  listen: (token: string, projectId: string) => Promise<{ ended: Promise<void> }>;
  owner: string;
  member: { id: string; token: string };
  key: string;
}

function hold(
  { system }: Removal,
  token: string,
  [method, path]: [string, string],
  { type, first, rest }: { type: string; first: Buffer; rest: Buffer },
): Held {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': type,
    'transfer-encoding': 'chunked',
  };
  const sent = httpRequest(system.url + path, { method, headers });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  sent.write(first);
  return {
    end: () => {
      sent.end(rest);
      return answer;
    },
  };
}

const json = (body: unknown) => {
  const text = Buffer.from(JSON.stringify(body));
  const half = Math.floor(text.length / 2);
  return { type: 'application/json', first: text.subarray(0, half), rest: text.subarray(half) };
};

async function rowsWith(system: System, collection: string, text: string): Promise<string[]> {
  const all = await everyRow(system);
  return [...all]
    .flatMap(([place, rows]) => (place.endsWith(` ${collection}`) ? rows : []))
    .filter((row) => row.includes(text));
}

const filesWith = (system: System, text: string): string[] =>
  readdirSync(system.blobDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && `${entry.parentPath}/${entry.name}`.includes(text))
    .map(({ name }) => name);

/** Holds the requests halfway, and completes them after the removal. */
export async function removeInTheMiddle(removal: Removal, projectId: string, pageId: string, documentId: string) {
  const { system, call, send, listen, owner, member, key } = removal;
  const visit = (await call('POST', `/api/projects/${projectId}/site-visits`, owner, {
    visit_date: '2026-05-04',
    access_granted: true,
  })) as { id: string };
  const [uploadId, partId, photographId] = [newId(), newId(), newId()];
  const mark = {
    document_page_id: pageId,
    document_id: documentId,
    annotation_type: 'ellipse',
    coordinates: { centerX: 1, centerY: 1, radiusX: 1, radiusY: 1, theta: 0 },
  };
  const features = '/api/public/features';
  for (const name of ['One', 'Two', 'Three'])
    await call('POST', features, owner, { project_id: projectId, name: `Tank ${name}` });
  const firstPage = (await send('GET', `${features}?project_id=${projectId}&per_page=1`, member.token)).body as {
    next_cursor: string;
  };
  const page = (await call('GET', `/api/documents/${documentId}/pages`, member.token)) as Record<string, unknown>[];
  const address = /\/files\/t\/(\d+)\/[^"\\]+/.exec(JSON.stringify(page));

  const pdf = Buffer.concat([PDF, Buffer.alloc(70_000, ' ')]);
  const begun: Record<string, Held> = {
    upload: hold(
      removal,
      member.token,
      ['POST', '/api/documents'],
      formOf({ project_id: projectId, id: uploadId }, 'files', 'held.pdf', 'application/pdf', pdf),
    ),
    part: hold(removal, member.token, ['PUT', `/api/document-uploads/${partId}?project_id=${projectId}&offset=0`], {
      type: 'application/octet-stream',
      first: pdf,
      rest: Buffer.alloc(10, ' '),
    }),
    photograph: hold(
      removal,
      member.token,
      ['POST', `/api/projects/${projectId}/site-visits/${visit.id}/photos`],
      formOf({ id: photographId }, 'files', 'held.png', 'image/png', PNG),
    ),
    batch: hold(removal, member.token, ['POST', '/api/public/annotations/batch'], json({ items: [mark, mark] })),
    'batch by key': hold(removal, key, ['POST', '/api/public/annotations/batch'], json({ items: [mark, mark] })),
    tool: hold(
      removal,
      key,
      ['POST', '/mcp'],
      json({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_documents', arguments: { project_id: projectId } },
      }),
    ),
  };
  const stream = await listen(member.token, projectId);
  // held requests have passed the access check: their audit record or first bytes exist
  await eventually(async () => {
    expect((await rowsWith(system, 'uploads', uploadId)).length).toBe(1);
    expect((await rowsWith(system, 'photographs', photographId)).length).toBe(1);
    // of the upload and of the part: complete files have their final name
    expect(filesWith(system, '.tmp').length).toBe(2);
  });
  await call('DELETE', `/api/projects/${projectId}/members/${member.id}`, owner);

  await stream.ended;
  const answers = Object.fromEntries(
    await Promise.all(Object.entries(begun).map(async ([name, held]) => [name, await held.end()] as const)),
  );
  const asked = async (path: string, token = member.token): Promise<number> => (await send('GET', path, token)).status;
  return {
    answers,
    next: await asked(
      `${features}?project_id=${projectId}&per_page=1&cursor=${encodeURIComponent(firstPage.next_cursor)}`,
    ),
    export: await asked(`/api/projects/${projectId}/export?what=features&format=csv`),
    pages: await asked(`/api/documents/${documentId}/pages`),
    byKey: await asked(`/api/public/documents?project_id=${projectId}`, key),
    /** Seconds until the issued tile address expires. */
    addressEndsIn: Number(address?.[1]) - Date.now() / 1_000,
    left: {
      documents: await rowsWith(system, 'documents', uploadId),
      photographs: await rowsWith(system, 'photographs', photographId),
      marks: (await rowsWith(system, 'annotations', documentId)).filter((row) => row.includes(member.id)),
    },
  };
}
