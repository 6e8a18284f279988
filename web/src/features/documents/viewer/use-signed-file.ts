import { useEffect, useState } from 'react';
import { apiErrorOf } from '../../../lib/http/errors.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { FileLost } from '../../../viewer/pdf/source.js';
import { documentsApi } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { FileUnreachable, SignedFile } from './signed-file.js';

/** Stable while the component is mounted. */
export function useSignedFile({ id, file_url: address }: Pick<ProjectDocument, 'id' | 'file_url'>): SignedFile {
  const dispatch = useApiDispatch();
  const [file] = useState(
    () =>
      new SignedFile(address, async () => {
        const { data, error } = await dispatch(
          documentsApi.endpoints.getDocument.initiate(id, { forceRefetch: true, subscribe: false }),
        );
        if (data) return data.file_url;
        const { status, message } = apiErrorOf(error);
        throw status === 404 || status === 403 ? new FileLost(message) : new FileUnreachable(message);
      }),
  );
  useEffect(() => file.use(address), [address, file]);
  return file;
}
