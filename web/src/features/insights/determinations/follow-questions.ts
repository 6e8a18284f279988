import type { DeterminationKind } from '@symbio/proto/feature/vocabulary';
import type { GivenAnswer, Question } from './determinations-api.js';

/** The questions to answer so far, and the kinds that the answers point to; none while answers are missing. */
export function followQuestions(
  questions: readonly Question[],
  answers: readonly Pick<GivenAnswer, 'question_id' | 'answer'>[],
): { asked: readonly Question[]; kinds: readonly DeterminationKind[] } {
  const asked: Question[] = [];
  let question = questions[0];
  while (question && !asked.includes(question)) {
    const { id, if_yes, if_no, kinds_if_yes, kinds_if_no } = question;
    asked.push(question);
    const answer = answers.find((one) => one.question_id === id)?.answer;
    if (answer !== 'yes' && answer !== 'no') break;
    const next = answer === 'yes' ? if_yes : if_no;
    if (next === null) return { asked, kinds: answer === 'yes' ? kinds_if_yes : kinds_if_no };
    question = questions.find(({ id: other }) => other === next);
  }
  return { asked, kinds: [] };
}
