import { newId } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs, callAsService } from '@symbio/rpc/testing';
import type { CaughtMail } from '@symbio/fixtures/inbox';
import { USER_QUESTIONS } from '@symbio/proto/project/vocabulary';
import { editor, startService, viewer } from './service-under-test.js';

const { close, clock, inbox, projects, shared } = await startService();
afterAll(close);

const mailsTo = async (email: string): Promise<CaughtMail[]> =>
  ((await (await fetch(`${inbox.url}/email`)).json()) as CaughtMail[]).filter(({ to }) => to.includes(email));
const answers = USER_QUESTIONS.map((question) => ({ question, answer: 'no', text: `About <b>${question}</b>` }));

it('the user of the report answers by a mailed link, without an account (40 CFR 312.22)', async () => {
  const { id: projectId } = await shared({ title: 'Asked' });
  const [asEditor, asViewer] = [await callAs(editor), await callAs(viewer)];
  const email = `${newId()}@buyer.test`;
  const lastDay = new Date(clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
  const { link } = await projects.sendQuestionnaire({ projectId, name: 'Ben Buyer', email, lastDay }, asEditor);
  const token = await eventually(async () => {
    const found = /questionnaire\?token=([\w-]{43})/.exec((await mailsTo(email))[0]?.text ?? '')?.[1];
    expect(found).toBeDefined();
    return found ?? '';
  });
  const asGateway = () => callAsService('gateway');
  const opened = await projects.openQuestionnaire({ token }, await asGateway());
  expect(opened).toMatchObject({ projectTitle: 'Asked', name: 'Ben Buyer', answers: [] });

  const first = { token, id: newId(), name: 'Ben Buyer', answers };
  await projects.submitQuestionnaire(first, await asGateway());
  await projects.submitQuestionnaire(first, await asGateway());
  const amended = answers.map((one) => ({ ...one, answer: 'unknown' }));
  await projects.submitQuestionnaire({ ...first, id: newId(), answers: amended }, await asGateway());
  const { questionnaire } = await projects.getQuestionnaire({ projectId }, asViewer);
  expect(questionnaire).toMatchObject({
    links: [],
    answers: [
      {
        linkId: link?.id,
        name: 'Ben Buyer',
        method: 'link',
        answers: [{ answer: 'no', text: 'About <b>liens</b>' }, {}, {}, {}, {}, {}],
      },
      { answers: [{ answer: 'unknown' }, {}, {}, {}, {}, {}] },
    ],
  });
  const { assessment } = await projects.getAssessment({ projectId }, asViewer);
  expect(assessment?.components[0]).toMatchObject({ kind: 'interviews', source: 'interview' });

  await projects.endQuestionnaireLink({ id: link?.id ?? '' }, asEditor);
  expect(await outcomeOf(projects.openQuestionnaire({ token }, await asGateway()))).toBe('NOT_FOUND');
});
