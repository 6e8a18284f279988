/** The shared stack of the document service tests, so they can be split into files. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { newId, type Actor } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { person } from '@symbio/runtime/testing';
import { documentPrefix } from '../../src/files/blob-keys.js';
import { textPdf } from '../fixtures.js';
import { startStack, type Stack } from '../stack.js';

export let stack: Stack;
export let pdf: Buffer;

export async function begin(): Promise<void> {
  stack = await startStack();
  pdf = await textPdf('Certified Sanborn Map Report');
}

export const as = (actor: Actor) => callAs(actor);
export const get = async (id: string, actor = stack.viewer) =>
  (await stack.documents.getDocument({ id }, await as(actor))).document;
export const fetchFile = (address: string) => fetch(`http://127.0.0.1:${stack.service.filesPort}${address}`);
/** Empty if the folder is gone. */
export const filesOf = async (projectId: string, id: string): Promise<string[]> => {
  const folder = path.join(stack.blobDir, documentPrefix(projectId, id));
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => !path.basename(name).startsWith('.'));
};
export const ownProject = (role = 'editor') => {
  const projectId = newId();
  const actor = person();
  stack.roles[actor.sub] = { [projectId]: role };
  return { projectId, actor };
};
