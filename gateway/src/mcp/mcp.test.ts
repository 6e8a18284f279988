import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { newId } from '@symbio/runtime';
import type { Caller } from '../http/request.js';
import { agent, connected, disconnect, DOCUMENT, PAGE, PROJECT, RUN } from './testing.js';

afterEach(disconnect);

const textOf = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

describe('the server', () => {
  it('describes itself, its usage and its tools', async () => {
    const { client } = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: 'symbio', title: 'Symbio' });
    expect(client.getInstructions()).toContain('start_run');
    expect(client.getInstructions()).toContain('correct_page_kinds and correct_volume take effect immediately');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_projects',
      'list_documents',
      'list_pages',
      'search_pages',
      'list_annotations',
      'list_features',
      'list_mentions',
      'list_determinations',
      'list_determination_questions',
      'list_land_uses',
      'look_at_page',
      'start_run',
      'propose_annotations',
      'propose_features',
      'propose_mentions',
      'propose_determination',
      'undo_run',
      'read_title_block',
      'correct_title_block',
      'correct_page_kinds',
      'correct_volume',
      'undo_volume_correction',
      'read_place_of_page',
      'propose_place_of_page',
      'list_agency_lists',
      'search_records',
      'list_record_hits',
      'read_radius_report',
      'propose_record_dispositions',
      'read_scorecard',
      'propose_split',
      'list_splits',
      'adjust_split',
      'read_coverage',
      'list_gaps',
      'list_interviews',
      'read_questionnaire',
      'list_lien_searches',
    ]);
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints['look_at_page']).toMatchObject({ title: 'Look at a page', readOnlyHint: true });
    expect(hints['propose_annotations']).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints['undo_run']).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints['correct_title_block']).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  });

  it('describes arguments like the API, without references', async () => {
    const { client } = await connected();
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools)).not.toContain('$ref');
    const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
    expect(schemas.get('list_pages')).toMatchObject({
      required: ['document_id'],
      additionalProperties: false,
      properties: { per_page: { type: 'integer', maximum: 100 }, document_id: { type: 'string' } },
    });
    expect(schemas.get('propose_annotations')).toMatchObject({
      required: ['items'],
      properties: { dry_run: { type: 'boolean' }, items: { type: 'array', maxItems: 500, items: { type: 'object' } } },
    });
  });
});

describe('tools that read', () => {
  it('return data and the same as text, without fields useless to a model', async () => {
    const { call, asked } = await connected();
    const result = await call('list_documents', { project_id: PROJECT, search: 'sheet', per_page: 5, page: 1 });
    expect(result.structuredContent).toMatchObject({
      documents: [{ id: DOCUMENT, title: 'Sheets', processing_status: 'pages_ready' }],
      count: 1,
      next_cursor: null,
    });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    expect(textOf(result)).not.toContain('file_url');
    expect(asked.documents).toMatchObject({ projectId: PROJECT, search: 'sheet', paging: { page: 1, perPage: 5 } });
    expect((await call('list_pages', { document_id: DOCUMENT })).structuredContent).toMatchObject({
      pages: [{ id: PAGE, width: 6_000, metadata: { page_type: 'sanborn_map', year: 1905 } }],
    });
    expect((await call('search_pages', { project_id: PROJECT, q: 'gas' })).structuredContent).toMatchObject({
      pages: [{ page_id: PAGE, snippet: 'GAS HOLDER' }],
    });
    // a word repeated all over a sheet does not fill the model's context
    const found = (await call('search_pages', { project_id: PROJECT, q: 'gas' })).structuredContent;
    const [hit] = (found as { pages: { places: { x: number }[] }[] }).pages;
    expect(hit).toMatchObject({ place_count: 60 });
    expect(hit?.places.map(({ x }) => x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await call('list_annotations', { document_page_id: PAGE })).structuredContent).toMatchObject({
      annotations: [{ content: 'left', author_name: 'Tank Finder 1.4.0' }, { content: 'right' }],
    });
    expect((await call('list_mentions', { project_id: PROJECT })).structuredContent).toMatchObject({ count: 1 });
    expect((await call('list_land_uses')).structuredContent).toMatchObject({ land_uses: [{ value: 'dry_cleaner' }] });
  });

  it('show a page as an image with its annotations', async () => {
    const { call, asked } = await connected();
    const region = { x: 50, y: 420.5, width: 900, height: 80 };
    const result = await call('look_at_page', { page_id: PAGE, region, width: 450 });
    expect(asked.image).toMatchObject({ id: PAGE, region: { x: 50, y: 420, width: 900, height: 81 }, width: 450 });
    expect(result.content[0]).toEqual({
      type: 'image',
      data: Buffer.from('a picture').toString('base64'),
      mimeType: 'image/jpeg',
    });
    // the mark is a rectangle rotated by 90°: 20 wide and 100 high
    expect(result.structuredContent).toMatchObject({
      page: { id: PAGE, page_number: 3 },
      region: { x: 50, y: 420, width: 900, height: 81 },
      scale: 0.5,
      preview: false,
      annotations: [{ content: 'left' }],
      annotation_count: 1,
    });
    expect(result.structuredContent).not.toHaveProperty('text');
    const whole = await call('look_at_page', { page_id: PAGE });
    expect(asked.image).toMatchObject({ region: undefined, width: 0 });
    expect(whole.structuredContent).toMatchObject({ annotation_count: 2, text: 'GAS HOLDER' });
  });
});

