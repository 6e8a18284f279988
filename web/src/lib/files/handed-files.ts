/** Files that a screen hands to the upload of a project, by project id; they do not survive a reload. */
const handed = new Map<string, readonly File[]>();

export const handFiles = (projectId: string, files: readonly File[]): void => void handed.set(projectId, files);

/** Once: undefined afterwards. */
export function takeHandedFiles(projectId: string): readonly File[] | undefined {
  const files = handed.get(projectId);
  handed.delete(projectId);
  return files;
}
