import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@symbio/runtime/testing';
import { ApiClient } from '@symbio/fixtures/api-client';
import { jsonParts } from '@symbio/fixtures/http-client';
import { listening } from '@symbio/fixtures/ports';
import { PAGES, pdfOf } from '@symbio/fixtures/plain-pdf';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { makeProject, upload } from '../../lab/harness/world.js';
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

/** Longest wait for the attempt in milliseconds: its child process can take a minute to start. */
const WHOLE_ATTEMPT_MS = 180_000;

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
  let client: ApiClient;

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
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-trace-'));
    stack = await startStack({
      dataDir,
      ports: 'free',
      only: ['document-worker', 'gateway'],
      env: {
        ...{ MONGODB_URI: '', NATS_URL: '', KEYCLOAK_URL: '', SMTP_URL: '', WORKERS: '1' },
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await listening(collector)}`,
        OTEL_BSP_SCHEDULE_DELAY: '200',
      },
    });
    client = await ApiClient.signIn({ url: stack.url }, 'staff@symbio.test', LOCAL_PASSWORD);
  });
  afterAll(async () => {
    client.http.close();
    await stack.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    await new Promise((resolve) => collector.close(resolve));
  });

  it(
    'is one trace from the gateway through the services and NATS to the worker and back',
    async () => {
      const projectId = await makeProject(client, 'Traced');
      const pdf = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', ...PAGES]);
      const documentId = await upload(client, projectId, 'sheet.pdf', pdf);
      const traceId = '0af7651916cd43dd8448eb211c80319c';
      const caller = 'b7ad6b7169203331';
      const { headers, body } = jsonParts({ documentId, projectId });
      const traced = { ...headers, traceparent: `00-${traceId}-${caller}-01` };
      await client.call('POST', '/api/document-processor', { headers: traced, body });
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
      }, WHOLE_ATTEMPT_MS);
    },
    2 * WHOLE_ATTEMPT_MS,
  );
});
