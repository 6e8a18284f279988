import { Document, Page, PageOpening, Photograph } from '@symbio/proto/document';
import { Determination, Feature, HistoryRecord, Mention } from '@symbio/proto/feature';
import { Author } from '@symbio/proto/identity';
import { Annotation } from '@symbio/proto/annotation';
import { Assessment, Coverage, Interview, Project, Questionnaire, SiteVisit } from '@symbio/proto/project';
import { AgencyRequest, RecordHit, RecordSearch } from '@symbio/proto/records';
import { Report } from '@symbio/proto/reports';
import { notAuthorized } from '@symbio/runtime';
import { closeServers } from '../testing.js';
import { reviewLists } from './review-list.js';
import { servePublic } from './testing.js';

afterEach(closeServers);

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';

async function served({
  kind = 'ber',
  report = {},
  opened = [] as string[],
  evidence = ['h1'],
  isReader = false,
  onProperty = 'perhaps',
  requested = [] as string[],
  lists = ['LUST'],
} = {}) {
  const holds = { featureOfInterestId: 'f1', currentHistoryId: 'h1', currentConfidence: 3, currentAuthorId: 'a2' };
  const mentions = [
    Mention.fromPartial({ ...holds, id: 'm1', sourceAnnotationId: 'a1' }),
    Mention.fromPartial({ ...holds, id: 'm2', currentHistoryId: '', currentConfidence: 9 }),
  ];
  const project = {
    getProject: () =>
      Promise.resolve({
        project: Project.fromPartial({
          id: PROJECT,
          progress: { counts: { toReview: 84 } },
          propertyAddress: '7 Kent Avenue',
        }),
      }),
    getAssessment: () =>
      Promise.resolve({ assessment: Assessment.fromPartial({ components: [{ kind: 'lien_search' }] }) }),
    listInterviews: () => Promise.resolve({ interviews: [Interview.fromPartial({ role: 'owner' })] }),
    listLienSearches: () => Promise.resolve({ lienSearches: [] }),
    getQuestionnaire: () => Promise.resolve({ questionnaire: Questionnaire.fromPartial({}) }),
    getCoverage: () =>
      Promise.resolve({
        coverage: Coverage.fromPartial({
          gaps: [{ id: 'g1', kind: 'liens', tried: 'County recorder' }],
          overrides: [{ source: 'aerial_imagery', decade: 1930, area: 'property', state: 'unavailable' }],
        }),
      }),
    listSiteVisits: () =>
      Promise.resolve({ siteVisits: [SiteVisit.fromPartial({ id: 'v1', visitDate: '2026-06-01' })] }),
  };
  const document = {
    listPageOpenings: ({ userId }: { userId: string }) =>
      isReader
        ? Promise.reject(notAuthorized())
        : Promise.resolve({ openings: opened.map((pageId) => PageOpening.fromPartial({ pageId, userId })) }),
    listPhotographs: () =>
      Promise.resolve({
        photographs: [Photograph.fromPartial({ id: 'p1', fileName: 'a.jpg', takenAt: '2026-06-01T09:30:00' })],
      }),
    listDocuments: () =>
      Promise.resolve({
        documents: [
          Document.fromPartial({ id: 'd1', title: 'Sanborn', category: 'sanborn_maps', facts: { years: [1951] } }),
          Document.fromPartial({ category: 'other' }),
        ],
      }),
    listPages: () =>
      Promise.resolve({ pages: [Page.fromPartial({ id: 'page', pageNumber: 3, metadata: { year: 1951 } })] }),
  };
  const feature = {
    listFeatures: () =>
      Promise.resolve({
        features: [Feature.fromPartial({ id: 'f1', name: 'Gas works', relation: { relation: 'adjoining' } })],
      }),
    listMentions: () => Promise.resolve({ mentions }),
    listMentionHistory: () => Promise.resolve({ records: [HistoryRecord.fromPartial({ id: 'h0', mentionId: 'm1' })] }),
    listDeterminations: () =>
      Promise.resolve({
        determinations: [Determination.fromPartial({ featureId: 'f1', kind, reason: 'Price', evidence })],
      }),
  };
  const hits = lists.map((list, at) =>
    RecordHit.fromPartial({ id: `r${at + 1}`, list, name: 'CORNER STATION', onProperty }),
  );
  const search = RecordSearch.fromPartial({
    id: 's1',
    counts: [{ list: 'LUST', title: 'Leaking tanks', isLoaded: true }],
  });
  const records = {
    listSearches: () => Promise.resolve({ searches: [search] }),
    listHits: () => Promise.resolve({ hits }),
    getSearchDistances: () => Promise.resolve({ distances: [] }),
    // without paging, all; a page has a thousand at most
    listAgencyRequests: ({ paging }: { paging?: unknown }) =>
      Promise.resolve({
        requests: requested
          .slice(0, paging ? 1_000 : undefined)
          .map((id) => AgencyRequest.fromPartial({ fields: { hitIds: [id] } })),
      }),
  };
  const reports = { getReport: () => Promise.resolve({ report: Report.fromPartial(report) }) };
  const mark = { id: 'a1', authorType: 'human', documentId: 'd1', documentPageId: 'page' };
  const annotation = { listAnnotations: () => Promise.resolve({ annotations: [Annotation.fromPartial(mark)] }) };
  const identity = {
    getAuthors: () => Promise.resolve({ authors: [Author.fromPartial({ id: 'a2', authorType: 'ai_agent' })] }),
  };
  const { get } = await servePublic(
    reviewLists({ annotation, project, document, feature, identity, records, reports } as never),
  );
  return get(`/projects/${PROJECT}/review-list`);
}

