import { jest } from '@jest/globals';
import { createSymbioClient } from '@symbio/client';
import { runAgent } from '@symbio/example-agent';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { Api, eventually, LOCAL_API_KEY, stackUrl, type Many } from './api-client.js';
import { READING_MS, TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

describe('the example of an agent', () => {
  it('finds words on sheets, proposes what it sees, says it better, and undoes all of it (API-10 to API-13)', async () => {
    const staff = await Api.signIn('staff@symbio.test');
    const project = await staff.createProject('Sheets for an agent');
    const { pdf } = await makeTestSheetPdf({ sheets: 2 });
    await staff.process(await staff.uploadOne(project.id, 'sheets.pdf', pdf, 'sanborn_maps'), project.id);
    const symbio = createSymbioClient({ baseUrl: stackUrl(), apiKey: LOCAL_API_KEY });
    const query = { project_id: project.id, q: 'gas' };
    await eventually(
      async () => expect((await symbio.get('/page-search', { params: { query } })).data).toHaveLength(2),
      READING_MS,
    );

    const lines: string[] = [];
    const { run, annotations, mentions, history, writes } = await runAgent({
      symbio,
      projectId: project.id,
      words: 'gas',
      landUse: 'manufactured_gas_plant',
      log: (line) => lines.push(line),
    });
    expect(annotations).toHaveLength(2);
    expect(annotations[0]).toMatchObject({ run_id: run.id, author_name: 'Example agent 1.0.0' });
    expect(mentions.map(({ run_id }) => run_id)).toEqual([run.id, run.id]);
    expect(history.map(({ status }) => status)).toEqual(['active', 'superseded']);
    expect(new Set(writes.map(({ kind }) => kind))).toEqual(new Set(['annotation', 'feature', 'mention']));
    expect(run.status).toBe('undone');
    expect(lines.at(-1)).toMatch(/writes are undone/);

    const left = async (path: string) =>
      (
        await staff.get<Many<{ run_id: string | null }>>(`/api/public/${path}?project_id=${project.id}`)
      ).body.data.filter(({ run_id }) => run_id === run.id);
    for (const path of ['annotations', 'mentions', 'features']) expect(await left(path)).toEqual([]);
  });
});
