import type { Answer } from '@symbio/proto/feature/vocabulary';
import { followQuestions, QUESTIONS } from './questions.js';

const answered = (text: string) =>
  text.split(' ').map((pair) => {
    const [questionId = '', answer = ''] = pair.split(':');
    return { questionId, answer: answer as Answer };
  });

it.each([
  ['presence:no non_scope:no', ['none']],
  ['presence:no non_scope:yes', ['ber']],
  ['presence:yes release:no non_scope:no', ['none']],
  ['presence:yes release:yes minor:yes', ['de_minimis']],
  ['presence:yes release:yes minor:no closure:no', ['rec']],
  ['presence:yes release:yes minor:no closure:yes controls:yes', ['crec']],
  ['presence:yes release:yes minor:no closure:yes controls:no criteria:yes', ['hrec']],
  ['presence:yes release:yes minor:no closure:yes controls:no criteria:no', ['rec']],
  ['presence:yes release:unknown', []],
  ['presence:yes', []],
])('%s points to %j', (answers, kinds) => {
  expect(followQuestions(answered(answers)).kinds).toEqual(kinds);
});

it('asks the next question once the previous ones are answered', () => {
  const asked = (answers: string) => followQuestions(answered(answers)).asked.map(({ id }) => id);
  expect(asked('other:yes')).toEqual(['presence']);
  expect(asked('presence:yes release:yes')).toEqual(['presence', 'release', 'minor']);
});

it('leads only to questions that exist', () => {
  const ids = QUESTIONS.map(({ id }) => id);
  const next = QUESTIONS.flatMap(({ yes, no }) => [yes, no]).flatMap((step) =>
    'question' in step ? step.question : [],
  );
  expect(ids).toEqual(expect.arrayContaining(next));
});
