/** Tool definitions, and tools that map to public API operations. */
import type {
  CallToolResult,
  ContentBlock,
  Tool as ListedTool,
  ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js';
import type { Operation } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import { z } from 'zod';
import { noProblems, problemsOf, type Problems } from '../http/problems.js';
import type { RawInput } from '../http/serve.js';
import { jsonSchema } from './json-schema.js';

export interface Api {
  /**
   * Executes an operation like its route.
   * @param problems known input problems, reported together with others
   * @throws AppError on rejection
   */
  call<Answer extends z.ZodType>(
    operation: { id: string; answer: { schema: Answer } },
    sent: Partial<RawInput>,
    problems?: Problems,
  ): Promise<z.output<Answer>>;
}

export interface Answer<Output> {
  data: Output;
  /** Content before the data, such as an image. */
  before?: ContentBlock[];
  /** Whether the whole request failed. */
  isFailure?: boolean;
}

export interface Tool {
  listed: ListedTool;
  /** @throws AppError on rejection */
  run: (given: unknown, api: Api) => Promise<CallToolResult>;
}

const EFFECTS = {
  reads: { readOnlyHint: true, openWorldHint: false },
  /** Adds something that people can review and undo. */
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  /** Updates values; earlier ones are kept in history; idempotent. */
  changes: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Deletes something; idempotent. */
  removes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const satisfies Record<string, ToolAnnotations>;

interface Described {
  name: string;
  title: string;
  description: string;
  effect: keyof typeof EFFECTS;
}

const listedAs = (
  { name, title, description, effect }: Described,
  input: z.ZodObject,
  output: z.ZodObject,
): ListedTool => ({
  name,
  title,
  description,
  inputSchema: jsonSchema(input, 'input'),
  outputSchema: jsonSchema(output, 'output'),
  annotations: { title, ...EFFECTS[effect] },
});

function resultOf<Output extends z.ZodObject>(
  output: Output,
  { data, before = [], isFailure = false }: Answer<z.input<Output>>,
): CallToolResult {
  // drops fields hidden from models
  const present = output.parse(data);
  return {
    // for clients that do not read structured content
    content: [...before, { type: 'text', text: JSON.stringify(present) }],
    structuredContent: present,
    ...(isFailure ? { isError: true } : {}),
  };
}

/** Input of tools about one project. */
export const ofProject = z.strictObject({
  project_id: z.string({ error: 'project_id is required' }).meta({ description: 'Project id from list_projects.' }),
});

/** Defines a custom tool; `run` receives the parsed input. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  described: Described & {
    input: Input;
    output: Output;
    run: (input: z.output<Input>, api: Api) => Promise<Answer<z.input<Output>>>;
  },
): Tool {
  const { input, output, run } = described;
  return {
    listed: listedAs(described, input, output),
    run: async (given, api) => {
      const read = input.safeParse(given ?? {});
      if (!read.success) {
        const problems = noProblems();
        problemsOf(read.error, 'parameter', problems);
        throw invalidFields(problems);
      }
      return resultOf(output, await run(read.data, api));
    },
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(asText).join(',') : JSON.stringify(value);

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null;

/**
 * Defines a tool for an operation.
 * @param described.present shape of the response for the model
 */
export function operationTool<Answers extends z.ZodType, Output extends z.ZodObject>(
  described: Described & {
    operation: Operation<z.ZodObject, z.ZodObject, z.ZodType | undefined, Answers>;
    argumentNames: readonly string[];
    defaults?: Record<string, unknown>;
    output: Output;
    present: (answer: z.output<Answers>) => z.input<Output>;
    isFailure?: (answer: z.output<Answers>) => boolean;
  },
): Tool {
  const { operation, argumentNames, defaults = {}, output, present, isFailure } = described;
  const places: Record<keyof RawInput, z.ZodRawShape> = {
    params: operation.params.shape,
    query: operation.query.shape,
    body: operation.body instanceof z.ZodObject ? operation.body.shape : {},
  };
  const shape: Record<string, z.core.$ZodType> = {};
  for (const name of argumentNames) {
    const schema = Object.values(places).find((one) => name in one)?.[name];
    if (!schema) throw new Error(`${operation.id} takes no ${name}`);
    shape[name] = schema;
  }
  return {
    listed: listedAs(described, z.strictObject(shape), output),
    run: async (given, api) => {
      const entries = Object.entries((given ?? {}) as Record<string, unknown>).filter(isGiven);
      const unknown = entries.filter(([name]) => !argumentNames.includes(name));
      const problems = Object.fromEntries(unknown.map(([name]) => [name, `Unknown parameter "${name}"`]));
      const all = Object.entries({ ...defaults, ...Object.fromEntries(entries) });
      const texts = (place: object): Record<string, string> =>
        Object.fromEntries(
          // models send empty strings for omitted arguments
          all.filter(([name, value]) => name in place && value !== '').map(([name, value]) => [name, asText(value)]),
        );
      const sent = {
        params: texts(places.params),
        query: texts(places.query),
        body: Object.fromEntries(all.filter(([name]) => name in places.body)),
      };
      const answer = await api.call(operation, sent, problems);
      return resultOf(output, { data: present(answer), isFailure: isFailure?.(answer) ?? false });
    },
  };
}
