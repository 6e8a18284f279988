import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { about } from '../audit/audit-subject.js';
import { type Router, type RequestHandler } from 'express';
import { invalid, type Logger } from '@symbio/kit';
import { batchBodies } from '../admission/json-bodies.js';
import type { AuditRequests } from '../audit/requests.js';
import type { KeyAudit } from '../auth/key-audit.js';
import { sameOriginOnly } from '../auth/same-origin.js';
import { jsonOnly, methods, shallowOnly, signedInOnly, strictRouter } from '../routing.js';
import { neverStored } from '../security-headers.js';
import { contextOf, type Route, type ServeOptions } from '../serve.js';
import { createMcpServer, served } from './server.js';

export interface McpRoutesOptions extends Omit<ServeOptions, 'answers'> {
  /** Every operation with what carries it out: tools are made of these. */
  routes: readonly Route[];
  /** Recognises the caller. */
  recognise: RequestHandler;
  /** Counts the requests of keys and of people. */
  callerLimit: RequestHandler;
  /** Has requests wait for their turn. */
  admit: RequestHandler;
  /** Records what API keys write. */
  audit: Pick<KeyAudit, 'ready' | 'record'>;
  /** Told of what tools read. */
  auditRequests: Pick<AuditRequests, 'read'>;
  log: Logger;
}

/** A limit counts requests: several messages in one would get around it. The protocol has none since 2025-06-18. */
const oneMessage: RequestHandler = (request, _response, next) => {
  if (Array.isArray(request.body)) throw invalid('batch_refused', 'Send one message a request.');
  next();
};

/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, for the same credentials as the public API. Nothing is kept
 * between requests and every answer is JSON, so that any gateway answers any of them.
 */
export function mcpRoutes(options: McpRoutesOptions): Router {
  const { recognise, callerLimit, admit, audit, auditRequests, log } = options;
  const operations = served(options.routes, options);
  const router = strictRouter();
  const answer: RequestHandler = async (request, response) => {
    const context = contextOf(request, options.publicUrl);
    const server = createMcpServer({ operations, context, address: request.ip ?? '', audit, auditRequests, log });
    // no session: each request brings all that its answer needs
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
  methods(router, '/mcp', about('tools'), {
    // pages of other sites are kept out as the protocol asks, whatever they know
    post: [
      neverStored,
      sameOriginOnly,
      recognise,
      signedInOnly,
      callerLimit,
      jsonOnly,
      batchBodies(),
      admit,
      shallowOnly,
      oneMessage,
      answer,
    ],
  });
  return router;
}
