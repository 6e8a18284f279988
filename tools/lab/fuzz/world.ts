import { randomUUID } from 'node:crypto';
import type { Listed, One, Project } from '@symbio/fixtures/answers';
import type { ApiClient } from '@symbio/fixtures/api-client';
import { projectFields } from '@symbio/fixtures/samples';
import type { Item } from '../harness/world.js';
import type { Known } from './document.js';

export interface FuzzTargets {
  /** Key that may write in one project. */
  key: string;
  known: Known;
  /** Title of a project that the key may not see. */
  canary: string;
}

/** In the demonstration project that has annotations. */
export async function makeTargets(admin: ApiClient): Promise<FuzzTargets> {
  const { data: projects } = await admin.get<Listed<Project>>('/api/public/projects', { per_page: 100 });
  const canary = `canary-${randomUUID()}`;
  await admin.post('/api/public/projects', projectFields(canary));
  const first = async (kind: string, query: Record<string, string>): Promise<Item | undefined> =>
    (await admin.get<Listed<Item>>(`/api/public/${kind}`, query)).data[0];
  const make = async <T extends Item>(path: string, fields: object): Promise<T> =>
    (await admin.post<One<T>>(path, fields)).data;
  for (const project of projects) {
    const inProject = { project_id: project.id };
    const document = await first('documents', inProject);
    const annotation = await first('annotations', inProject);
    if (!document || !annotation) continue;
    const agent = { agent_name: 'Fuzzer', agent_version: randomUUID(), agent_date: '2026-11-22' };
    const author = await make('/api/public/authors', agent);
    const found = {
      ...{ project, document, annotation, author },
      page: await first('document-pages', { document_id: document.id }),
      feature: await first('features', inProject),
      mention: await first('mentions', inProject),
      record: await first('mention-history', inProject),
      run: await make('/api/public/runs', { ...inProject, name: 'Fuzzing', author_id: author.id }),
    };
    const { key } = await make<Item & { key: string }>('/api/api-keys', {
      name: 'Fuzzer',
      author_id: author.id,
      project_ids: [project.id],
    });
    const ids = Object.fromEntries(Object.entries(found).flatMap(([name, row]) => (row ? [[name, row.id]] : [])));
    const { data: uses } = await admin.get<Listed<{ value: string }>>('/api/public/land-uses', { per_page: 100 });
    const vocabularies = { land_uses: uses.map(({ value }) => value), time_zones: Intl.supportedValuesOf('timeZone') };
    return { key, known: { ids, vocabularies }, canary };
  }
  throw new Error('the demonstration project has no annotations');
}
