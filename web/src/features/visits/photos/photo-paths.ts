export const photosPath = (projectId: string, visitId: string): string =>
  `/api/projects/${encodeURIComponent(projectId)}/site-visits/${encodeURIComponent(visitId)}/photos`;
