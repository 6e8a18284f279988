import type { Document, Listed, Project } from './answers.js';
import type { ApiClient } from './api-client.js';
import type { DemoDocument } from './content.js';

export type DocumentNames = Pick<DemoDocument, 'fileName' | 'title' | 'category'>;

/** The document as it was uploaded before, under its own title. */
export async function findDocument(
  client: ApiClient,
  project: Project,
  { fileName, title, category }: DocumentNames,
): Promise<Document | undefined> {
  const { data } = await client.get<Listed<Document>>('/api/documents', { project_id: project.id, per_page: 100 });
  const found = data.find((document) => document.file_name === fileName);
  // cut off between upload and title: the title is still the file's name
  if (found && found.title !== title && fileName.startsWith(found.title))
    await client.put(`/api/documents/${found.id}`, {}, { title, category });
  return found;
}

/** Uploads a PDF and gives it its title and category. */
export async function uploadDocument(
  client: ApiClient,
  project: Project,
  names: DocumentNames,
  pdf: Buffer,
  log: (line: string) => void,
): Promise<Document> {
  const { fileName, title, category } = names;
  const form = new FormData();
  form.append('project_id', project.id);
  form.append('category', category);
  form.append('files', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), fileName);
  const { data } = await client.upload<Listed<{ document?: Document; error?: string }>>('/api/documents', form);
  const [item] = data;
  if (!item?.document) throw new Error(`${fileName} was refused: ${item?.error ?? 'no answer for the file'}`);
  await client.put(`/api/documents/${item.document.id}`, {}, { title, category });
  const kilobytes = Math.ceil(pdf.length / 1000);
  log(`${project.number} ${title}, ${kilobytes > 1000 ? `${(kilobytes / 1000).toFixed(1)} MB` : `${kilobytes} kB`}`);
  return item.document;
}
