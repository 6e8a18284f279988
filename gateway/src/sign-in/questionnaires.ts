import { app } from '@symbio/api';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { Client } from '@symbio/rpc';
import type { Callers } from '../http/auth/callers.js';
import { requestOf } from '../http/request.js';
import { rawRoute, type RawRoute } from '../http/serve.js';
import { moment } from '../present/json.js';
import { presentQuestions, presentUserAnswer } from '../present/questionnaires.js';

export interface QuestionnaireRoutesOptions {
  callers: Pick<Callers, 'self'>;
  project: Pick<Client<typeof ProjectServiceService>, 'openQuestionnaire' | 'submitQuestionnaire'>;
}

/** Page behind a questionnaire link, without an account. */
export const questionnaireRoutes = ({ callers, project }: QuestionnaireRoutesOptions): RawRoute[] => [
  rawRoute(app.questionnaires.openQuestionnaire, async ({ body }, request) => {
    const found = await project.openQuestionnaire(body, await callers.self(requestOf(request)));
    return {
      data: {
        ...{ project_title: found.projectTitle, address: found.address, name: found.name, last_day: found.lastDay },
        ...{ questions: presentQuestions(), answers: found.answers.flatMap(presentUserAnswer) },
        answered_at: moment(found.answeredAt),
      },
    };
  }),
  rawRoute(app.questionnaires.submitQuestionnaire, async ({ body }, request) => {
    const answers = body.answers.map(({ text, ...answer }) => ({ ...answer, text: text ?? '' }));
    const { answeredAt, projectId: id } = await project.submitQuestionnaire(
      { ...body, answers },
      await callers.self(requestOf(request)),
    );
    return { data: { id, answered_at: moment(answeredAt) } };
  }),
];
