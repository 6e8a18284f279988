import { z } from 'zod';
import { appOperation } from '../operation.js';
import { one } from '../schemas/common.js';

const sentences = z.record(z.string(), z.string());

const addressCheck = z
  .strictObject({
    problems: sentences.meta({ description: 'By field: the address is refused.' }),
    warnings: sentences.meta({ description: 'By field: the address can be kept.' }),
    suggested_city: z.string().nullable().meta({ description: 'A known city with nearly the given name.' }),
  })
  .meta({ id: 'AddressCheck' });

export const checkAddress = appOperation({
  id: 'checkAddress',
  method: 'get',
  path: '/address-check',
  summary: 'Problems and warnings of the address of a property',
  audit: { subject: 'project', records: 'nothing' },
  query: z.strictObject({
    state: z.string().optional(),
    zip: z.string().optional(),
    city: z.string().optional(),
  }),
  answer: one(addressCheck),
});
