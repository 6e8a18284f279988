import type { Questionnaire } from '@symbio/client';
import type { UserAnswerMethod, UserQuestion, UserReply } from '@symbio/proto/project/vocabulary';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

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

const questionnaireApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuestionnaire: build.query<Questionnaire, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/questionnaire', { path: { id: projectId } }),
      transformResponse: ({ data }: Envelope<Questionnaire>) => data,
      providesTags: ['Project'],
    }),
    sendQuestionnaire: build.mutation<unknown, LinkValues & { projectId: string; id: string }>({
      query: ({ projectId, id, name, email, lastDay }) =>
        operation('POST', '/api/projects/{id}/questionnaire/links', {
          path: { id: projectId },
          body: { id, name, email, last_day: lastDay },
        }),
      invalidatesTags: (_link, error) => (error ? [] : ['Project']),
    }),
    endQuestionnaireLink: build.mutation<unknown, string>({
      query: (id) => operation('DELETE', '/api/questionnaire-links/{id}', { path: { id } }),
      invalidatesTags: ['Project'],
    }),
    recordUserAnswers: build.mutation<unknown, { projectId: string; id: string; values: RecordedValues }>({
      query: ({ projectId, id, values }) =>
        operation('POST', '/api/projects/{id}/questionnaire/answers', {
          path: { id: projectId },
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
