import { newId } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { RecordUserAnswersRequest, UserAnswer } from '@symbio/proto/project';
import { USER_QUESTIONS } from '@symbio/proto/project/vocabulary';
import { projectRules, type ProjectRules } from '../../test/memory.js';
import type { ProjectMailRow } from '../model.js';

let rules: ProjectRules;
let projectId: string;
beforeEach(async () => {
  rules = projectRules();
  const fields = {
    ...{ title: 'Riverside Mill', dueDate: '2026-03-31', propertyAddress: '12 Mill Street', propertyCity: 'Lowell' },
    ...{ propertyState: 'MA', propertyZip: '01852', clientCompany: 'Mill Holdings' },
  };
  projectId = (await rules.projects.create({ id: '', fields }, rules.staff)).project._id;
  await rules.members.set({ projectId, userId: rules.editor.actor.sub, role: 'editor' }, rules.staff);
  await rules.members.set({ projectId, userId: rules.viewer.actor.sub, role: 'viewer' }, rules.staff);
});

const dayIn = (days: number): string =>
  new Date(rules.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const ALL = USER_QUESTIONS.map((question) =>
  UserAnswer.fromPartial({ question, answer: 'no', text: `About ${question}` }),
);
const send = (over: object = {}, by = rules.editor) =>
  rules.questionnaires.send(
    { id: '', projectId, name: 'Ben Buyer', email: 'Ben@buyer.example', lastDay: dayIn(14), ...over },
    by,
  );
/** Sending also wakes the sweep. */
const settled = async (): Promise<void> => {
  await rules.mails.sendDue(new AbortController().signal);
  const isPending = ({ due, tries }: ProjectMailRow): boolean =>
    due !== undefined && (tries > 0 || due <= rules.clock.now());
  await eventually(() => expect(rules.mailRows.filter(isPending)).toEqual([]));
};
const mailed = async (): Promise<string> => {
  await settled();
  const links = rules.sent.flatMap(({ mail }) => /questionnaire\?token=([\w-]{43})/.exec(mail.text)?.[1] ?? []);
  return links.at(-1) ?? '';
};
const submit = (token: string, over: object = {}) =>
  rules.questionnaires.submit({ token, id: newId(), name: 'Ben Buyer', answers: ALL, ...over }, rules.staff);
const stored = async () => rules.questionnaires.get(projectId, rules.editor);

it('a link is mailed, opened and answered; later answers stand beside earlier ones', async () => {
  const link = await send();
  expect(link).toMatchObject({ email: 'ben@buyer.example', byName: 'Edgar Editor' });
  const token = await mailed();
  expect(rules.sent.map(({ to }) => to)).toEqual(['ben@buyer.example']);
  expect(JSON.stringify(rules.projectRows.all())).not.toContain(token);
  expect(await rules.questionnaires.open(token, rules.staff)).toMatchObject({
    ...{ projectTitle: 'Riverside Mill', name: 'Ben Buyer', answers: [] },
  });
  expect((await stored()).links).toMatchObject([{ openedAt: rules.clock.now() }]);
  const id = newId();
  await submit(token, { id });
  // a repeated request adds nothing
  await submit(token, { id });
  await expect(submit(token, { id, name: 'Another' })).rejects.toMatchObject({ reason: 'id_taken' });
  rules.clock.advance(60_000);
  await submit(token, { answers: ALL.map((one) => ({ ...one, answer: 'unknown' })) });
  const { answers } = await stored();
  expect(answers.map(({ linkId, method, answers: [first] }) => [linkId, method, first?.answer])).toEqual([
    [link.id, 'link', 'no'],
    [link.id, 'link', 'unknown'],
  ]);
  expect(await rules.questionnaires.open(token, rules.staff)).toMatchObject({
    answers: [{ answer: 'unknown' }, {}, {}, {}, {}, {}],
  });
  await settled();
  const notices = rules.sent.filter(({ mail }) => mail.subject === 'Answers for Riverside Mill');
  expect(notices.map(({ to }) => to)).toEqual(['sam@symbio.test', 'sam@symbio.test']);
});

it('the earliest answers date the interviews of the assessment (40 CFR 312.20)', async () => {
  const interviews = async () =>
    (await rules.assessments.get(projectId, rules.viewer)).components.find(({ kind }) => kind === 'interviews');
  expect(await interviews()).toMatchObject({ date: '' });
  const values = {
    name: 'Ben Buyer',
    date: dayIn(-3),
    method: 'paper',
    answers: [{ question: 'price', answer: 'yes' }],
  };
  const request = RecordUserAnswersRequest.fromPartial({ projectId, values });
  expect(await rules.questionnaires.record(request, rules.editor)).toMatchObject({
    ...{ linkId: '', method: 'paper', byName: 'Edgar Editor' },
  });
  expect(await interviews()).toMatchObject({ date: dayIn(-3), source: 'interview' });
});

it('an ended, expired or unknown link, and one of a deleted project, opens nothing', async () => {
  const { id } = await send();
  const token = await mailed();
  expect(await outcomeOf(rules.questionnaires.open('a'.repeat(43), rules.staff))).toBe('NOT_FOUND');
  await rules.questionnaires.end(id, rules.editor);
  expect(await outcomeOf(submit(token))).toBe('NOT_FOUND');
  expect(await outcomeOf(rules.questionnaires.end(id, rules.editor))).toBe('NOT_FOUND');
  await send({ lastDay: dayIn(1) });
  const second = await mailed();
  rules.clock.advance(2 * 86_400_000);
  expect(await outcomeOf(rules.questionnaires.open(second, rules.staff))).toBe('NOT_FOUND');
  await send();
  const third = await mailed();
  await rules.deletions.delete(projectId, rules.staff);
  expect(await outcomeOf(rules.questionnaires.open(third, rules.staff))).toBe('NOT_FOUND');
});

it('an answer of a link must reply to every question', async () => {
  await send();
  const token = await mailed();
  await expect(submit(token, { answers: ALL.slice(1) })).rejects.toMatchObject({
    fields: { liens: expect.any(String) as string },
  });
  await expect(submit(token, { name: ' ' })).rejects.toMatchObject({ fields: { name: 'Write your name.' } });
  const hostile = ALL.map((one) => ({ ...one, text: '<script>=1+1</script>' }));
  await submit(token, { answers: hostile });
  expect((await stored()).answers[0]?.answers[0]?.text).toBe('<script>=1+1</script>');
});

it.each([
  ['name', { name: ' ' }],
  ['email', { email: 'nobody' }],
  ['last_day', { lastDay: '2020-01-01' }],
  ['last_day', { lastDay: '2999-01-01' }],
])('refuses a link with a wrong %s', async (field, over) => {
  await expect(send(over)).rejects.toMatchObject({ fields: { [field]: expect.any(String) as string } });
});

it('links are for editors, who alone see addresses; three mails within an hour reach an address', async () => {
  await send();
  expect(await outcomeOf(send({}, rules.viewer))).toBe('PERMISSION_DENIED');
  expect(await outcomeOf(send({}, rules.stranger))).toBe('NOT_FOUND');
  expect((await rules.questionnaires.get(projectId, rules.viewer)).links).toEqual([]);
  await send();
  await send();
  await expect(send()).rejects.toMatchObject({ reason: 'too_many_invitations' });
});
