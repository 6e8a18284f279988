import type { Answer, DeterminationKind } from '@symbio/proto/feature/vocabulary';

/** Where an answer leads: to another question, or to the kinds that it points to. */
type Step = { question: string } | { kinds: readonly DeterminationKind[] };

export interface Question {
  id: string;
  text: string;
  /** What to note beside a yes; empty: nothing. */
  noteLabel: string;
  yes: Step;
  no: Step;
}

export interface GivenAnswer {
  questionId: string;
  answer: Answer;
}

/** Stored with each determination. Changes with the questions. */
export const QUESTIONS_VERSION = '1';

/** Asked in this order, from the first one. */
export const QUESTIONS: readonly Question[] = [
  {
    id: 'presence',
    text: 'Is or was there a hazardous substance or petroleum product in, on or at the property, or is one likely to reach it?',
    noteLabel: 'Which substances',
    yes: { question: 'release' },
    no: { question: 'non_scope' },
  },
  {
    id: 'release',
    text: 'Is it there because of a release or a likely release, or is there a material threat of a future release?',
    noteLabel: 'What indicates it',
    yes: { question: 'minor' },
    no: { question: 'non_scope' },
  },
  {
    id: 'minor',
    text: 'Does the condition generally pose no threat to health or the environment, and would an agency that knew of it generally not enforce?',
    noteLabel: 'Why',
    yes: { kinds: ['de_minimis'] },
    no: { question: 'closure' },
  },
  {
    id: 'closure',
    text: 'Was the release addressed to the satisfaction of the authority?',
    noteLabel: 'Document and date',
    yes: { question: 'controls' },
    no: { kinds: ['rec'] },
  },
  {
    id: 'controls',
    text: 'Do controls or use limitations remain, such as an AUL, an engineering control or restricted use?',
    noteLabel: 'Which controls, and where they are recorded',
    yes: { kinds: ['crec'] },
    no: { question: 'criteria' },
  },
  {
    id: 'criteria',
    text: 'Does the clean-up meet the criteria for unrestricted use of today?',
    noteLabel: 'Which criteria, value and date of the look-up',
    yes: { kinds: ['hrec'] },
    no: { kinds: ['rec'] },
  },
  {
    id: 'non_scope',
    text: 'Does it matter to the business although it is outside the standard’s scope, such as asbestos, lead paint, radon, mold or wetlands?',
    noteLabel: 'What, and why it matters',
    yes: { kinds: ['ber'] },
    no: { kinds: ['none'] },
  },
];

/** The questions to answer so far, and the kinds that the answers point to; none while answers are missing. */
export function followQuestions(answers: readonly GivenAnswer[]): {
  asked: readonly Question[];
  kinds: readonly DeterminationKind[];
} {
  const asked: Question[] = [];
  let question = QUESTIONS[0];
  while (question) {
    const { id, yes, no } = question;
    asked.push(question);
    const answer = answers.find(({ questionId }) => questionId === id)?.answer;
    if (answer !== 'yes' && answer !== 'no') break;
    const step = answer === 'yes' ? yes : no;
    if ('kinds' in step) return { asked, kinds: step.kinds };
    question = QUESTIONS.find((next) => next.id === step.question);
  }
  return { asked, kinds: [] };
}
