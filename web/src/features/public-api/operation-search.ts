import type { Field, Reference, ReferenceGroup, ReferenceOperation } from '@symbio/api/reference';

const namesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ name, shapes }) => [name, ...shapes.flatMap((shape) => namesOf(shape.fields))]);

const textOf = (operation: ReferenceOperation): string =>
  [
    operation.id,
    operation.method,
    operation.path,
    operation.tag,
    operation.summary,
    operation.description,
    ...operation.variants.flatMap(({ id, summary }) => [id, summary]),
    ...namesOf([...operation.params, ...operation.query]),
    ...(operation.body?.shapes ?? []).flatMap(({ fields }) => namesOf(fields)),
  ]
    .join(' ')
    .toLowerCase();

/** Every search word, case-insensitive; without empty groups. */
export function foundGroups({ groups }: Reference, search: string): ReferenceGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => {
        const text = textOf(operation);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/** Current or legacy anchor. */
export const operationOfAnchor = ({ groups }: Reference, anchor: string): ReferenceOperation | undefined =>
  groups
    .flatMap(({ operations }) => operations)
    .find(({ id, variants }) => id === anchor || variants.some((variant) => variant.id === anchor));
