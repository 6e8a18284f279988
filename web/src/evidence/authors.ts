import type { Author } from './evidence-api.js';

export function authorName(author: Author | null | undefined): string {
  if (!author) return 'Unknown';
  if (author.display_name) return author.display_name;
  if (author.agent_name) return [author.agent_name, author.agent_version].filter(Boolean).join(' ');
  return author.author_type === 'ai_agent' ? 'AI agent' : 'Unknown';
}
