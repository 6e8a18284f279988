import { z } from 'zod';
import { appOperation } from '../operation.js';

export const getOpenApiDocument = appOperation({
  id: 'getOpenApiDocument',
  method: 'get',
  path: '/public/openapi.json',
  summary: 'The OpenAPI document of the public API',
  access: 'open',
  audit: { subject: 'api', records: 'nothing' },
  answer: z.unknown(),
});
