import { Router, type Request } from 'express';
import { invalidFields, newId } from '@symbio/kit';
import type { Coordinate } from '@symbio/proto/feature';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, lastSeen, requiredId, text, updatedAt } from '../input.js';
import { presentFeature } from '../present/evidence.js';
import { list } from '../present/json.js';
import { idOrNone, parentOf, query } from '../request.js';
import { methods } from '../routing.js';

const landUse = z.array(z.string()).nullish();
const creation = z.strictObject({
  id: z.uuid().optional(),
  project_id: z.string({ error: 'project_id is required' }).min(1, 'project_id is required'),
  name: text,
  land_use: landUse,
  coordinate: text,
  author_id: text,
});
const update = z.strictObject({ name: text, land_use: landUse, coordinate: text, updated_at: updatedAt });

const NUMBER = String.raw`\s*([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*`;
const COORDINATE = new RegExp(`^\\(${NUMBER},${NUMBER}\\)$`);
const NEAR = new RegExp(`^${NUMBER},${NUMBER}$`);

/** "(longitude,latitude)" as the specification writes it (FEAT-18). Ranges are the service's to check. */
export function coordinateOf(value: string | null | undefined): Coordinate | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const match = COORDINATE.exec(value);
  if (!match) throw invalidFields({ coordinate: 'coordinate must look like (longitude,latitude)' });
  return { longitude: Number(match[1]), latitude: Number(match[2]) };
}

/** near=<lon>,<lat>&radius=50 */
function near(request: Request): { near: Coordinate | undefined; radiusM: number } {
  const at = query(request, 'near');
  const match = at === undefined ? undefined : NEAR.exec(at);
  if (match === null) throw invalidFields({ near: 'near must look like longitude,latitude' });
  const radiusM = Number(query(request, 'radius') ?? 0);
  if (!Number.isFinite(radiusM) || radiusM < 0) throw invalidFields({ radius: 'radius must be a number of metres' });
  return { near: match && { longitude: Number(match[1]), latitude: Number(match[2]) }, radiusM };
}

/** /api/public/features: operations 18 to 25. */
export function features({ feature }: Pick<Clients, 'feature'>): Router {
  const router = Router();
  methods(router, '/features', {
    get: [
      async (request, response) => {
        const parent = parentOf(request);
        const id = query(request, 'id');
        if (id !== undefined) {
          const found = await feature.getFeature({ id: idOrNone(id) }, parent);
          response.json({ data: found.feature && presentFeature(found.feature) });
          return;
        }
        const filters = {
          projectId: query(request, 'project_id'),
          authorId: query(request, 'author_id'),
          nameIlike: query(request, 'name_ilike'),
          landUseOverlaps: query(request, 'land_use_overlaps')
            ?.replace(/^[[{(]|[\]})]$/g, '')
            .split(',')
            .map((value) => value.trim())
            .filter((value) => value !== ''),
        };
        if (Object.values(filters).every((value) => value === undefined))
          throw invalidFields({ project_id: 'Give project_id, author_id, id, name_ilike or land_use_overlaps' });
        for (const name of ['projectId', 'authorId'] as const)
          if (filters[name] !== undefined && !idOrNone(filters[name])) {
            response.json(list([]));
            return;
          }
        const answer = await feature.listFeatures(
          {
            projectId: filters.projectId ?? '',
            authorId: filters.authorId ?? '',
            nameIlike: filters.nameIlike ?? '',
            landUseOverlaps: filters.landUseOverlaps ?? [],
            ...near(request),
          },
          parent,
        );
        response.json(list(answer.features.map(presentFeature)));
      },
    ],
    post: [
      async (request, response) => {
        const input = body(request, creation);
        const answer = await feature.createFeature(
          {
            id: input.id ?? newId(),
            projectId: idOrNone(input.project_id),
            name: input.name ?? '',
            landUse: input.land_use ?? [],
            coordinate: coordinateOf(input.coordinate),
            authorId: given(input.author_id),
          },
          parentOf(request),
        );
        response.status(201).json({ data: answer.feature && presentFeature(answer.feature) });
      },
    ],
    put: [
      async (request, response) => {
        const id = requiredId(request, 'id', 'Feature');
        const input = body(request, update);
        const answer = await feature.updateFeature(
          {
            id,
            name: given(input.name),
            landUse: input.land_use ?? [],
            coordinate: coordinateOf(input.coordinate),
            expectedUpdatedAt: lastSeen(input),
          },
          parentOf(request),
        );
        response.json({ data: answer.feature && presentFeature(answer.feature) });
      },
    ],
    delete: [
      async (request, response) => {
        await feature.deleteFeature({ id: requiredId(request, 'id', 'Feature') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  return router;
}
