import type { Author } from './evidence-api.js';

export function authorName(author: Author | null | undefined): string {
  if (!author) return 'Unknown';
  if (author.display_name) return author.display_name;
  if (author.agent_name) return [author.agent_name, author.agent_version].filter(Boolean).join(' ');
  return author.author_type === 'ai_agent' ? 'AI agent' : 'Unknown';
}

/** An API key may write in the person's name. */
export const byKey = (name: string, via: 'key' | null | undefined): string =>
  via === 'key' ? `${name} (by API key)` : name;

export const recordAuthor = ({
  author,
  via,
}: {
  author?: Author | null | undefined;
  via?: 'key' | null | undefined;
}): string => byKey(authorName(author), via);
