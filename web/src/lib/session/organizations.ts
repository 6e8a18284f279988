import type { Organization } from '@symbio/client/app';
import { api, type Envelope } from '../http/api.js';
import { operation } from '../http/operation.js';
import { seesAllOrganizations, useMe } from './me.js';

const organizationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOrganizations: build.query<Organization[], void>({
      query: () => operation('GET', '/api/organizations'),
      transformResponse: (answer: Envelope<Organization[]>) => answer.data,
      providesTags: ['User'],
    }),
  }),
});

/** The operator, as people of the operator read it. */
export const OPERATOR = 'Operator of this installation';

/** All client firms (decision 0158). Undefined while loading, and for people who do not see all. */
export function useOrganizations(): Organization[] | undefined {
  const isShown = seesAllOrganizations(useMe());
  const { data } = organizationsApi.useListOrganizationsQuery(undefined, { skip: !isShown });
  return isShown ? data : undefined;
}