describe('a page with more annotations than one list holds', () => {
  it('is shown with those of all lists, counted', async () => {
    const { call, asked } = await connected();
    asked.moreMarks.push(...Array.from({ length: 250 }, (_, index) => `tank ${index}`));
    const region = { x: 50, y: 420, width: 900, height: 80 };
    const { structuredContent } = await call('look_at_page', { page_id: PAGE, region });
    expect(structuredContent).toMatchObject({ annotation_count: 251 });
    const { annotations } = structuredContent as { annotations: { content: string }[] };
    expect(annotations.map(({ content }) => content).slice(0, 2)).toEqual(['left', 'tank 0']);
    expect(annotations).toHaveLength(200);
  });
});

describe('tools that write', () => {
  it('start a run and propose with it, with a result per item', async () => {
    const { call, asked } = await connected();
    const { structuredContent } = await call('start_run', { project_id: PROJECT, name: 'Tanks' });
    expect(structuredContent).toMatchObject({ run: { id: RUN, name: 'Tanks', status: 'open' } });
    const item = {
      document_page_id: PAGE,
      document_id: DOCUMENT,
      annotation_type: 'ellipse',
      coordinates: { centerX: 100, centerY: 500, radiusX: 50, radiusY: 10 },
      run_id: RUN,
    };
    const result = await call('propose_annotations', { items: [item, item], dry_run: true });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({
      data: [
        { index: 0, status: 201, data: { content: 'left' } },
        { index: 1, status: 400, error: 'radiusX must be above 0' },
      ],
      created: 1,
      failed: 1,
      dry_run: true,
    });
    expect(asked.annotations).toMatchObject({
      dryRun: true,
      allOrNothing: false,
      items: [{ runId: RUN }, { runId: RUN }],
    });
  });

  it('fail if no item could be created', async () => {
    const { call } = await connected();
    const result = await call('propose_features', { items: [{ project_id: PROJECT, name: 'Moon' }] });
    expect(result).toMatchObject({ isError: true, structuredContent: { created: 0, failed: 1 } });
    expect(textOf(result)).toContain('coordinate is off the earth');
    const misspelt = await call('propose_features', { items: [{ project_id: PROJECT, nmae: 'Moon' }] });
    expect(textOf(misspelt)).toContain('items.0.nmae: Unknown parameter "nmae"');
  });

  it('document and apply that a malformed item rejects the whole call', async () => {
    const { client, call, asked } = await connected();
    const { tools } = await client.listTools();
    const listed = new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]));
    for (const name of ['propose_annotations', 'propose_features', 'propose_mentions'])
      expect(listed.get(name)?.toLowerCase()).toContain('a malformed item');
    const items = [{ project_id: PROJECT, name: 'Gas works' }, { project_id: PROJECT }];
    const result = await call('propose_features', { items });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('items.1.name is required');
    expect(asked.features).toEqual([]);
  });

  it('create features one by one, with a result for each', async () => {
    const { call, asked } = await connected();
    const items = [
      { project_id: PROJECT, name: 'Gas works', run_id: RUN },
      { project_id: PROJECT, name: 'Moon' },
      { project_id: PROJECT, name: 'Tannery' },
    ];
    const { structuredContent } = await call('propose_features', { items });
    expect(structuredContent).toMatchObject({
      data: [
        { data: { name: 'Gas works' } },
        { status: 400, fields: { coordinate: 'coordinate is off the earth' } },
        { data: { name: 'Tannery' } },
      ],
      created: 2,
      failed: 1,
    });
    expect(asked.features).toMatchObject([{ runId: RUN, dryRun: false }, {}, {}]);
  });

  it('correct a sheet and its volume, and undo it, like the operations', async () => {
    const { call, asked } = await connected();
    const sheet = { page_id: PAGE, title_block: { city: { value: 'Millbrook', source: 'lettering' } } };
    expect((await call('read_title_block', { page_id: PAGE })).structuredContent).toMatchObject({ sheet });
    const said = { page_id: PAGE, year: 1896, volume: null, reset: ['scale'] };
    expect((await call('correct_title_block', said)).structuredContent).toMatchObject({ sheet });
    // null is sent, absent fields stay unchanged
    expect(asked.titleBlocks.at(-1)).toMatchObject({
      pageId: PAGE,
      edits: [
        { fact: 'year', value: '1896', reset: false },
        { fact: 'volume', value: undefined, reset: false },
        { fact: 'scale', reset: true },
      ],
    });
    const tried = await call('correct_volume', { page_id: PAGE, facts: ['year'], dry_run: true });
    expect(tried.structuredContent).toMatchObject({
      ...{ changes: [{ page_number: 4, to: '1896' }], full_page_ids: [PAGE], dry_run: true },
    });
    expect(asked.titleBlocks.at(-1)).toMatchObject({ pageId: PAGE, facts: ['year'], pageIds: [], dryRun: true });
    const undone = await call('undo_volume_correction', { page_id: PAGE, correction_id: RUN });
    expect(undone.structuredContent).toMatchObject({ id: RUN, changes: [], kept_page_ids: [PAGE] });
    expect(asked.titleBlocks.at(-1)).toMatchObject({ pageId: PAGE, id: RUN });
    const kinds = { document_id: DOCUMENT, pages: [{ page_id: PAGE, page_type: null }] };
    expect((await call('correct_page_kinds', kinds)).structuredContent).toEqual({
      changes: [
        { page_id: PAGE, page_number: 3, change_id: 'c1', from: 'aerial_photo', to: 'sanborn_map', said: null },
      ],
      kept_page_ids: [],
    });
    const edits = [{ pageId: PAGE, kind: '', reset: false, afterChangeId: '' }];
    expect(asked.titleBlocks.at(-1)).toMatchObject({ documentId: DOCUMENT, edits });
    const unsaid = { document_id: DOCUMENT, pages: [{ page_id: PAGE }] };
    expect(textOf(await call('correct_page_kinds', unsaid))).toContain('Give page_type or reset for each page.');
    const wrong = await call('correct_title_block', { page_id: PAGE, yaer: 1896, north: 'up' });
    for (const part of ['yaer', 'north must be a whole number or null']) expect(textOf(wrong)).toContain(part);
  });

  it('propose, list and adjust the documents of a package (decision 0135)', async () => {
    const { call } = await connected();
    const split = { id: RUN, document_id: DOCUMENT, documents: [{ from_page: 1, title: 'Letters' }] };
    const named = { document_id: DOCUMENT };
    expect((await call('propose_split', named)).structuredContent).toMatchObject({ split });
    expect((await call('list_splits', named)).structuredContent).toMatchObject({ splits: [split] });
    const changed = { ...named, split_id: RUN, documents: [{ from_page: 1 }] };
    expect((await call('adjust_split', changed)).structuredContent).toMatchObject({ split });
  });

  it('are rejected for a read-only key', async () => {
    const reading = { ...agent, key: { id: 'k1', access: 'read' } } as unknown as Caller;
    const { call } = await connected(reading);
    const result = await call('start_run', { project_id: PROJECT, name: 'Tanks' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('may only read');
    expect(textOf(await call('correct_title_block', { page_id: PAGE, year: 1896 }))).toContain('may only read');
    expect((await call('list_pages', { document_id: DOCUMENT })).isError).toBeUndefined();
  });
});

