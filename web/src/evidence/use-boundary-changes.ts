import { useState } from 'react';
import { offerUndo } from '../lib/edits/undo.js';
import { changeRefusal } from '../lib/http/errors.js';
import {
  useSaveBoundaryMutation,
  useUndoBoundaryMutation,
  useUploadBoundaryMutation,
  type Boundary,
  type Geometry,
} from './boundary-api.js';

export function useBoundaryChanges(projectId: string) {
  const [failure, setFailure] = useState<string>();
  const [upload, { isLoading: isUploading }] = useUploadBoundaryMutation();
  const [save, { isLoading: isSaving }] = useSaveBoundaryMutation();
  const [undo] = useUndoBoundaryMutation();

  /** @returns whether it was saved */
  async function change(title: string, call: () => Promise<Boundary>): Promise<boolean> {
    setFailure(undefined);
    try {
      const { history } = await call();
      const historyId = history.findLast(({ kind }) => kind === 'boundary')?.id;
      if (historyId !== undefined)
        offerUndo({ title }, { what: 'boundary', undo: () => undo({ projectId, historyId }).unwrap() });
      return true;
    } catch (thrown) {
      setFailure(changeRefusal(thrown));
      return false;
    }
  }

  return {
    ...{ failure, isUploading, isSaving },
    upload: (file: File) => change('Boundary saved', () => upload({ projectId, file }).unwrap()),
    save: (geometry: Geometry) => change('Boundary saved', () => save({ projectId, geometry }).unwrap()),
    remove: () => change('Boundary removed', () => save({ projectId, geometry: null }).unwrap()),
  };
}
