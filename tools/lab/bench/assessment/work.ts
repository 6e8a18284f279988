import type { ApiClient } from '@symbio/fixtures/api-client';
import type { Locator } from 'playwright-core';
import type { Person } from './person.js';

/** An assessment in progress. */
export interface Work {
  person: Person;
  projectId: string;
  /** Names of the features that were judged a REC. */
  conditions: string[];
  /** To see what a person reads on the screen. */
  client: ApiClient;
  log: (line: string) => void;
}

export const screen = ({ projectId }: Work, name: string): string => `/projects/${projectId}/${name}`;

export const today = (): string => new Date().toISOString().slice(0, 10);

/** A label may end with the mark of a required field. */
export const field = (scope: Locator, label: string): Locator => scope.getByLabel(new RegExp(`^${label}`)).first();

export async function dialogSaved(person: Person, dialog: Locator): Promise<void> {
  await person.click(person.button('Save', dialog));
  await dialog.waitFor({ state: 'hidden' });
}
