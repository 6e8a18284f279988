/** `npm run erased`: the list of erased people, to keep beside backups and to add to an installation that lost it. */
import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ERASED_BUCKET, erasedPeople, erasedPersonOf, type ErasedPeople, type ErasedPerson } from '@symbio/people';
import { isId } from '@symbio/runtime';
import { withServers } from './backup/with-stores.js';
import { calledWell } from './backup/settings.js';
import { OperationError, type Command } from './command.js';

const USAGE = `npm run erased -- list
  Prints who was erased, one line of JSON each: ids and moments, no names. Keep it beside your backups.

npm run erased -- add FILE
  Adds the people of such a list (- is stdin). Who is here all the same, after a restore of an older backup into an installation whose NATS
  was lost, is erased again: within an hour, or at once when the services are started.

MONGODB_URI and NATS_URL name the installation; without them it is the local stack, running or not.`;

function personOf(line: string): ErasedPerson {
  const { userId = '', ...rest } = JSON.parse(line) as { userId?: string };
  const person = erasedPersonOf(userId, rest);
  if (![userId, ...(person.authorId ? [person.authorId] : [])].every(isId)) throw new Error('an id is none');
  return person;
}

/** Content of a file, or of stdin for `-`, since a container lacks the operator's files. @throws OperationError */
export async function textOf(file: string, input: Readable = process.stdin): Promise<string> {
  try {
    return file === '-' ? await text(input) : await fs.readFile(file, 'utf8');
  } catch (cause) {
    throw new OperationError(`${file} cannot be read.`, { cause }, 2);
  }
}

/** @throws OperationError naming the invalid line */
export function readList(list: string): ErasedPerson[] {
  return list.split('\n').flatMap((each, index) => {
    if (each.trim() === '') return [];
    try {
      return [personOf(each)];
    } catch (cause) {
      throw new OperationError(`Line ${index + 1} is not an entry of a list of erased people. Nothing was added.`, {
        cause,
      });
    }
  });
}

export async function addAll(people: ErasedPeople, added: readonly ErasedPerson[]): Promise<number> {
  const known = new Set((await people.all()).map(({ userId }) => userId));
  const missing = added.filter(({ userId }) => !known.has(userId));
  for (const person of missing) await people.add(person);
  return missing.length;
}

export const erased: Command = {
  usage: USAGE,
  async run(args, context) {
    const { print, say } = context;
    const [command = '', file = ''] = args;
    calledWell(() => {
      const isWell = command === 'list' ? args.length === 1 : command === 'add' && args.length === 2;
      if (!isWell) throw new Error('Say list, or add with a file.');
    }, USAGE);
    const list = command === 'add' ? readList(await textOf(file)) : [];
    await withServers(context, async (stores) => {
      const people = erasedPeople(await stores.broker.keyValue(ERASED_BUCKET, 0));
      if (command === 'add') say(`${await addAll(people, list)} of ${list.length} were not in the list, and are now.`);
      else for (const person of await people.all()) print(JSON.stringify(person));
    });
    return 0;
  },
};
