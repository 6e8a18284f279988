import { Annotation } from '@symbio/proto/annotation';
import { Page } from '@symbio/proto/document';
import { Feature, Mention } from '@symbio/proto/feature';
import { User } from '@symbio/proto/identity';
import { Issue } from '@symbio/proto/issue';
import { Job } from '@symbio/proto/job';
import { Project } from '@symbio/proto/project';
import { presentPage } from './documents.js';
import { presentAnnotation, presentFeature, presentMention } from './evidence.js';
import { presentIssue } from './issues.js';
import { presentJob } from './jobs.js';
import { list } from '../http/lists.js';
import { presentUser } from './people.js';
import { presentProject } from './projects.js';

describe('entities over HTTP', () => {
  it('a project has snake_case names, the address under both names, and null for what is absent (DATA-01)', () => {
    const project = Project.fromJSON({
      id: 'p',
      title: 'T',
      propertyAddress: '1 Main St',
      createdAt: '2026-01-01T00:00:00Z',
    });
    expect(presentProject(project)).toMatchObject({
      id: 'p',
      property_address: '1 Main St',
      address: '1 Main St',
      client_email: null,
      has_annotations: false,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  });

  it('an annotation keeps the specification’s coordinate names (DATA-12)', () => {
    const ellipse = { centerX: 1, centerY: 2, radiusX: 3, radiusY: 4, theta: 0 };
    expect(presentAnnotation(Annotation.fromJSON({ id: 'a', ellipse }))).toMatchObject({
      annotation_type: 'ellipse',
      coordinates: ellipse,
    });
    const polygon = {
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
        { x: 1, y: 9 },
      ],
    };
    expect(presentAnnotation(Annotation.fromJSON({ id: 'a', polygon }))).toMatchObject({
      annotation_type: 'polygon',
      coordinates: polygon,
    });
    const rectangle = { x: 1, y: 2, width: 3, height: 4 };
    expect(presentAnnotation(Annotation.fromJSON({ id: 'a', rectangle }))).toMatchObject({
      annotation_type: 'rectangle',
      coordinates: rectangle,
    });
  });

  it('a feature’s coordinate is the text (longitude,latitude) (DATA-14)', () => {
    const feature = Feature.fromJSON({ id: 'f', coordinate: { longitude: -73.97, latitude: 40.75 } });
    expect(presentFeature(feature)).toMatchObject({ coordinate: '(-73.97,40.75)' });
    expect(presentFeature(Feature.fromJSON({ id: 'f' }))).toMatchObject({ coordinate: null });
  });

  it('a mention without an active record has no confidence, rather than the lowest (DATA-16)', () => {
    const mention = Mention.fromJSON({ id: 'm', narrative: 'Two tanks', historyCount: 2 });
    expect(presentMention(mention)).toMatchObject({
      narrative: 'Two tanks',
      current_history_id: null,
      current_narrative: null,
      current_confidence: null,
      current_use_type: null,
      current_author_id: null,
    });
    const doubted = Mention.fromJSON({
      id: 'm',
      currentHistoryId: 'h',
      currentConfidence: 0,
      currentUseType: 'suspected',
    });
    expect(presentMention(doubted)).toMatchObject({ current_confidence: 0, current_narrative: '' });
  });

  it('a page has OpenSeadragon’s tile source, or null without an image (DATA-08, DATA-09)', () => {
    const page = Page.fromJSON({
      id: 'p',
      pageNumber: 2,
      metadata: { pageType: 'sanborn_map', year: 1896 },
      tileSource: { width: 6400, height: 7600, tileSize: 512, url: '/files/t/1/s/d/2/h/', format: 'jpg' },
    });
    expect(presentPage(page)).toMatchObject({
      page_number: 2,
      metadata: { page_type: 'sanborn_map', year: 1896 },
      tile_source: {
        Image: {
          Url: '/files/t/1/s/d/2/h/',
          Format: 'jpg',
          Overlap: '0',
          TileSize: '512',
          Size: { Width: '6400', Height: '7600' },
        },
      },
    });
    expect(presentPage(Page.fromJSON({ id: 'p' }))).toMatchObject({ tile_source: null, image_url: null });
  });

  it('a page has its title in the file, with source and confidence (DATA-09)', () => {
    const metadata = { pageTitle: 'Sheet 12', pageTitleConfidence: 0.9, pageTitleSource: 'bookmark' };
    expect(presentPage(Page.fromJSON({ id: 'p', metadata }))).toMatchObject({
      metadata: { page_title: 'Sheet 12', page_title_confidence: 0.9, page_title_source: 'bookmark' },
    });
    expect(presentPage(Page.fromJSON({ id: 'p', metadata: {} }))).not.toHaveProperty('metadata.page_title');
    const sourceOf = (textSource: string) =>
      presentPage(Page.fromJSON({ id: 'p', metadata: { textSource } })).metadata?.text_source;
    expect(['pdf', 'ocr', 'both', ''].map(sourceOf)).toEqual(['pdf', 'read', 'both', undefined]);
  });

  it('a job’s payload keeps its camelCase names (DATA-19), and a finished job has its duration', () => {
    const job = Job.fromJSON({
      id: 'j',
      payload: { documentId: 'd', projectId: 'p' },
      startedAt: '2026-01-01T00:00:00Z',
      completedAt: '2026-01-01T00:00:02.500Z',
    });
    expect(presentJob(job)).toMatchObject({ payload: { documentId: 'd', projectId: 'p' }, duration_seconds: 2.5 });
    // the time between the last attempt and the cancellation does not count (OP-58)
    expect(presentJob({ ...job, failure: 'cancelled' })).toMatchObject({ duration_seconds: null });
    expect(presentJob({ ...job, failure: 'stopped' })).toMatchObject({ duration_seconds: 2.5 });
  });

  it('a failed job says whether the file is the reason', () => {
    const queue = { position: 3, waitingFor: 'documents_before', startsInSeconds: 240 };
    expect(presentJob(Job.fromJSON({ id: 'j', queue })).queue).toEqual({
      ...{ position: 3, waiting_for: 'documents_before', starts_in_seconds: 240, ends_in_seconds: null },
    });
    expect(presentJob(Job.fromJSON({ id: 'j', status: 'failed' }))).toMatchObject({ error_permanent: false });
    expect(presentJob(Job.fromJSON({ id: 'j', errorPermanent: true }))).toMatchObject({ error_permanent: true });
  });

  it('a user has the fields of the profile, with null for empty ones (DATA-21)', () => {
    const user = User.fromJSON({ id: 'u', email: 'ada@symbio.test', name: 'Ada Marsh', role: 'customer' });
    expect(presentUser(user)).toMatchObject({
      id: 'u',
      email: 'ada@symbio.test',
      name: 'Ada Marsh',
      company: null,
      phone: null,
      role: 'customer',
    });
    expect(presentUser({ ...user, company: 'Marsh Environmental', phone: '555-0100' })).toMatchObject({
      company: 'Marsh Environmental',
      phone: '555-0100',
    });
  });

  it('a list has its page and count (PROJ-41)', () => {
    expect(list([1], { page: 2, perPage: 20, totalPages: 2, count: 21 })).toEqual({
      data: [1],
      page: 2,
      per_page: 20,
      total_pages: 2,
      count: 21,
    });
    expect(list([])).toMatchObject({ data: [], count: 0, total_pages: 0 });
  });

  it('hides fields that no presenter names', () => {
    const internal = { internalNote: 'not for browsers', searchText: 'x' };
    const issue = Issue.fromJSON({
      id: 'i',
      screenshots: [{}],
      links: [{ issue: {} }],
      context: [{}],
      followers: [{}],
    });
    for (const part of [...issue.screenshots, ...issue.links, ...issue.context, ...issue.followers])
      Object.assign(part, internal);
    const texts = [
      presentIssue({ ...issue, ...internal }, ''),
      presentProject({ ...Project.fromJSON({ id: 'p', progress: {} }), ...internal }),
      presentPage({ ...Page.fromJSON({ id: 'p', metadata: {} }), ...internal }),
      presentAnnotation({ ...Annotation.fromJSON({ id: 'a', ellipse: {}, decisions: [{}] }), ...internal }),
      presentFeature({ ...Feature.fromJSON({ id: 'f' }), ...internal }),
      presentJob({ ...Job.fromJSON({ id: 'j', payload: {}, progress: {}, result: {} }), ...internal }),
      presentUser({ ...User.fromJSON({ id: 'u' }), ...internal }),
    ].map((entity) => JSON.stringify(entity));
    for (const text of texts) expect(text).not.toMatch(/internal|search/i);
  });
});
