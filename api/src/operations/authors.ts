import { MAX_AGENT_NAME, MAX_AGENT_VERSION } from '@symbio/proto/limits';
import { z } from 'zod';
import { cursorPaging, followedList, one, requiredText, updatedAfter } from '../schemas/common.js';
import { author } from '../schemas/evidence.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Authors',
  description: 'Authors of annotations, features and mentions: people, and AI agents with name and version.',
};
const { tag } = about;

export const listAuthors = operation({
  id: 'listAuthors',
  method: 'get',
  path: '/authors',
  tag,
  summary: 'List authors',
  description: 'People and AI agents, oldest first. A key restricted to projects sees only their authors.',
  access: 'read',
  audit: { records: 'nothing' },
  query: z.strictObject({
    ...cursorPaging,
    author_type: z
      .enum(['human', 'ai_agent'], { error: 'author_type must be human or ai_agent' })
      .optional()
      .meta({ description: 'Only people, or only agents.' }),
    updated_after: updatedAfter,
  }),
  answer: { description: 'Authors.', schema: followedList(author) },
  example: { query: { author_type: 'ai_agent' } },
});

export const createAuthor = operation({
  id: 'createAuthor',
  method: 'post',
  path: '/authors',
  tag,
  summary: 'Create an AI agent’s author',
  description:
    'Each agent name and version has its own author. The same name, version, date and metadata return the existing author; a known name and version with another date or other metadata conflict (`author_exists`). People get their author when they sign up. Only the creator’s keys and keys bound to the agent may write as it (`another_agent`).',
  access: 'write',
  body: z.strictObject({
    author_type: z
      .literal('ai_agent', { error: 'Only ai_agent authors can be created' })
      .optional()
      .meta({ description: 'Only agents can be created.' }),
    agent_name: requiredText(MAX_AGENT_NAME),
    agent_version: requiredText(MAX_AGENT_VERSION),
    agent_date: z.iso
      .date({ error: 'agent_date must be a date in the form YYYY-MM-DD' })
      .meta({ description: 'YYYY-MM-DD', examples: ['2026-11-22'] }),
    metadata: z.record(z.string(), z.unknown()).optional().meta({ description: 'Your own data about it.' }),
  }),
  answer: { status: 201, description: 'The author.', schema: one(author) },
  refusals: ['conflict'],
  example: {
    body: {
      author_type: 'ai_agent',
      agent_name: 'Tank Finder',
      agent_version: '1.4.0',
      agent_date: '2026-11-22',
      metadata: { model: 'detector-large' },
    },
  },
});
