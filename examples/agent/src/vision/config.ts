import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { COORDINATES } from './answers.js';

/** How the endpoint is asked for JSON; `text`: only by the instructions. */
const ANSWER_FORMATS = ['json_schema', 'json_object', 'text'] as const;
/** The agent’s own version: change it with the instructions. The model’s name completes it. */
const VERSION = '1.0.0';

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const pixels = z.coerce.number().int().min(256).max(2_048);
const price = z.coerce.number().min(0).default(0);
const positive = z.coerce.number().positive();

const settings = z.strictObject({
  symbio_url: address.default('http://127.0.0.1:8080'),
  symbio_key: z.string('is required').min(1, 'is required'),
  /** Address before /chat/completions. No default: sheets go only to the configured host. */
  model_url: address.optional(),
  /** Bearer token; empty: none. */
  model_key: z.string().default(''),
  model: z.string('is required').min(1, 'is required'),
  /** Part of the project’s title or number. */
  project: z.string('is required').min(1, 'is required'),
  /** Only documents of this category; empty: all. */
  category: z.string().default('sanborn_maps'),
  /** Only this document, by id. */
  document: z.string().optional(),
  /** Values of `GET /land-uses`, separated by commas; empty: all. */
  land_uses: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((value) => value.trim() || [])),
  agent_name: z.string().min(1).default('Vision agent'),
  agent_version: z.string().optional(),
  /** Side of a region in pixels of the page. */
  region_side: pixels.default(1_024),
  /** Most pixels of a picture’s width. */
  picture_width: pixels.default(1_024),
  /** Overlap of regions as a share of their side. */
  overlap: z.coerce.number().min(0).max(0.5).default(0.15),
  coordinates: z.enum(COORDINATES).default('thousandths'),
  answer_format: z.enum(ANSWER_FORMATS).default('json_schema'),
  answer_tokens: positive.int().default(2_000),
  answer_seconds: positive.default(120),
  /** Findings below it are not proposed. */
  min_confidence: z.coerce.number().min(0).max(1).default(0.3),
  max_requests: positive.int().default(200),
  max_tokens: positive.int().default(1_000_000),
  max_minutes: positive.default(60),
  max_cost: positive.optional(),
  /** Prices of a million tokens, in the currency of max_cost. */
  price_input: price,
  price_output: price,
  ledger: z.string().min(1).default('vision-agent.jsonl'),
  /** File to which answers of the model are appended. */
  record: z.string().optional(),
  /** File of recorded answers, instead of a model. */
  replay: z.string().optional(),
});

/** Other users of the machine see arguments of programs. */
const SECRETS = new Set(['symbio_key', 'model_key']);
const NAMES = Object.keys(settings.shape);
const flagOf = (name: string): string => name.replaceAll('_', '-');
const variableOf = (name: string): string => `VISION_AGENT_${name.toUpperCase()}`;

const complete = settings
  .refine(({ model_url, replay }) => (model_url === undefined) === (replay !== undefined), {
    path: ['model_url'],
    message: 'is required, or replay instead',
  })
  .refine(({ max_cost, price_input, price_output }) => max_cost === undefined || price_input + price_output > 0, {
    path: ['max_cost'],
    message: 'needs price_input and price_output',
  })
  .transform((given) => ({ ...given, agent_version: given.agent_version ?? `${VERSION} (${given.model})` }));

export type VisionConfig = z.output<typeof complete>;

/**
 * Settings of arguments (`--region-side`), else environment (`VISION_AGENT_REGION_SIDE`), else the JSON file of
 * `--config` (`region_side`). Keys have no argument.
 *
 * @throws Error naming every wrong setting
 */
export function readConfig(args: string[], env: NodeJS.ProcessEnv): { config: VisionConfig; isDryRun: boolean } {
  const flags = NAMES.filter((name) => !SECRETS.has(name));
  const { values } = parseArgs({
    args,
    options: {
      config: { type: 'string' },
      'dry-run': { type: 'boolean' },
      ...Object.fromEntries(flags.map((name) => [flagOf(name), { type: 'string' } as const])),
    },
  });
  const flagged: Readonly<Record<string, unknown>> = values;
  const { config: file } = values;
  const fromFile = typeof file === 'string' ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  const given = NAMES.flatMap((name) => {
    const value = flagged[flagOf(name)] ?? env[variableOf(name)];
    return value === undefined ? [] : [[name, value] as const];
  });
  const read = complete.safeParse({ ...fromFile, ...Object.fromEntries(given) });
  if (read.success) return { config: read.data, isDryRun: flagged['dry-run'] === true };
  throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('\n'));
}