describe('errors', () => {
  it('are messages with all problems', async () => {
    const { call } = await connected();
    const refused = async (name: string, given: Record<string, unknown>) => {
      const result = await call(name, given);
      expect(result.isError).toBe(true);
      return textOf(result);
    };
    expect(await refused('search_pages', { project_id: newId(), q: 'gas' })).toBe('Project not found');
    expect(await refused('look_at_page', { page_id: newId() })).toBe('Page not found');
    expect(await refused('look_at_page', {})).toBe('page_id is required');
    expect(await refused('search_pages', { project_id: PROJECT, q: 'gas\0' })).toBe(
      'q contains characters that cannot be stored',
    );
    const several = await refused('list_pages', { pagee: 1, per_page: 'many' });
    for (const part of [
      'Unknown parameter "pagee"',
      'per_page must be a whole number from 1',
      'document_id is required',
    ])
      expect(several).toContain(part);
    expect(await refused('list_features', { project_id: PROJECT })).toBe(
      'near is off the earth\n- near: near is off the earth\n- radius: radius is too large',
    );
    expect(await refused('undo_run', { id: RUN })).toMatch(
      /^Annotations are not available right now\.\n\(request .+\)$/,
    );
  });

  it('of an unknown tool are protocol errors', async () => {
    const { call } = await connected();
    await expect(call('delete_everything')).rejects.toThrow('There is no tool "delete_everything".');
  });
});
