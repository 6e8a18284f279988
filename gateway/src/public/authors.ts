import { Router } from 'express';
import { invalidFields } from '@symbio/kit';
import { isAuthorType } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body } from '../input.js';
import { list } from '../present/json.js';
import { presentAuthor } from '../present/people.js';
import { parentOf, query } from '../request.js';
import { methods } from '../routing.js';

const agent = z.strictObject({
  author_type: z.string().optional(),
  agent_name: z.string().optional(),
  agent_version: z.string().optional(),
  agent_date: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

/** /api/public/authors: operations 1 to 3. */
export function authors({ identity }: Pick<Clients, 'identity'>): Router {
  const router = Router();
  methods(router, '/authors', {
    get: [
      async (request, response) => {
        const authorType = query(request, 'author_type') ?? '';
        if (authorType && !isAuthorType(authorType))
          throw invalidFields({ author_type: 'author_type must be human or ai_agent' });
        const { authors: found } = await identity.listAuthors({ authorType }, parentOf(request));
        response.json(list(found.map(presentAuthor)));
      },
    ],
    post: [
      async (request, response) => {
        const input = body(request, agent);
        if ((input.author_type ?? 'ai_agent') !== 'ai_agent')
          throw invalidFields({ author_type: 'Only ai_agent authors can be created' });
        const { author } = await identity.createAgentAuthor(
          {
            agentName: input.agent_name ?? '',
            agentVersion: input.agent_version ?? '',
            agentDate: input.agent_date ?? '',
            metadata: input.metadata,
          },
          parentOf(request),
        );
        response.status(201).json({ data: author && presentAuthor(author) });
      },
    ],
  });
  return router;
}
