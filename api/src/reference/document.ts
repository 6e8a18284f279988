/** Displayed part of a JSON schema. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  deprecated?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface ParameterObject {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  deprecated?: boolean;
  schema?: Schema;
}

export interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref?: string; description?: string }>;
  content?: Record<string, { schema?: Schema }>;
}

/** Values of a real request. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface OperationObject {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: ParameterObject[];
  requestBody?: { content?: Record<string, { schema?: Schema; example?: unknown }> };
  responses?: Record<string, ResponseObject>;
  'x-symbio-access'?: string;
  'x-symbio-variants'?: { id: string; selector?: string; summary: string; insteadUse?: string }[];
  'x-symbio-example'?: Example;
}

/** Displayed part of the OpenAPI document. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components?: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, ResponseObject>;
    headers?: Record<string, { $ref?: string; description?: string }>;
  };
}

const lastOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export const nameOf = ({ $ref }: { $ref?: string }): string | undefined =>
  $ref === undefined ? undefined : lastOf($ref);

export function resolved<T extends { $ref?: string }>(value: T, known: Record<string, T> | undefined): T {
  const name = nameOf(value);
  return name === undefined ? value : { ...known?.[name], ...value, $ref: undefined };
}