it("answers the reviewer's list of what the project stores", async () => {
  const { status, body } = await served();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: [
      { rule: 'AAI-1', items: [{ kind: 'dates', id: 'lien_search', label: 'The lien search has no date.' }] },
      { rule: 'FIG-3', severity: 'block', items: [{ kind: 'photograph', id: 'p1', label: 'a.jpg' }] },
      { rule: 'EVI-1', severity: 'block', items: [{ kind: 'feature', id: 'f1', label: 'Gas works' }] },
      { rule: 'COV-1', severity: 'block', items: [{ kind: 'sources', label: 'Oldest source: 1951' }] },
      {
        rule: 'COV-3',
        items: [{ label: 'Regulatory database' }, { label: 'Topographic maps' }, { label: 'City directories' }],
      },
      { rule: 'GAP-1', items: [{ kind: 'gap', id: 'g1', label: 'Lien search' }] },
      { rule: 'REC-8', severity: 'block', items: [{ kind: 'record', id: 'r1', label: 'CORNER STATION' }] },
      { rule: 'EP-1', severity: 'warn', items: [{ kind: 'professional' }] },
      { rule: 'SITE-1', severity: 'warn', items: [{ kind: 'property', label: '7 Kent Avenue' }] },
      { rule: 'EVI-2', severity: 'warn', items: [{ kind: 'feature', id: 'f1', label: 'Gas works' }] },
      { rule: 'EVI-6', items: [{ kind: 'proposals', label: '84 proposals' }] },
      { rule: 'FIG-6', items: [{ kind: 'photograph', id: 'p1' }] },
      { rule: 'COV-4', severity: 'warn', items: [{ label: 'Aerial imagery' }] },
      { rule: 'INT-1', items: [{ kind: 'interviews', label: 'Occupant' }, { label: 'Local official' }] },
      { rule: 'USR-1', items: [{ kind: 'interviews', label: 'Questionnaire' }] },
      { rule: 'GAP-3', items: [{ kind: 'visit', id: 'v1', label: '2026-06-01' }] },
      { rule: 'REC-11', severity: 'warn', items: [{ kind: 'records', label: 'Search distances' }] },
    ],
  });
});

it('names the lists of records that share a name', async () => {
  const { body } = await served({ lists: ['LUST', 'UST'] });
  const perhaps = (body as { data: { rule: string; items: { label: string }[] }[] }).data.find(
    ({ rule }) => rule === 'REC-8',
  );
  expect(perhaps?.items.map(({ label }) => label)).toEqual(['CORNER STATION (Leaking tanks)', 'CORNER STATION (UST)']);
});

it('reads all requests for files of agencies, also more than a page of them', async () => {
  const ofFiles = async (requested: string[]) => {
    const { body } = await served({ onProperty: 'on', requested });
    return (body as { data: { rule: string }[] }).data.filter(({ rule }) => rule === 'REC-2');
  };
  const others = Array.from({ length: 1_000 }, (_, index) => `other${index}`);
  expect(await ofFiles(others)).toHaveLength(1);
  expect(await ofFiles([...others, 'r1'])).toEqual([]);
});

it('names pages behind a REC that the named professional has never opened, with their mark (EP-2)', async () => {
  const report = { professional: { id: 'u1', name: 'Ada Marsh' } };
  const ofRule = async (opened: string[], evidence = ['h1'], isReader = false) => {
    const { body } = await served({ kind: 'rec', report, opened, evidence, isReader });
    return (body as { data: { rule: string; items: unknown }[] }).data.filter(({ rule }) => rule === 'EP-2');
  };
  const page = {
    kind: 'page',
    id: 'page',
    document_id: 'd1',
    annotation_id: 'a1',
    label: 'Sanborn, page 3: Gas works',
  };
  expect(await ofRule(['another'])).toMatchObject([{ severity: 'warn', items: [page] }]);
  expect(await ofRule(['page'])).toEqual([]);
  // its mention was edited since
  expect(await ofRule(['another'], ['h0'])).toMatchObject([{ items: [page] }]);
  // who opened pages is not for those who only read the project
  expect(await ofRule(['another'], ['h1'], true)).toEqual([]);
});
