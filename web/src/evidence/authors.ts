import type { Author } from './evidence-api.js';

export function authorName(author: Author | null | undefined): string {
  if (!author) return 'Unknown';
  if (author.display_name) return author.display_name;
  if (author.agent_name) return [author.agent_name, author.agent_version].filter(Boolean).join(' ');
  return author.author_type === 'ai_agent' ? 'AI agent' : 'Unknown';
}

/** Who wrote something, and whether an API key did it in the person's name. */
export const byKey = (name: string, via: 'key' | null | undefined): string =>
  via === 'key' ? `${name} (by API key)` : name;

/** Who wrote a record of a mention. */
export const recordAuthor = ({
  author,
  via,
}: {
  author?: Author | null | undefined;
  via?: 'key' | null | undefined;
}): string => byKey(authorName(author), via);
