import type { Field, Reference, ReferenceOperation, Shape } from './reference/index.js';
import { LANGUAGES, sampleRequest } from './reference/index.js';

/** Path of the Markdown pages below the API prefix. */
export const MARKDOWN_FOLDER = '/docs';

const FENCES = { curl: 'sh', typescript: 'ts', python: 'python' } as const;
const RIGHTS = {
  open: 'No credentials are needed.',
  read: 'Needs an API key with at least read access.',
  write: 'Needs an API key with write access.',
  people: 'People only: needs a signed-in person’s access token; API keys are rejected.',
} as const;

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const heading = (level: number, text: string): string => `${'#'.repeat(level)} ${text}`;

/** Field details besides its type, in one line. */
function notes({ required, description, limits, values, deprecated }: Field): string {
  const words = values.length > 0 ? `one of ${values.map((value) => `\`${value}\``).join(', ')}` : '';
  const facts = [required ? 'required' : '', deprecated ? 'deprecated' : '', words, ...limits].filter(Boolean);
  return [facts.length > 0 ? `${facts.join('; ')}.` : '', description].filter(Boolean).join(' ');
}

function listed(fields: readonly Field[], indent = ''): string[] {
  return fields.flatMap((field) => {
    const more = notes(field);
    return [
      `${indent}- \`${field.name}\` (${field.type})${more === '' ? '' : `: ${more.replaceAll('\n', ' ')}`}`,
      ...shaped(field.shapes, `${indent}  `),
    ];
  });
}

/** Variants of an object, named if there are several. */
function shaped(shapes: readonly Shape[], indent = ''): string[] {
  const [only, ...others] = shapes;
  if (only && others.length === 0) return listed(only.fields, indent);
  return shapes.flatMap(({ name, fields }) => [`${indent}- ${name ?? 'or'}:`, ...listed(fields, `${indent}  `)]);
}

const section = (level: number, title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading(level, title), lines.join('\n')];

export const markdownPath = ({ prefix }: Reference, { id }: { id: string }): string =>
  `${prefix}${MARKDOWN_FOLDER}/${id}.md`;

/**
 * Renders an operation as Markdown.
 *
 * @param origin server origin for samples
 * @param level heading level
 */
export function operationMarkdown(
  operation: ReferenceOperation,
  { prefix }: Reference,
  origin: string,
  level = 1,
): string {
  const { id, method, path, summary, description, access, params, query, headers, body, answer } = operation;
  const below = level + 1;
  const hasSample = answer.sample !== undefined;
  const parts = [
    heading(level, summary),
    `\`${method.toUpperCase()} ${prefix}${path}\` (${id})`,
    description,
    RIGHTS[access],
    ...section(below, 'Path', listed(params)),
    ...section(below, 'Query', listed(query)),
    ...section(below, 'Headers', listed(headers)),
    ...(body ? section(below, `Body (${body.contentType})`, shaped(body.shapes)) : []),
    heading(below, 'Request'),
    ...LANGUAGES.map((language) => fenced(FENCES[language], sampleRequest(operation, language, origin, prefix))),
    heading(below, `Answer ${answer.status}`),
    `${answer.description} ${answer.contentTypes.join(' or ')}`.trim(),
    ...(answer.shapes.length > 0 ? [shaped(answer.shapes).join('\n')] : []),
    ...(answer.headers.length > 0
      ? [answer.headers.map((header) => `- header \`${header.name}\`: ${header.description}`).join('\n')]
      : []),
    ...(hasSample ? [fenced('json', JSON.stringify(answer.sample, null, 2))] : []),
    ...section(
      below,
      'Refusals',
      operation.refusals.map((refusal) => `- ${refusal.status}: ${refusal.description}`),
    ),
    ...section(
      below,
      'Older forms',
      operation.variants.map(
        (variant) =>
          `- \`?${variant.selector}=\` (${variant.id}): ${variant.summary}.${variant.insteadUse ? ` Use ${variant.insteadUse}.` : ''}`,
      ),
    ),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Introduction of all model-facing documents. */
const opening = (reference: Reference): string[] => [
  heading(1, `${reference.title} public API`),
  `> ${reference.about.split('\n\n')[0] ?? ''}`,
  reference.about.split('\n\n').slice(1).join('\n\n'),
];

/** `llms.txt`: overview with links to operations (llmstxt.org). */
export function llmsText(reference: Reference, origin: string): string {
  const links = reference.groups.map(({ name, description, operations }) =>
    [
      heading(2, name),
      '',
      description,
      '',
      ...operations.map(
        (operation) =>
          `- [${operation.summary}](${origin}${markdownPath(reference, operation)}): ${operation.method.toUpperCase()} ${reference.prefix}${operation.path}`,
      ),
    ].join('\n'),
  );
  const whole = [
    heading(2, 'Whole'),
    '',
    `- [Every operation in one file](${origin}/llms-full.txt)`,
    `- [OpenAPI 3.1](${origin}${reference.prefix}/openapi.json)`,
  ].join('\n');
  return `${[...opening(reference), ...links, whole].filter(Boolean).join('\n\n')}\n`;
}

/** `llms-full.txt`: all operations in one file. */
export function llmsFullText(reference: Reference, origin: string): string {
  const groups = reference.groups.flatMap(({ name, description, operations }) => [
    heading(2, name),
    description,
    ...operations.map((operation) => operationMarkdown(operation, reference, origin, 3).trimEnd()),
  ]);
  return `${[...opening(reference), ...groups].filter(Boolean).join('\n\n')}\n`;
}
