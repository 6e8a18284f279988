/**
 * Mass assignment (ASVS 15.3.3): no body accepts undeclared fields at any depth; fields with names the product writes
 * are listed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appOperations, openApiDocument, operations } from '@symbio/api';
import { repoRoot } from '@symbio/fixtures/paths';
import { tools } from '../mcp/tools/index.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Every object in a schema, with its path. @param definitions by name, for references */
function objectsOf(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  at: string,
  seen: readonly string[] = [],
): { at: string; schema: Schema }[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const named = definitions[name];
    return named && !seen.includes(name) ? objectsOf(named, definitions, at, [...seen, name]) : [];
  }
  const inside = [
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map((one) => [at, one] as const),
    ...(schema.items ? [[`${at}[]`, schema.items] as const] : []),
    ...Object.entries(schema.properties ?? {}).map(([name, one]) => [`${at}.${name}`, one] as const),
  ];
  const own = schema.properties || schema.type === 'object' ? [{ at, schema }] : [];
  return [...own, ...inside.flatMap(([to, one]) => objectsOf(one, definitions, to, seen))];
}

interface Document {
  paths: Record<
    string,
    Record<string, { operationId?: string; requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
  components: { schemas: Record<string, Schema> };
}
const documents = [openApiDocument(operations), openApiDocument(appOperations, 'app')] as unknown as Document[];
const bodies = documents.flatMap(({ paths, components: { schemas } }) =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId = '', requestBody: { content = {} } = {} }) => {
      const { schema } = content['application/json'] ?? content['application/x-www-form-urlencoded'] ?? {};
      return schema ? objectsOf(schema, schemas, operationId) : [];
    }),
);
const toolBodies = tools.flatMap(({ listed }) => objectsOf(listed.inputSchema as Schema, {}, `tool ${listed.name}`));
const all = [...bodies, ...toolBodies];

/** Objects with client keys: never spread into a row. */
const FREE = /\.(?:metadata|attributes|model_info)$/;

const OF_ROWS =
  /^(?:_id|__v|rev|revision|version|role|roles|permissions|is_?admin|status|state|created_?(?:at|by)|updated_?(?:at|by)|deleted_?(?:at|by)|removal|purge_?at|outbox|owner_?id|user_?id|author_?id|api_?key_?id|uploaded_?by|added_?by|reviewed_?(?:at|by)|scopes|via|disabled|secret|hash|sha256)$/i;

it('every object of a request body has only declared fields', () => {
  expect(all.length).toBeGreaterThan(60);
  const open = all.filter(({ schema, at }) => schema.additionalProperties !== false && !FREE.test(at));
  expect([...new Set(open.map(({ at }) => at))]).toEqual([]);
});

it('fields named like the product’s own are listed with their purpose', () => {
  const found = all.flatMap(({ at, schema }) =>
    Object.keys(schema.properties ?? {})
      .filter((name) => OF_ROWS.test(name))
      .map((name) => `${at}.${name}`),
  );
  expect([...new Set(found)].sort()).toEqual(Object.values(KNOWN).flat().sort());
});

/** Legitimate uses of such names. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'the moment that the caller has read the thing at: compared with the row, never written to it': [
    'correctTitleBlock.updated_at',
    'saveAssessment.updated_at',
    'saveCoverage.updated_at',
    'updateGap.updated_at',
    'updateInterview.updated_at',
    'updateLienSearch.updated_at',
    'saveReportSection.updated_at',
    'saveBoundary.updated_at',
    'importGeoreference.updated_at',
    'saveGeoreference.updated_at',
    'saveSearchRadii.updated_at',
    'saveSite.updated_at',
    'acceptGeoreference.updated_at',
    'tool correct_title_block.updated_at',
    'updateAnnotation.updated_at',
    'updateComment.updated_at',
    'updateEvidenceComment.updated_at',
    'updateFeature.updated_at',
    'updateIssue.updated_at',
    'updateMention.updated_at',
    'updateProject.updated_at',
    'updateWebhook.updated_at',
    'associateAnnotation.updated_at',
    'saveAlignment.updated_at',
    'updateDocument.updated_at',
    'updateSiteVisit.updated_at',
    'decideRecordAdjoining.revision',
    'placeRecord.revision',
    'updateAgencyRequest.revision',
    'confirmRadiusReport.revision',
    'decideRecordHit.revision',
    'saveSplit.revision',
    'tool adjust_split.revision',
  ],
  'an author that the caller may speak for, and no other (packages/project-access/src/authorship.ts)': [
    'createAnnotation.author_id',
    'createAnnotations.items[].author_id',
    'createFeature.author_id',
    'createMention.author_id',
    'createMentions.items[].author_id',
    'createRun.author_id',
    'tool propose_annotations.items[].author_id',
    'tool propose_features.items[].author_id',
    'tool propose_mentions.items[].author_id',
    'tool start_run.author_id',
  ],
  'a filter of what is counted': ['tool read_scorecard.author_id'],
  'what people set of a thing that they may change: a word of a vocabulary': [
    'changeIssues.status',
    'createIssue.status',
    'createProject.status',
    'updateIssue.status',
    'updateProject.status',
    'updateWebhook.status',
  ],
  'rights of people, which the services grant by the caller’s permissions': [
    'addMember.role',
    'addMember.user_id',
    'changeMemberRole.role',
    'createApiKey.author_id',
    'createApiKey.user_id',
    'inviteMember.role',
    'updateUser.disabled',
    'updateUser.role',
  ],
  'whom a person asked': ['createInterview.role', 'updateInterview.role'],
  'a hash that the service compares with its own': [
    'findKnownDocuments.sha256',
    'finishListUpload.sha256',
    'finishUpload.sha256',
  ],
  'the column of an agency list for a field of its records': [
    'nameDataSetColumns.columns.state',
    'nameDataSetColumns.columns.status',
  ],
  'the state that gave a licence to the caller': ['saveQualification.qualification.state'],
  'narrows a list to what the caller may see anyway': [
    'tool list_annotations.author_id',
    'tool list_features.author_id',
    'tool list_mentions.author_id',
    'tool list_determinations.status',
    'tool list_projects.status',
  ],
};

it('bodies are read by their declared schema only', () => {
  const source = path.join(repoRoot, 'gateway', 'src');
  const reading = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /\brequest\.body\b/.test(readFileSync(path.join(source, file), 'utf8')));
  expect(reading.sort()).toEqual([
    // rate limits, idempotency hash, nesting depth, operations, assistant tools
    'http/auth/rate-limits.ts',
    'http/idempotency.ts',
    'http/routing.ts',
    'http/serve.ts',
    'mcp/routes.ts',
  ]);
});
