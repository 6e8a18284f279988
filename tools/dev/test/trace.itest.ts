import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@symbio/runtime/testing';
import { PAGES, pdfOf } from '@symbio/page-engine/testing';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { startStack, type RunningStack } from '../stack.js';

/** What of an exported batch of spans is looked at (OTLP/HTTP, JSON encoding). */
interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { traceId: string; spanId: string; parentSpanId?: string; name: string }[] }[];
  }[];
}

interface Span {
  process: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

const spans: Span[] = [];

function keep(batch: Batch): void {
  for (const { resource, scopeSpans } of batch.resourceSpans) {
    const process = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    for (const { traceId, spanId, parentSpanId = '', name } of scopeSpans.flatMap((scope) => scope.spans))
      spans.push({ process, name, traceId, spanId, parentSpanId });
  }
}

describe('one request of a user', () => {
  let collector: http.Server;
  let stack: RunningStack;
  let dataDir: string;
  let authorization: string;

  beforeAll(async () => {
    collector = http.createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        // the SDK exports metrics and logs, too, in another encoding
        if (request.url === '/v1/traces') keep(JSON.parse(body) as Batch);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-trace-'));
    stack = await startStack({
      dataDir,
      ports: 'free',
      only: ['document-worker', 'gateway'],
      env: {
        ...{ MONGODB_URI: '', NATS_URL: '', KEYCLOAK_URL: '', SMTP_URL: '', WORKERS: '1' },
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_BSP_SCHEDULE_DELAY: '200',
      },
    });
    const signedIn = await fetch(`${stack.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'staff@symbio.test', password: LOCAL_PASSWORD }),
    });
    authorization = `Bearer ${((await signedIn.json()) as { access_token: string }).access_token}`;
  });
  afterAll(async () => {
    await stack.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    await new Promise((resolve) => collector.close(resolve));
  });

  const post = async <T>(where: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const form = body instanceof FormData;
    const response = await fetch(`${stack.url}${where}`, {
      method: 'POST',
      headers: { authorization, ...(form ? {} : { 'content-type': 'application/json' }), ...headers },
      body: form ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as T;
    expect([response.ok, answer]).toEqual([true, answer]);
    return answer;
  };

  it('is one trace from the gateway through the services and NATS to the worker and back', async () => {
    const project = await post<{ data: { id: string } }>('/api/public/projects', {
      title: 'Traced',
      due_date: '2027-03-31',
      property_address: '401 East 21st Street',
      property_city: 'New York',
      property_state: 'NY',
      property_zip: '10010',
      client_company: 'Gashouse District Partners',
      client_email: 'desk@gashouse.example',
    });
    const form = new FormData();
    form.append('project_id', project.data.id);
    form.append(
      'files',
      new Blob([new Uint8Array(pdfOf(['<</Type/Catalog/Pages 2 0 R>>', ...PAGES]))], { type: 'application/pdf' }),
      'sheet.pdf',
    );
    const upload = await post<{ data: [{ document: { id: string } }] }>('/api/documents', form);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const caller = 'b7ad6b7169203331';
    await post(
      '/api/document-processor',
      { documentId: upload.data[0].document.id, projectId: project.data.id },
      { traceparent: `00-${traceId}-${caller}-01` },
    );
    await eventually(() => {
      const trace = spans.filter((span) => span.traceId === traceId);
      expect([...new Set(trace.map(({ process }) => process))]).toEqual(
        expect.arrayContaining(['gateway', 'document', 'job', 'document-worker']),
      );
      // the worker's calls lead back to services, and nothing in it hangs in the air
      expect(trace.map(({ name }) => name)).toEqual(
        expect.arrayContaining([expect.stringContaining('CreateJob'), expect.stringContaining('CompleteAttempt')]),
      );
      const known = new Set([caller, ...trace.map(({ spanId }) => spanId)]);
      expect(trace.filter(({ parentSpanId }) => !known.has(parentSpanId))).toEqual([]);
    });
  });
});
