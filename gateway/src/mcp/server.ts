/** MCP server for one caller: tools backed by the public API's operations. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { API_VERSION, isWrite, type Operation } from '@symbio/api';
import { normalizeError, type AppError, type Logger } from '@symbio/runtime';
import { meaningOf } from '../audit/audit-subject.js';
import type { AuditRequests } from '../audit/requests.js';
import { answeredId, runIdOf, type KeyAudit } from '../auth/key-audit.js';
import { DetailedRefusal, statusOf } from '../errors.js';
import {
  carrier,
  hasDryRun,
  type CallerContext,
  type Carry,
  type Route,
  type Sent,
  type ServeOptions,
} from '../serve.js';
import type { Api, Tool } from './tool.js';
import { tools } from './tools/index.js';

const INSTRUCTIONS = `Symbio holds the evidence of Phase I environmental site assessments: projects, their documents (historical maps, aerials, records), what is marked on pages, and features of interest with mentions as evidence.

Find pages with search_pages or list_documents and list_pages, then look_at_page: the whole first, then regions. Coordinates are always pixels of the full-resolution page.
To write: start_run, then propose_annotations (marks), propose_features (sites; look with list_features first) and propose_mentions (a feature seen in an annotation), each with the run_id. What you write so are proposals: people accept or reject them. undo_run takes all of a run back.
Corrections of sheets are no proposals: correct_title_block, correct_page_kinds and correct_volume take effect at once, replace nothing that someone else has corrected, belong to no run and are taken back by people (correct_volume by undo_volume_correction, too). Correct only what you have seen.
Lists tell "count" and go on with "cursor" or "page". Mark only what you have seen on the page, and say in the narrative what is seen.`;

interface Served {
  operation: Operation;
  carry: Carry;
}

export const served = (
  routes: readonly Route[],
  options: Pick<ServeOptions, 'checkAnswers'>,
): ReadonlyMap<string, Served> =>
  new Map(routes.map((route) => [route.operation.id, { operation: route.operation, carry: carrier(route, options) }]));

const asError = (thrown: unknown): AppError =>
  thrown instanceof DetailedRefusal ? thrown.refusal : normalizeError(thrown);

/** Executes operations for a caller. Writes by keys are recorded, as on the operation's HTTP route. */
function apiOf({ operations, context, address, audit, auditRequests }: Omit<McpOptions, 'log'>): Api {
  const { caller, requestId, ownId } = context;
  const record = ({ id, method, answer: { status } }: Operation, sent: Sent, answer: unknown, refusal?: AppError) =>
    audit.record(caller, {
      method: method.toUpperCase(),
      operation: id,
      resourceId: sent.params['id'] ?? sent.query['id'] ?? answeredId(answer),
      status: refusal ? statusOf(refusal) : status,
      requestId,
      address,
      runId: runIdOf(sent, answer),
    });
  /** Audits a read as on the operation's HTTP route. */
  const enterRead = (operation: Operation, asked: Sent): void => {
    const trail = meaningOf(operation);
    const did = trail.did(operation.method, asked);
    const asker = { caller, address, requestId: ownId, clientRequestId: requestId === ownId ? '' : requestId };
    if (did)
      auditRequests.read(
        { ...asker, status: operation.answer.status },
        { ...trail.about(operation.method, asked), ...did },
      );
  };
  return {
    call: async ({ id }, { params = {}, query = {}, body }, problems) => {
      const found = operations.get(id);
      if (!found) throw new Error(`no route carries out ${id}`);
      const { operation, carry } = found;
      const sent = { params, query, body };
      const isRecorded = isWrite(operation.access) && caller.key !== undefined;
      if (isRecorded) await audit.ready();
      try {
        const answer = await carry(sent, context, problems);
        if (isRecorded && !hasDryRun(answer)) await record(operation, sent, answer);
        if (operation.access === 'read') enterRead(operation, sent);
        // validated against its schema if checks are on, and typed by its handler
        return answer as never;
      } catch (thrown) {
        if (isRecorded) await record(operation, sent, undefined, asError(thrown));
        throw thrown;
      }
    },
  };
}

/** Error for a model: the message and each invalid field. */
function refusalOf(error: AppError, requestId: string): CallToolResult {
  const fields = Object.entries(error.fields ?? {});
  const lines = fields.length > 1 ? fields.map(([name, message]) => `- ${name}: ${message}`) : [];
  const whom = statusOf(error) >= 500 ? [`(request ${requestId})`] : [];
  return { isError: true, content: [{ type: 'text', text: [error.message, ...lines, ...whom].join('\n') }] };
}

export interface McpOptions {
  operations: ReadonlyMap<string, Served>;
  context: CallerContext;
  address: string;
  audit: Pick<KeyAudit, 'ready' | 'record'>;
  auditRequests: Pick<AuditRequests, 'read'>;
  log: Pick<Logger, 'error' | 'debug'>;
}

export function createMcpServer({ log, ...options }: McpOptions): McpServer {
  const { context } = options;
  const api = apiOf(options);
  const byName = new Map<string, Tool>(tools.map((tool) => [tool.listed.name, tool]));
  const mcp = new McpServer(
    { name: 'symbio', title: 'Symbio', version: API_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ listed }) => listed) }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given } }) => {
    const tool = byName.get(name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}".`);
    try {
      return await tool.run(given, api);
    } catch (thrown) {
      const error = asError(thrown);
      const level = statusOf(error) >= 500 ? 'error' : 'debug';
      const about = { err: error.cause ?? error, request_id: context.requestId, tool: name, code: error.reason };
      log[level](about, 'tool refused');
      return refusalOf(error, context.requestId);
    }
  });
  return mcp;
}
