import { connectMongo } from '@symbio/mongo';
import { newId } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { queryPlans } from '@symbio/mongo/testing';
import { AnnotationEvent, annotationEvents } from '@symbio/proto/annotation';
import { DocumentEvent, PageEvent, documentEvents, pageEvents } from '@symbio/proto/document';
import { MentionEvent, mentionEvents } from '@symbio/proto/feature';
import { staff, startService, visit } from './service-under-test.js';

const { close, config, create, events, get, list, projects, startAnother } = await startService();
afterAll(close);

describe('the cells of the dashboard (PROJ-12 to PROJ-16, OP-04)', () => {
  type Verb<Events> = Exclude<keyof Events, 'any'>;
  const document = (projectId: string, id: string, rev: number, verb: Verb<typeof documentEvents>, values: object) => {
    const data = DocumentEvent.fromPartial({ document: { id, projectId, ...values } });
    return events.publish(documentEvents[verb], { entityId: id, scope: projectId, rev, data });
  };
  const page = (projectId: string, id: string, rev: number, verb: Verb<typeof pageEvents>, values: object) => {
    const data = PageEvent.fromPartial({ page: { id, projectId, ...values } });
    return events.publish(pageEvents[verb], { entityId: id, scope: projectId, rev, data });
  };
  const annotation = (projectId: string, id: string, rev: number, verb: Verb<typeof annotationEvents>) => {
    const data = AnnotationEvent.fromPartial({ annotation: { id, projectId } });
    return events.publish(annotationEvents[verb], { entityId: id, scope: projectId, rev, data });
  };
  const mention = (
    projectId: string,
    id: string,
    rev: number,
    verb: Verb<typeof mentionEvents>,
    featureOfInterestId: string,
    currentHistoryId = newId(),
  ) => {
    const data = MentionEvent.fromPartial({ mention: { id, projectId, featureOfInterestId, currentHistoryId } });
    return events.publish(mentionEvents[verb], { entityId: id, scope: projectId, rev, data });
  };
  const cells = (id: string, expected: object) =>
    eventually(async () => {
      const [row] = (await list({ search: (await get(id)).number })).projects;
      expect(row?.progress).toMatchObject(expected);
      expect((await get(id)).progress).toEqual(row?.progress);
    });

  const NONE = { done: 0, total: 0 };

  it('of a new project are empty except for setup', async () => {
    const { progress } = await create();
    expect(progress).toEqual({
      setup: 1,
      dataHistoric: 'empty',
      dataAgency: 'empty',
      dataUserProvided: 'empty',
      dataPages: 'empty',
      siteRecon: 'none',
      insights: 'empty',
      report: 'empty',
      counts: {
        historic: NONE,
        agency: NONE,
        userProvided: NONE,
        pages: NONE,
        siteVisits: NONE,
        toReview: 0,
        toLink: 0,
      },
    });
  });

  it('follow the documents of each group and their pages', async () => {
    const { id } = await create();
    const map = newId();
    const letter = newId();
    await document(id, map, 1, 'uploaded', { category: 'sanborn_maps', processingStatus: 'classified' });
    await document(id, letter, 1, 'uploaded', { category: 'closure_letter', processingStatus: 'classified' });
    await cells(id, { dataHistoric: 'partial', dataAgency: 'full', dataUserProvided: 'empty', dataPages: 'empty' });
    const [one, two] = [newId(), newId()];
    await document(id, map, 2, 'changed', { category: 'sanborn_maps', processingStatus: 'processing', totalPages: 2 });
    await page(id, one, 1, 'ready', { documentId: map, status: 'ready' });
    const counts = { historic: { done: 0, total: 1 }, agency: { done: 1, total: 1 }, pages: { done: 1, total: 2 } };
    await cells(id, { dataHistoric: 'partial', dataPages: 'partial', counts });
    expect((await list({ sort: 'data', order: 'desc' })).projects[0]?.id).toBe(id);
    await page(id, two, 1, 'ready', { documentId: map, status: 'ready' });
    await document(id, map, 3, 'changed', {
      category: 'sanborn_maps',
      processingStatus: 'analysis_complete',
      totalPages: 2,
    });
    await cells(id, { dataHistoric: 'full', dataPages: 'full' });
    await document(id, map, 4, 'deleted', { category: 'sanborn_maps', totalPages: 2 });
    await cells(id, { dataHistoric: 'empty', dataAgency: 'full', dataPages: 'empty' });
  });

  it('accept duplicate and unordered events', async () => {
    const { id } = await create();
    const survey = newId();
    await document(id, survey, 3, 'deleted', { category: 'site_survey' });
    await document(id, survey, 1, 'uploaded', { category: 'site_survey', processingStatus: 'classified' });
    await document(id, survey, 2, 'changed', { category: 'site_survey', processingStatus: 'classified' });
    const form = newId();
    await document(id, form, 2, 'changed', { category: 'questionnaire', processingStatus: 'classified' });
    await document(id, form, 1, 'uploaded', { category: 'questionnaire', processingStatus: 'processing' });
    await document(id, form, 2, 'changed', { category: 'questionnaire', processingStatus: 'classified' });
    // last in its stream: once counted, the others are as well
    await document(id, newId(), 1, 'uploaded', { category: 'phase_1_esa', processingStatus: 'classified' });
    await cells(id, { dataHistoric: 'full', dataAgency: 'empty', dataUserProvided: 'full' });
  });

  it('are correct with many concurrent events', async () => {
    const { id } = await create();
    const map = newId();
    const sheets = Array.from({ length: 20 }, () => newId());
    await document(id, map, 1, 'changed', {
      category: 'sanborn_maps',
      processingStatus: 'pages_ready',
      totalPages: 20,
    });
    await Promise.all(sheets.map((sheet) => page(id, sheet, 1, 'ready', { documentId: map, status: 'ready' })));
    await cells(id, { dataHistoric: 'full', dataPages: 'full' });
  });

  it('show annotations, and insights as full when every mention has a feature (PROJ-15)', async () => {
    const { id } = await create();
    const [drawn, first, second] = [newId(), newId(), newId()];
    await annotation(id, drawn, 1, 'created');
    await cells(id, { insights: 'half' });
    expect((await get(id)).hasAnnotations).toBe(true);
    await mention(id, first, 1, 'created', newId());
    await mention(id, second, 1, 'created', '');
    await cells(id, { insights: 'half', counts: { toReview: 0, toLink: 1 } });
    await mention(id, second, 2, 'changed', newId());
    await cells(id, { insights: 'full' });
    await mention(id, first, 2, 'changed', '');
    await cells(id, { insights: 'half' });
    // rejected, so it needs no feature
    await mention(id, first, 3, 'changed', '', '');
    await cells(id, { insights: 'full' });
    await mention(id, first, 4, 'deleted', '', '');
    await cells(id, { insights: 'full' });
    await mention(id, second, 3, 'deleted', '');
    await annotation(id, drawn, 2, 'deleted');
    await cells(id, { insights: 'empty' });
    expect((await get(id)).hasAnnotations).toBe(false);
  });

  it('follow the visits and the status', async () => {
    const { id } = await create();
    const parent = await callAs(staff);
    const { siteVisit } = await projects.createSiteVisit({ projectId: id, fields: visit() }, parent);
    await cells(id, { siteRecon: 'any', report: 'empty' });
    await projects.updateSiteVisit({ id: siteVisit?.id, fields: visit({ findings: 'Nothing unusual.' }) }, parent);
    await projects.updateProject({ id, fields: { status: 'report_generation' } }, parent);
    await cells(id, { siteRecon: 'completed', report: 'started' });
    await projects.deleteSiteVisit({ id: siteVisit?.id }, parent);
    await cells(id, { siteRecon: 'none' });
  });

  it('are counted at the next start if the service ended before counting', async () => {
    const { id } = await create();
    await annotation(id, newId(), 1, 'created');
    await cells(id, { insights: 'half' });
    const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
    await mongo
      .collection('projects')
      .updateOne(
        { _id: id as never },
        { $set: { 'progress.insights': 'empty' }, $inc: { 'progress.asked.insights': 1 } },
      );
    await mongo.close();
    expect((await get(id)).progress).toMatchObject({ insights: 'empty' });
    const next = await startAnother();
    await cells(id, { insights: 'half' });
    await next.stop();
  });

  it('are counted by queries that each use an index', async () => {
    const { id } = await create();
    const plans = await queryPlans(config, async () => {
      await document(id, newId(), 1, 'uploaded', { category: 'deed_documents' });
      await annotation(id, newId(), 1, 'created');
      await eventually(async () => {
        expect((await get(id)).progress).toMatchObject({ dataHistoric: 'full', insights: 'half' });
      });
    });
    expect(new Set(plans.map(({ collection }) => collection))).toContain('progress_sources');
    expect(plans.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);
  });
});
