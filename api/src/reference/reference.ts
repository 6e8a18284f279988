import { ACCESSES, type Access } from '../access.js';
import {
  resolved,
  type ApiDocument,
  type Example,
  type OperationObject,
  type ParameterObject,
  type Schema,
} from './document.js';
import { fieldOf, shapesOf, typeOf, type Field, type Shape } from './fields.js';
import { sampleOf } from './sample-values.js';

/** Successful response. */
export interface ReferenceAnswer {
  status: number;
  description: string;
  contentTypes: string[];
  /** Empty unless JSON. */
  shapes: Shape[];
  headers: { name: string; description: string }[];
  /** Example; undefined unless JSON. */
  sample: unknown;
}

/** Older operation at the same address, selected by a parameter. */
export interface ReferenceVariant {
  id: string;
  selector: string;
  summary: string;
  /** Equivalent operation. */
  insteadUse: string | undefined;
}

export interface ReferenceOperation {
  /** Its anchor: `createAnnotation`. */
  id: string;
  method: string;
  /** Below the prefix. */
  path: string;
  tag: string;
  summary: string;
  /** Markdown. */
  description: string;
  access: Access;
  params: Field[];
  query: Field[];
  headers: Field[];
  body: { contentType: string; type: string; shapes: Shape[] } | undefined;
  answer: ReferenceAnswer;
  refusals: { status: number; description: string }[];
  example: Example;
  variants: ReferenceVariant[];
}

export interface ReferenceGroup {
  name: string;
  description: string;
  operations: ReferenceOperation[];
}

export interface Reference {
  title: string;
  version: string;
  /** Markdown: general rules. */
  about: string;
  prefix: string;
  groups: ReferenceGroup[];
  /** Number of operations including older forms. */
  count: number;
}

const COMMON_HEADERS = new Set(['X-Request-Id', 'Symbio-Version']);

/** Describes the operations of a document. */
class ReferenceBuilder {
  constructor(private readonly document: ApiDocument) {}

  private get schemas(): Record<string, Schema> | undefined {
    return this.document.components?.schemas;
  }

  private parameters(all: readonly ParameterObject[], place: string): Field[] {
    return all
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, description, deprecated, schema = {} }) => {
        const field = fieldOf(name, schema, required === true, this.schemas);
        return { ...field, description: description ?? field.description, deprecated: deprecated ?? field.deprecated };
      });
  }

  private answer(operation: OperationObject, main: number, example: Example): ReferenceAnswer {
    const entries = Object.entries(operation.responses ?? {});
    const [status, response] = entries.find(([code]) => code.startsWith('2')) ?? ['200', {}];
    const { description = '', content = {}, headers = {} } = resolved(response, this.document.components?.responses);
    const schema = content['application/json']?.schema;
    const variants = operation['x-symbio-variants']?.length ?? 1;
    // variant responses are in variant order
    const own = variants > 1 && schema?.anyOf?.length === variants ? schema.anyOf[main] : schema;
    const known = typeof example.body === 'object' && example.body !== null ? example.body : {};
    return {
      status: Number(status),
      description,
      contentTypes: Object.keys(content),
      shapes: own ? shapesOf(own, this.schemas) : [],
      headers: Object.entries(headers)
        .filter(([name]) => !COMMON_HEADERS.has(name))
        .map(([name, header]) => ({
          name,
          description: resolved(header, this.document.components?.headers).description ?? '',
        })),
      sample: own ? sampleOf(own, this.schemas, known as Record<string, unknown>) : undefined,
    };
  }

  operation(path: string, method: string, operation: OperationObject): ReferenceOperation {
    const { operationId: id, parameters = [], requestBody } = operation;
    const variants = operation['x-symbio-variants'] ?? [];
    const main = Math.max(
      0,
      variants.findIndex((variant) => variant.id === id),
    );
    const example = operation['x-symbio-example'] ?? {};
    const [contentType, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const access = operation['x-symbio-access'];
    return {
      id,
      method,
      path,
      tag: operation.tags?.[0] ?? '',
      summary: operation.summary ?? id,
      description: operation.description ?? '',
      access: ACCESSES.find((known) => known === access) ?? 'write',
      params: this.parameters(parameters, 'path'),
      query: this.parameters(parameters, 'query'),
      headers: this.parameters(parameters, 'header'),
      body:
        contentType !== undefined && media?.schema
          ? { contentType, type: typeOf(media.schema), shapes: shapesOf(media.schema, this.schemas) }
          : undefined,
      answer: this.answer(operation, main, example),
      refusals: Object.entries(operation.responses ?? {})
        .filter(([status]) => !status.startsWith('2'))
        .map(([status, response]) => ({
          status: Number(status),
          description: resolved(response, this.document.components?.responses).description ?? '',
        })),
      example,
      variants: variants.flatMap(({ id: name, selector, summary, insteadUse }) =>
        selector === undefined || name === id ? [] : [{ id: name, selector, summary, insteadUse }],
      ),
    };
  }
}

/** Builds the reference for the settings page and Markdown. */
export function referenceOf(document: ApiDocument): Reference {
  const builder = new ReferenceBuilder(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => builder.operation(path, method, operation)),
  );
  return {
    title: document.info.title,
    version: document.info.version,
    about: document.info.description ?? '',
    prefix: document.servers?.[0]?.url ?? '',
    groups: (document.tags ?? [])
      .map(({ name, description = '' }) => ({
        name,
        description,
        operations: operations.filter(({ tag }) => tag === name),
      }))
      .filter((group) => group.operations.length > 0),
    count: operations.reduce((sum, { variants }) => sum + 1 + variants.length, 0),
  };
}
