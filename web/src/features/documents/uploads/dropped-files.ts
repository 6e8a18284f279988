import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { takeHandedFiles } from '../../../lib/files/handed-files.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { firstSheetOf } from './after-upload.js';
import type { UploadManager } from './manager.js';
import type { UploadState } from './upload-state.js';

/** Uploads files dropped on the dashboard, and opens the first map among them once it has a sheet to show. */
export function useDroppedFiles(
  projectId: string,
  uploads: UploadManager,
  { finished }: UploadState,
  documents: readonly ProjectDocument[] = [],
): void {
  const navigate = useNavigate();
  /** Finished before the drop. */
  const [before, setBefore] = useState<ReadonlySet<string>>();
  const earlier = useRef(finished);
  useEffect(() => {
    earlier.current = finished;
  }, [finished]);
  useEffect(() => {
    const files = takeHandedFiles(projectId);
    if (!files) return;
    uploads.add(files, null);
    setBefore(new Set(earlier.current.map(({ id }) => id)));
  }, [projectId, uploads]);
  const sheet =
    before &&
    firstSheetOf(
      finished.filter(({ id }) => !before.has(id)),
      documents,
    );
  useEffect(() => {
    if (sheet) void navigate(`/projects/${projectId}/documents/${sheet.id}`);
  }, [navigate, projectId, sheet]);
}
