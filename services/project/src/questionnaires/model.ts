import { moment, part, text, typed } from '@symbio/mongo';
import {
  USER_ANSWER_METHODS,
  USER_QUESTIONS,
  USER_REPLIES,
  type UserAnswerMethod,
  type UserQuestion,
  type UserReply,
} from '@symbio/proto/project/vocabulary';

export interface StoredLink {
  id: string;
  /** Of the user of the report. */
  name: string;
  email: string;
  /** YYYY-MM-DD, UTC, inclusive. */
  lastDay: string;
  /** SHA-256 of the mailed token, hex; absent before it is mailed and after the link was ended. */
  tokenHash?: string | undefined;
  openedAt?: Date | undefined;
  endedAt?: Date | undefined;
  byId: string;
  byName: string;
  createdAt: Date;
}

export interface StoredAnswer {
  question: UserQuestion;
  answer: UserReply;
  text: string;
}

export interface StoredAnswers {
  id: string;
  /** Empty: recorded by a person of the project. */
  linkId: string;
  /** Who answered. */
  name: string;
  /** YYYY-MM-DD. */
  date: string;
  method: UserAnswerMethod;
  answers: StoredAnswer[];
  /** Who recorded them; empty for a link. */
  byId: string;
  byName: string;
  createdAt: Date;
}

/** Both oldest first; answers are only added. */
export interface StoredQuestionnaire {
  links: StoredLink[];
  answers: StoredAnswers[];
}

/** Days on which the user of the report answered. */
export const daysOfAnswers = (
  questionnaire: { answers: readonly Pick<StoredAnswers, 'date'>[] } | undefined,
): string[] => (questionnaire?.answers ?? []).map(({ date }) => date);

const line = { type: String, default: '' };

const link = {
  ...{ id: text, name: line, email: line, lastDay: text, tokenHash: { type: String } },
  ...{ openedAt: { type: Date }, endedAt: { type: Date }, byId: text, byName: line, createdAt: moment },
};

const answer = {
  question: { type: String, enum: USER_QUESTIONS, required: true },
  answer: { type: String, enum: USER_REPLIES, required: true },
  text: line,
};

const answers = {
  ...{ id: text, linkId: line, name: line, date: text },
  method: { type: String, enum: USER_ANSWER_METHODS, required: true },
  answers: { type: [part(answer)] },
  ...{ byId: line, byName: line, createdAt: moment },
};

export const questionnairePart = typed<StoredQuestionnaire>(
  part({ links: { type: [part(link)] }, answers: { type: [part(answers)] } }),
);
