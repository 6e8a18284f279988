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
import { auditRuleOf } from '../http/audit/audit-subject.js';
import type { AuditRequests } from '../http/audit/requests.js';
import { objectIdOf, runIdOf, type KeyAudit } from '../http/auth/key-audit.js';
import { DetailedError, statusOf } from '../http/errors.js';
import {
  executorOf,
  hasDryRun,
  type CallerContext,
  type Execute,
  type Route,
  type RawInput,
  type ServeOptions,
} from '../http/serve.js';
import type { Api, Tool } from './tool.js';
import { tools } from './tools/index.js';

const INSTRUCTIONS = `Symbio holds the evidence of Phase I environmental site assessments: projects, their documents (historical maps, aerials, records), annotations on pages, and features of interest with mentions as evidence.

Find pages with search_pages or list_documents and list_pages, then call look_at_page: first the whole page, then regions. Coordinates are always pixels of the full-resolution page.
To write: start_run, then propose_annotations (marks), propose_features (sites; search with list_features first) and propose_mentions (evidence of a feature in an annotation), each with the run_id. All of these are proposals: people accept or reject them. undo_run undoes a whole run.
Corrections of sheets are not proposals: correct_title_block, correct_page_kinds and correct_volume take effect immediately, never replace another author’s correction, belong to no run and are undone by people (correct_volume also by undo_volume_correction). Correct only facts that you have seen.
Lists return "count" and continue with "cursor" or "page". Annotate only what you have seen on the page, and describe it in the narrative.`;

interface Served {
  operation: Operation;
  carry: Execute;
}

export const operationsById = (
  routes: readonly Route[],
  options: Pick<ServeOptions, 'checkAnswers'>,
): ReadonlyMap<string, Served> =>
  new Map(
    routes.map((route) => [route.operation.id, { operation: route.operation, carry: executorOf(route, options) }]),
  );

const asError = (thrown: unknown): AppError =>
  thrown instanceof DetailedError ? thrown.error : normalizeError(thrown);

/** Recorded as on their HTTP routes. */
function apiOf({ operations, context, address, audit, auditRequests }: Omit<McpOptions, 'log'>): Api {
  const { caller, requestId, ownId } = context;
  const record = ({ id, method, answer: { status } }: Operation, sent: RawInput, answer: unknown, refusal?: AppError) =>
    audit.record(caller, {
      method: method.toUpperCase(),
      operation: id,
      resourceId: sent.params['id'] ?? sent.query['id'] ?? objectIdOf(answer),
      status: refusal ? statusOf(refusal) : status,
      requestId,
      address,
      runId: runIdOf(sent, answer),
    });
  /** Audits a read as on the operation's HTTP route. */
  const auditRead = (operation: Operation, input: RawInput): void => {
    const trail = auditRuleOf(operation);
    const action = trail.actionOf(operation.method, input);
    const origin = { caller, address, requestId: ownId, clientRequestId: requestId === ownId ? '' : requestId };
    if (action)
      auditRequests.read(
        { ...origin, status: operation.answer.status },
        { ...trail.about(operation.method, input), ...action },
      );
  };
  return {
    call: async ({ id }, { params = {}, query = {}, body }, problems) => {
      const found = operations.get(id);
      if (!found) throw new Error(`no route executes ${id}`);
      const { operation, carry } = found;
      const sent = { params, query, body };
      const isRecorded = isWrite(operation.access) && caller.key !== undefined;
      if (isRecorded) await audit.ready();
      try {
        const answer = await carry(sent, context, problems);
        if (isRecorded && !hasDryRun(answer)) await record(operation, sent, answer);
        if (operation.access === 'read') auditRead(operation, sent);
        // validated against its schema if checks are on, and typed by its handler
        return answer as never;
      } catch (thrown) {
        if (isRecorded) await record(operation, sent, undefined, asError(thrown));
        throw thrown;
      }
    },
  };
}

function errorResult(error: AppError, requestId: string): CallToolResult {
  const fields = Object.entries(error.fields ?? {});
  const lines = fields.length > 1 ? fields.map(([name, message]) => `- ${name}: ${message}`) : [];
  const requestLine = statusOf(error) >= 500 ? [`(request ${requestId})`] : [];
  return { isError: true, content: [{ type: 'text', text: [error.message, ...lines, ...requestLine].join('\n') }] };
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
    // stateless: there is no stream to announce changes on
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
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
      return errorResult(error, context.requestId);
    }
  });
  return mcp;
}
