import type { Questionnaire } from '@symbio/client';
import type { UserAnswerMethod, UserQuestion, UserReply } from '@symbio/proto/project/vocabulary';
import { api, type Envelope } from '../../lib/http/api.js';

export type { Questionnaire };
export type QuestionnaireLink = Questionnaire['links'][number];
export type AnswerSet = Questionnaire['answers'][number];

export interface LinkValues {
  name: string;
  email: string;
  lastDay: string;
}

export interface RecordedValues {
  name: string;
  date: string;
  method: UserAnswerMethod;
  answers: { question: UserQuestion; answer: UserReply; text: string }[];
}

const ofProject = (projectId: string, rest: string): string =>
  `/api/projects/${encodeURIComponent(projectId)}/questionnaire/${rest}`;

const questionnaireApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestionnaire: build.query<Questionnaire, string>({
      query: (projectId) => `/api/public/projects/${encodeURIComponent(projectId)}/questionnaire`,
      transformResponse: ({ data }: Envelope<Questionnaire>) => data,
      providesTags: ['Project'],
    }),
    sendQuestionnaire: build.mutation<unknown, LinkValues & { projectId: string; id: string }>({
      query: ({ projectId, id, name, email, lastDay }) => ({
        url: ofProject(projectId, 'links'),
        method: 'POST',
        body: { id, name, email, last_day: lastDay },
      }),
      invalidatesTags: (_link, error) => (error ? [] : ['Project']),
    }),
    endQuestionnaireLink: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/questionnaire-links/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Project'],
    }),
    recordUserAnswers: build.mutation<unknown, { projectId: string; id: string; values: RecordedValues }>({
      query: ({ projectId, id, values }) => ({
        url: ofProject(projectId, 'answers'),
        method: 'POST',
        body: { id, ...values },
      }),
      invalidatesTags: (_answers, error) => (error ? [] : ['Project']),
    }),
  }),
});

export const {
  useGetQuestionnaireQuery,
  useSendQuestionnaireMutation,
  useEndQuestionnaireLinkMutation,
  useRecordUserAnswersMutation,
} = questionnaireApi;
