import type { Router } from 'express';
import { about, unseen } from '../http/audit/audit-subject.js';
import type { Clients } from '../clients.js';
import { parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

/** /api/address-check: problems and warnings of the address of a property. */
export function addressCheck({ project }: Pick<Clients, 'project'>): Router {
  const router = strictRouter();
  methods(router, '/address-check', about('project', { get: unseen }), {
    get: [
      async (request, response) => {
        const { problems, warnings, suggestedCity } = await project.checkAddress(
          {
            state: query(request, 'state') ?? '',
            zip: query(request, 'zip') ?? '',
            city: query(request, 'city') ?? '',
          },
          parentOf(request),
        );
        response.json({ data: { problems, warnings, suggested_city: suggestedCity || null } });
      },
    ],
  });
  return router;
}
