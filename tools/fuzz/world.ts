import { randomUUID } from 'node:crypto';
import type { Known } from './document.js';
import type { ApiClient } from '@symbio/fixtures/api-client';
import type { Listed, One, Project } from '@symbio/fixtures/answers';

/** Targets of the fuzzer, and a text that it must never see. */
export interface World {
  /** A key that may write in one project. */
  key: string;
  known: Known;
  /** Title of a project that the key may not see. */
  canary: string;
}

interface Row {
  id: string;
}

const projectFields = (title: string) => ({
  title,
  due_date: '2027-03-31',
  property_address: '401 East 21st Street',
  property_city: 'New York',
  property_state: 'NY',
  property_zip: '10010',
  client_company: `Company of ${title}`,
});

/** Creates the fuzzer's targets through the API, in the stack with demo data. */
export async function makeWorld(admin: ApiClient): Promise<World> {
  const { data: projects } = await admin.get<Listed<Project>>('/api/public/projects', { per_page: 100 });
  const canary = `canary-${randomUUID()}`;
  await admin.post('/api/public/projects', projectFields(canary));

  // the project with sheets: the one that has annotations
  for (const project of projects) {
    const first = async (path: string, query: Record<string, string>): Promise<Row | undefined> =>
      (await admin.get<Listed<Row>>(path, query)).data[0];
    const inProject = { project_id: project.id };
    const document = await first('/api/public/documents', inProject);
    const annotation = await first('/api/public/annotations', inProject);
    if (!document || !annotation) continue;
    const page = await first('/api/public/document-pages', { document_id: document.id });
    const feature = await first('/api/public/features', inProject);
    const mention = await first('/api/public/mentions', inProject);
    const record = await first('/api/public/mention-history', inProject);
    const { data: author } = await admin.post<One<Row>>('/api/public/authors', {
      agent_name: 'Fuzzer',
      agent_version: randomUUID(),
      agent_date: '2026-11-22',
    });
    const { data: run } = await admin.post<One<Row>>('/api/public/runs', {
      ...inProject,
      name: 'Fuzzing',
      author_id: author.id,
    });
    const { data: key } = await admin.post<One<{ key: string }>>('/api/api-keys', {
      name: 'Fuzzer',
      author_id: author.id,
      project_ids: [project.id],
    });
    const found = { project, document, page, annotation, feature, mention, record, author, run };
    const ids = Object.fromEntries(Object.entries(found).flatMap(([name, row]) => (row ? [[name, row.id]] : [])));
    const { data: uses } = await admin.get<Listed<{ value: string }>>('/api/public/land-uses', { per_page: 100 });
    const vocabularies = { land_uses: uses.map(({ value }) => value), time_zones: Intl.supportedValuesOf('timeZone') };
    return { key: key.key, known: { ids, vocabularies }, canary };
  }
  throw new Error('the demonstration project has no annotations');
}
