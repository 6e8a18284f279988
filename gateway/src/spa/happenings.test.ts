import { Annotation, Decision } from '@symbio/proto/annotation';
import { Document } from '@symbio/proto/document';
import { EvidenceAssignment, EvidenceComment, Feature } from '@symbio/proto/feature';
import { Job, JobPayload } from '@symbio/proto/job';
import { SiteVisit } from '@symbio/proto/project';
import { RecordSearch } from '@symbio/proto/records';
import type { CallParent } from '@symbio/rpc';
import { grouped, happenings } from './happenings.js';

const SINCE = new Date('2026-11-20T12:00:00Z');
const before = new Date('2026-11-20T11:00:00Z');
const after = (minutes: number): Date => new Date(SINCE.getTime() + minutes * 60_000);
const me = { sub: 'u-me', authorId: 'a-me' };
const ada = { authorId: 'a-ada', authorName: 'Ada Marsh' };
const place = { documentId: 'd-1', documentPageId: 'g-1' };
const asked = { projectId: 'p', since: SINCE, actor: me };

interface State {
  annotations?: Partial<Annotation>[];
  documents?: Partial<Document>[];
  jobs?: Partial<Job>[];
  features?: Partial<Feature>[];
  comments?: Partial<EvidenceComment>[];
  assignments?: Partial<EvidenceAssignment>[];
  siteVisits?: Partial<SiteVisit>[];
  searches?: Partial<RecordSearch>[];
}

async function changesOf(state: State) {
  const { annotations = [], documents = [], jobs = [], features = [], comments = [], assignments = [] } = state;
  const services = {
    annotation: {
      listAnnotations: () =>
        Promise.resolve({
          annotations: annotations.map((each) => Annotation.fromPartial({ ...place, ...each })),
        }),
    },
    document: {
      listDocuments: () =>
        Promise.resolve({ documents: documents.map((each) => Document.fromPartial(each as object)) }),
    },
    job: { listJobs: () => Promise.resolve({ jobs: jobs.map((each) => Job.fromPartial(each as object)) }) },
    feature: {
      listFeatures: () => Promise.resolve({ features: features.map((each) => Feature.fromPartial(each as object)) }),
      listComments: () =>
        Promise.resolve({ comments: comments.map((each) => EvidenceComment.fromPartial(each as object)) }),
      listAssignments: () =>
        Promise.resolve({ assignments: assignments.map((each) => EvidenceAssignment.fromPartial(each as object)) }),
    },
    project: {
      listSiteVisits: () =>
        Promise.resolve({ siteVisits: (state.siteVisits ?? []).map((each) => SiteVisit.fromPartial(each as object)) }),
    },
    records: {
      listSearches: () =>
        Promise.resolve({ searches: (state.searches ?? []).map((each) => RecordSearch.fromPartial(each as object)) }),
    },
    identity: {
      getAuthors: () =>
        Promise.resolve({ authors: [{ id: 'a-ada', displayName: 'Ada Marsh', authorType: 'human' as const }] }),
      getUserNames: () => Promise.resolve({ names: { 'u-ada': 'Ada Marsh' } }),
    },
  } as unknown as Parameters<typeof happenings>[0];
  return grouped(await happenings(services, asked, {} as CallParent));
}

const said = ({ changes }: Awaited<ReturnType<typeof changesOf>>) =>
  changes.map(({ who, kind, count }) => `${who ?? 'nobody'} ${kind} ${count}`);

