/** Answers that were typed but not sent, in this browser only. */
import { isUserQuestion, isUserReply, type UserQuestion, type UserReply } from '@symbio/proto/project/vocabulary';

export interface DraftAnswer {
  /** Null: not chosen. */
  answer: UserReply | null;
  text: string;
}

export interface Draft {
  name: string;
  answers: Partial<Record<UserQuestion, DraftAnswer>>;
}

const PREFIX = 'symbio.questionnaire.';
/** The end of a token differs between links, and opens none. */
const keyOf = (token: string): string => `${PREFIX}${token.slice(-8)}`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function draftOf(stored: unknown): Draft | undefined {
  if (!isObject(stored) || typeof stored['name'] !== 'string' || !isObject(stored['answers'])) return undefined;
  const answers: Draft['answers'] = {};
  for (const [question, given] of Object.entries(stored['answers'])) {
    if (!isUserQuestion(question) || !isObject(given) || typeof given['text'] !== 'string') continue;
    const reply = given['answer'];
    answers[question] = { answer: typeof reply === 'string' && isUserReply(reply) ? reply : null, text: given['text'] };
  }
  return { name: stored['name'], answers };
}

/** Undefined without one, and without storage. */
export function storedDraft(token: string): Draft | undefined {
  try {
    return draftOf(JSON.parse(localStorage.getItem(keyOf(token)) ?? 'null'));
  } catch {
    // storage unavailable or changed by hand: as without a draft
    return undefined;
  }
}

export function keepDraft(token: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify(draft));
  } catch {
    // storage unavailable: the draft lasts as long as the page
  }
}

export function forgetDraft(token: string): void {
  try {
    localStorage.removeItem(keyOf(token));
  } catch {
    // storage unavailable: nothing was kept
  }
}
