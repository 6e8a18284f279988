/** What the user of a report is asked (40 CFR 312.22, 312.25 and 312.28 to 312.31), in our own words. */
import { USER_QUESTIONS, type UserQuestion, type UserReply } from '@symbio/proto/project/vocabulary';

export interface AskedQuestion {
  id: UserQuestion;
  /** Such as `40 CFR 312.25`. */
  rule: string;
  text: string;
  /** Replies that need an explanation. */
  explains: readonly UserReply[];
  /** Asks for the explanation. */
  hint: string;
}

const ASKED: Readonly<Record<UserQuestion, Omit<AskedQuestion, 'id'>>> = {
  liens: {
    rule: '40 CFR 312.25',
    text: 'Do you know of a lien for the cost of an environmental cleanup that was filed or recorded against the property?',
    explains: ['yes'],
    hint: 'Who holds the lien, and where is it recorded?',
  },
  use_limits: {
    rule: '40 CFR 312.26',
    text: 'Do you know of limits on the activities or the use of the property because of contamination, such as a cap that must stay, a deed restriction or a ban on wells?',
    explains: ['yes'],
    hint: 'Which limits are they, and where are they recorded?',
  },
  knowledge: {
    rule: '40 CFR 312.28',
    text: 'Do you have special knowledge or experience of the property, of properties next to it, or of the business of a present or former occupant?',
    explains: ['yes'],
    hint: 'What do you know of the chemicals and processes there?',
  },
  price: {
    rule: '40 CFR 312.29',
    text: 'Is the purchase price close to the market value that the property would have without contamination?',
    explains: ['no'],
    hint: 'Why is it lower? Have you considered whether contamination is the reason?',
  },
  common_knowledge: {
    rule: '40 CFR 312.30',
    text: 'Do you know of anything that is commonly known or can easily be found out about the property and may point to a release, such as past uses, chemicals, spills or cleanups?',
    explains: ['yes'],
    hint: 'What is known, and who knows it?',
  },
  obvious_signs: {
    rule: '40 CFR 312.31',
    text: 'From what you know of the property, are there obvious signs that contamination is present or likely?',
    explains: ['yes'],
    hint: 'Which signs are they?',
  },
};

/** In the order of the rule. */
export const USER_QUESTIONNAIRE: readonly AskedQuestion[] = USER_QUESTIONS.map((id) => ({ id, ...ASKED[id] }));

/** Questions that none of the answers replies to. */
export const unanswered = (answers: readonly { question: string }[]): AskedQuestion[] =>
  USER_QUESTIONNAIRE.filter(({ id }) => !answers.some(({ question }) => question === id));