describe('what others did since the last look', () => {
  it('counts made and proposed findings, and decisions, once each', async () => {
    const decided = { verdict: 'accepted', ...ada, decidedAt: after(5), copyId: 'c-1' };
    const found = await changesOf({
      annotations: [
        { id: 'n-1', content: 'Gas holder', authorType: 'human', ...ada, createdAt: after(1) },
        { id: 'n-2', content: 'Tank', authorType: 'human', ...ada, createdAt: after(2) },
        { id: 'n-3', authorType: 'ai_agent', authorId: 'a-s', authorName: 'Spotter 1', createdAt: after(3) },
        { id: 'n-4', authorType: 'ai_agent', createdAt: before, decisions: [Decision.fromPartial(decided)] },
        // the accepted copy is the decision itself
        { id: 'c-1', derivedFrom: 'n-4', authorType: 'human', ...ada, createdAt: after(5) },
        { id: 'n-5', authorType: 'human', authorId: 'a-me', createdAt: after(6) },
        { id: 'n-6', authorType: 'human', ...ada, createdAt: before },
      ],
    });
    expect(said(found)).toEqual([
      'Ada Marsh finding_accepted 1',
      'Spotter 1 finding_proposed 1',
      'Ada Marsh finding_made 2',
    ]);
    expect(found.counts).toEqual([
      { kind: 'finding_made', count: 2 },
      { kind: 'finding_proposed', count: 1 },
      { kind: 'finding_accepted', count: 1 },
    ]);
    expect(found.changes.at(-1)?.items).toEqual([
      { title: 'Tank', path: '/projects/p/documents/d-1?page=g-1&annotation=n-2' },
      { title: 'Gas holder', path: '/projects/p/documents/d-1?page=g-1&annotation=n-1' },
    ]);
  });

  it('lists documents, features and visits with their people', async () => {
    const found = await changesOf({
      documents: [
        { id: 'd-1', title: 'Sanborn 1928', uploadedBy: 'u-ada', createdAt: after(1) },
        { id: 'd-2', title: 'Mine', uploadedBy: 'u-me', createdAt: after(1) },
      ],
      jobs: [
        { completedAt: after(2), payload: JobPayload.fromPartial({ documentId: 'd-1' }) },
        { completedAt: before, payload: JobPayload.fromPartial({ documentId: 'd-2' }) },
      ],
      features: [{ id: 'f-1', name: 'Gas works', authorId: 'a-ada', createdAt: after(3) }],
      siteVisits: [{ id: 'v-1', visitDate: '2026-11-21', investigatorName: 'Ben Ito', createdAt: after(4) }],
    });
    expect(said(found)).toEqual([
      'Ben Ito visit_recorded 1',
      'Ada Marsh feature_added 1',
      'nobody document_read 1',
      'Ada Marsh document_added 1',
    ]);
  });

  it('lists searches that found other records than before, also those without a person (issue 40)', async () => {
    const found = await changesOf({
      searches: [
        { number: 4, appeared: 2, vanished: 1, byName: 'Symbio', createdAt: after(3) },
        { number: 3, appeared: 0, vanished: 0, byName: 'Symbio', createdAt: after(2) },
        { number: 2, appeared: 5, vanished: 0, byId: 'u-me', byName: 'Me', createdAt: after(1) },
        { number: 1, appeared: 9, vanished: 0, byName: 'Ada Marsh', createdAt: after(1) },
      ],
    });
    expect(said(found)).toEqual(['Symbio records_changed 1']);
    expect(found.changes[0]?.items).toEqual([{ title: '2 new, 1 no longer listed', path: '/projects/p/records' }]);
  });

  it('puts what is addressed to the reader under its own kind', async () => {
    const subject = { type: 'feature', id: 'f-1', title: 'Gas works', documentId: '', documentPageId: '' };
    const comment = { subject, ...ada, authorType: 'human', createdAt: after(1) };
    const found = await changesOf({
      comments: [
        { ...comment, mentioned: [{ userId: 'u-me', name: 'Me' }] },
        { ...comment, via: 'key' },
        { ...comment, deletedAt: after(2) },
        { ...comment, authorId: 'a-me' },
      ],
      assignments: [
        { subject, assignee: { userId: 'u-me', name: 'Me' }, assignedByName: 'Ada Marsh', assignedAt: after(3) },
        { subject, assignee: { userId: 'u-ben', name: 'Ben' }, assignedByName: 'Ada Marsh', assignedAt: after(3) },
      ],
    });
    expect(said(found)).toEqual(['Ada Marsh assigned_you 1', 'Ada Marsh mentioned_you 1', 'Ada Marsh commented 1']);
    expect(found.changes.at(-1)).toMatchObject({
      via: 'key',
      items: [{ title: 'Gas works', path: '/projects/p/insights?feature=f-1' }],
    });
  });
});
