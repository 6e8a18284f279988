import { changeRefusal } from '../../../lib/http/errors.js';
import { useAddScreenshotsMutation } from '../conversation-api.js';
import type { SelectedPicture } from './selected-pictures.js';

/** Errors by picture id; undefined for success. */
export type UploadOutcomes = Map<string, string | undefined>;

/** Never rejects: errors are reported per picture. */
export function usePictureUpload(): readonly [
  upload: (issueId: string, pictures: readonly SelectedPicture[]) => Promise<UploadOutcomes>,
  isUploading: boolean,
] {
  const [add, { isLoading }] = useAddScreenshotsMutation();
  const upload = async (issueId: string, pictures: readonly SelectedPicture[]): Promise<UploadOutcomes> => {
    if (pictures.length === 0) return new Map();
    const { data, error } = await add({ issueId, pictures: pictures.map(({ id, file }) => ({ id, file })) });
    return new Map(
      pictures.map(({ id }, index) => {
        if (error) return [id, changeRefusal(error)];
        const outcome = data?.[index];
        if (outcome?.screenshot) return [id, undefined];
        return [id, outcome?.error ?? 'The server did not report the result.'];
      }),
    );
  };
  return [upload, isLoading];
}
