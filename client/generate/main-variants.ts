export interface Described {
  paths?: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  parameters?: { in?: string; name?: string }[];
  responses?: Record<string, { content?: Record<string, { schema?: { anyOf?: unknown[] } }> }>;
  'x-symbio-variants'?: { selector?: string }[];
}

/** Removes the responses and parameters of an operation's variants. */
function keepMain(operation: DescribedOperation, variants: readonly { selector?: string }[]): void {
  // variant responses are in variant order
  const main = Math.max(
    0,
    variants.findIndex(({ selector }) => selector === undefined),
  );
  const selectors = new Set(variants.flatMap(({ selector }, at) => (at === main ? [] : (selector ?? []))));
  if (operation.parameters)
    operation.parameters = operation.parameters.filter(
      (parameter) => parameter.in !== 'query' || !selectors.has(parameter.name ?? ''),
    );
  for (const response of Object.values(operation.responses ?? {}))
    for (const media of Object.values(response.content ?? {})) {
      const answers = media.schema?.anyOf;
      if (answers?.length === variants.length) media.schema = answers[main] as object;
    }
}

/** Removes compatibility variants (`GET /projects?id=`), so response types are unambiguous. */
export function mainVariants<Document extends Described>(document: Document): Document {
  const copy = structuredClone(document);
  for (const methods of Object.values(copy.paths ?? {}))
    for (const operation of Object.values(methods)) {
      const variants = operation['x-symbio-variants'];
      if (variants) keepMain(operation, variants);
    }
  return copy;
}
