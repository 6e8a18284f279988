import { Assessment, type SaveAssessmentRequest } from '@symbio/proto/project';
import { COMPONENT_KINDS } from '@symbio/proto/project/vocabulary';
import { closeServers } from '../testing.js';
import { assessments } from './assessments.js';
import { servePublic } from './testing.js';

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const path = `/projects/${PROJECT}/assessment`;

const message = (projectId: string, interviews: string, acquisitionDate = '') =>
  Assessment.fromPartial({
    ...{ projectId, acquisitionDate, updatedAt: new Date(0) },
    components: COMPONENT_KINDS.map((kind) =>
      kind === 'interviews' && interviews
        ? { kind, date: interviews, source: 'typed', byId: 'u1', byName: 'Ann', at: new Date(0) }
        : { kind },
    ),
  });

afterEach(closeServers);

async function api(all: Assessment[]) {
  const saved: SaveAssessmentRequest[] = [];
  const project = {
    getAssessment: () => Promise.resolve({ assessment: all[0] }),
    saveAssessment: (request: SaveAssessmentRequest) => {
      saved.push(request);
      return Promise.resolve({ assessment: all[0] });
    },
    listAssessments: () => Promise.resolve({ assessments: all }),
  };
  return { saved, ...(await servePublic(assessments({ project } as never), { actor: { via: 'user' } })) };
}

it('an assessment is shown with its clock and the problems of its dates', async () => {
  const { get } = await api([message(PROJECT, '2026-05-01', '2026-11-27')]);
  expect(await get(path)).toMatchObject({
    status: 200,
    body: {
      data: {
        acquisition_date: '2026-11-27',
        components: [
          { kind: 'interviews', date: '2026-05-01', source: 'typed', note: null, by_name: 'Ann' },
          ...[1, 2, 3, 4].map(() => ({ date: null, source: null, by_id: null })),
        ],
        clock: {
          ...{ state: 'expired', judged_on: '2026-11-27', earliest: 'interviews', expires_on: '2026-10-28' },
          ...{ days_left: -30, inquiry_expires_on: '2027-05-01' },
        },
        limits: { component_days: 180, inquiry_years: 1 },
        problems: [
          {
            ...{ rule: 'AAI-3', severity: 'block', component: 'interviews' },
            sentence: 'The interviews of May 1, 2026 will be 210 days old on the day of acquisition; 180 are allowed.',
          },
          ...['lien_search', 'records_review', 'site_inspection', 'declaration'].map((component) => ({
            ...{ rule: 'AAI-1', component },
          })),
        ],
      },
    },
  });
});

it('dates are set; malformed ones are refused', async () => {
  const { send, saved } = await api([message(PROJECT, '')]);
  const dates = [{ kind: 'lien_search', date: '2026-05-02', note: 'County recorder' }];
  const body = { acquisition_date: '2026-12-01', dates, updated_at: '1970-01-01T00:00:00.000Z' };
  expect(await send('PUT', path, body)).toMatchObject({ status: 200, body: { data: { clock: { state: 'undated' } } } });
  expect(saved).toEqual([{ projectId: PROJECT, acquisitionDate: '2026-12-01', dates, expectedUpdatedAt: new Date(0) }]);
  for (const wrong of [
    {},
    { dates: [{ kind: 'phase_two', date: '2026-05-02' }] },
    { dates: [{ kind: 'interviews', date: 'May' }] },
    { dates: [], acquisition_date: '2026-02-30' },
  ])
    expect(await send('PUT', path, wrong)).toMatchObject({ status: 400 });
  expect(saved).toHaveLength(1);
});

it('only expired assessments and those that expire soon are listed, the earliest first', async () => {
  const { get } = await api([
    message('valid', '2026-05-01', '2026-06-01'),
    message('undated', ''),
    message('soon', '2026-05-01', '2099-01-01'),
    message('expired', '2020-05-01'),
  ]);
  expect(await get('/expiring-assessments')).toMatchObject({
    body: {
      count: 2,
      data: [
        { project_id: 'expired', state: 'expired', expires_on: '2020-10-28', earliest: 'interviews' },
        { project_id: 'soon', state: 'expired', judged_on: '2099-01-01' },
      ],
    },
  });
});
