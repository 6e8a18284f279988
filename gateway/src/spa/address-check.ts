import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';

/** /api/address-check */
export const addressCheck = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(app.addressCheck.checkAddress, async ({ query: { state = '', zip = '', city = '' } }, { parent }) => {
    const { problems, warnings, suggestedCity } = await project.checkAddress({ state, zip, city }, parent);
    return { data: { problems, warnings, suggested_city: suggestedCity || null } };
  }),
];
