/** Addresses of evidence in the product. Browser-safe: no protobuf. */

export interface SubjectOfPath {
  /** annotation or feature. */
  type: string;
  id: string;
  documentId: string;
  documentPageId: string;
}

export function evidencePath(projectId: string, { type, id, documentId, documentPageId }: SubjectOfPath): string {
  const project = `/projects/${projectId}`;
  if (type === 'feature') return `${project}/insights?feature=${id}`;
  return `${project}/documents/${documentId}?${new URLSearchParams({ page: documentPageId, annotation: id }).toString()}`;
}

/** Project of an evidence path. */
export const projectOfPath = (path: string): string | undefined => /^\/projects\/([^/?]+)/.exec(path)?.[1];
