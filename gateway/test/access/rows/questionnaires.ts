/** The questionnaire of the user of the report (OP-07, OP-09). */
import { newId } from '@symbio/runtime';
import { USER_QUESTIONS } from '@symbio/proto/project/vocabulary';
import { ADMINISTRATOR, allProcesses, CREATOR, EDIT, EDITOR, KEYS, NOBODY, only, OWNER, READ } from '../callers.js';
import { there } from '../there.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const answers = USER_QUESTIONS.map((question) => ({ question, answer: 'no', text: '' }));
const recorded = { name: 'Ben Buyer', date: '2026-02-03', method: 'paper', answers };
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const link = () => ({ name: 'Ben Buyer', email: `${newId()}@access.test`, lastDay: tomorrow() });

/** Take turns: a person may mail only so many links within an hour. */
const SENDERS = [CREATOR, ADMINISTRATOR, OWNER, EDITOR] as const;
let sent = 0;

export const newQuestionnaireLink = async ({ system, projectId, as }: World): Promise<string> =>
  there(
    (
      await system.clients.project.sendQuestionnaire(
        { projectId, ...link() },
        await as(SENDERS[sent++ % SENDERS.length] ?? CREATOR),
      )
    ).link,
    'link',
  ).id;

/** Editors who are people: no program sends mail. */
const ASK = { ...EDIT, ...Object.fromEntries(KEYS.map((key) => [key, 403 as const])) };
const askers = { cites: 'OP-07 OP-09', allowed: ASK, processes: allProcesses(403) };
/** Calls by the gateway for the holder of a mailed link. */
const holders = { cites: 'OP-07', allowed: NOBODY, processes: { ...only('gateway'), gateway: 404 as const } };
const ofProject = (w: World, rest: string): string => `/api/projects/${w.projectId}/questionnaire/${rest}`;

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects/:id/questionnaire',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/questionnaire` }),
    allowed: READ,
  },
  {
    route: 'POST /api/projects/:id/questionnaire/links',
    cites: 'OP-07 OP-09',
    call: (w) => {
      const { lastDay, ...values } = link();
      return { path: ofProject(w, 'links'), body: { ...values, last_day: lastDay } };
    },
    allowed: ASK,
  },
  {
    route: 'DELETE /api/questionnaire-links/:id',
    cites: 'OP-07 OP-09',
    call: async (w) => ({ path: `/api/questionnaire-links/${await newQuestionnaireLink(w)}` }),
    allowed: ASK,
  },
  {
    route: 'POST /api/projects/:id/questionnaire/answers',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: ofProject(w, 'answers'), body: recorded }),
    allowed: ASK,
  },
  {
    route: 'POST /api/questionnaires/open',
    cites: 'OP-07',
    call: () => ({ path: '/api/questionnaires/open', body: { token: 'made up' } }),
    everybody: 404,
  },
  {
    route: 'POST /api/questionnaires/submit',
    cites: 'OP-07',
    call: () => ({
      path: '/api/questionnaires/submit',
      body: { token: 'made up', id: newId(), name: 'Ben Buyer', answers },
    }),
    everybody: 404,
  },
];

const project = callsOf('project');

export const calls: CallRow[] = [
  project('getQuestionnaire', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('sendQuestionnaire', { ...askers, request: (w) => ({ id: newId(), projectId: w.projectId, ...link() }) }),
  project('endQuestionnaireLink', { ...askers, request: async (w) => ({ id: await newQuestionnaireLink(w) }) }),
  project('recordUserAnswers', {
    ...askers,
    request: (w) => ({ id: newId(), projectId: w.projectId, values: recorded }),
  }),
  project('openQuestionnaire', { ...holders, request: () => ({ token: 'made up' }) }),
  project('submitQuestionnaire', {
    ...holders,
    request: () => ({ token: 'made up', id: newId(), name: 'Ben Buyer', answers }),
  }),
];
