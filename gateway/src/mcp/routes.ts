import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { about } from '../http/audit/audit-subject.js';
import { type Router, type RequestHandler } from 'express';
import { invalid, type Logger } from '@symbio/runtime';
import { batchBodies } from '../http/admission/json-bodies.js';
import type { AuditRequests } from '../http/audit/requests.js';
import type { KeyAudit } from '../http/auth/key-audit.js';
import { sameOriginOnly } from '../http/same-origin.js';
import { jsonOnly, methods, shallowOnly, signedInOnly, strictRouter } from '../http/routing.js';
import { neverStored } from '../http/security-headers.js';
import { contextOf, type Route, type ServeOptions } from '../http/serve.js';
import { createMcpServer, operationsById } from './server.js';

export interface McpRoutesOptions extends Omit<ServeOptions, 'answers' | 'limits'> {
  /** Tools are built from these. */
  routes: readonly Route[];
  authenticate: RequestHandler;
  callerLimit: RequestHandler;
  admit: RequestHandler;
  audit: Pick<KeyAudit, 'ready' | 'record'>;
  auditRequests: Pick<AuditRequests, 'read'>;
  log: Logger;
}

/** Rejects JSON-RPC batches, which would bypass rate limits (dropped from the protocol in 2025-06-18). */
const oneMessage: RequestHandler = (request, _response, next) => {
  if (Array.isArray(request.body)) throw invalid('batch_refused', 'Send one message per request.');
  next();
};

/** POST /mcp: Model Context Protocol over streamable HTTP. Stateless, so any gateway can serve any request. */
export function mcpRoutes(options: McpRoutesOptions): Router {
  const { authenticate, callerLimit, admit, audit, auditRequests, log } = options;
  const operations = operationsById(options.routes, options);
  const router = strictRouter();
  const answer: RequestHandler = async (request, response) => {
    const context = contextOf(request, options);
    const server = createMcpServer({ operations, context, address: request.ip ?? '', audit, auditRequests, log });
    // stateless: no session id
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
  methods(router, '/mcp', about('tools'), {
    // origin check required by the protocol
    post: [
      neverStored,
      sameOriginOnly,
      authenticate,
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
