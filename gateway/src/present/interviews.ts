import type { interviewSchemas } from '@symbio/api';
import type { Interview } from '@symbio/proto/project';
import type { z } from 'zod';
import { moment } from './json.js';

export const presentInterview = (interview: Interview): z.output<typeof interviewSchemas.interview> => ({
  ...{ id: interview.id, project_id: interview.projectId, role: interview.role, person: interview.person },
  ...{ date: interview.date, method: interview.method, answered: interview.answered, text: interview.text },
  by_name: interview.byName,
  ...{ created_at: moment(interview.createdAt), updated_at: moment(interview.updatedAt) },
});
