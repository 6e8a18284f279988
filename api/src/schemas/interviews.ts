import { INTERVIEW_METHODS, INTERVIEW_ROLES } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

export const interview = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    role: word(INTERVIEW_ROLES),
    person: z.string(),
    date: z.string().meta({ format: 'date', examples: ['2026-10-05'] }),
    method: word(INTERVIEW_METHODS),
    answered: z.boolean().meta({ description: 'False: an attempt.' }),
    text: z.string(),
    by_name: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Interview', description: 'An interview, or an attempt without an answer.' });
