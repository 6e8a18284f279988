/** Finds id fields in a service's requests from its contract, so tests need no list. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { loadSync } from '@grpc/proto-loader';
import { protoRoot } from '../reflection.js';

interface Field {
  name: string;
  label: 'LABEL_OPTIONAL' | 'LABEL_REPEATED' | 'LABEL_REQUIRED';
  type: string;
  typeName: string;
}
interface Message {
  name: string;
  field: Field[];
}

/** Path of an id field from the request; `[]` is a list item. */
export type FieldPath = readonly string[];

/** Maximum nesting, deeper than any request. */
const MAX_DEPTH = 6;

const isMessage = (value: object): value is { type: Message } =>
  'type' in value && typeof value.type === 'object' && value.type !== null && 'field' in value.type;
const lastWord = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Every id field (`id`, `...Id`, `...Ids`) of a service's requests, by client method name. */
export function idsOfContract(service: string): Map<string, FieldPath[]> {
  const root = protoRoot();
  if (!root) throw new Error('no folder of contracts above this one');
  const folder = path.join(root, 'symbio', service, 'v1');
  const files = readdirSync(folder).filter((file) => file.endsWith('_service.proto'));
  const loaded = loadSync(
    files.map((file) => path.join(folder, file)),
    { includeDirs: [root] },
  );
  const messages = new Map<string, Message>();
  for (const [name, value] of Object.entries(loaded)) if (isMessage(value)) messages.set(lastWord(name), value.type);

  function pathsIn(name: string, before: FieldPath): FieldPath[] {
    if (before.length > MAX_DEPTH) return [];
    return (messages.get(name)?.field ?? []).flatMap((field) => {
      const here = [...before, field.name, ...(field.label === 'LABEL_REPEATED' ? ['[]'] : [])];
      if (field.type === 'TYPE_MESSAGE') return pathsIn(lastWord(field.typeName), here);
      return field.type === 'TYPE_STRING' && /^ids?$|Ids?$/.test(field.name) ? [here] : [];
    });
  }

  const found = new Map<string, FieldPath[]>();
  for (const definition of Object.values(loaded)) {
    if (isMessage(definition) || 'format' in definition) continue;
    for (const { originalName = '', requestType } of Object.values(definition))
      found.set(originalName, pathsIn((requestType.type as Message).name, []));
  }
  return found;
}
