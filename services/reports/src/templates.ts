/** Word templates of the firm: one of the installation, and one of each project that has its own. */
import type { BlobStore } from '@symbio/blobs';
import type { RowWriter } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import { MAX_REPORT_TEMPLATE_BYTES } from '@symbio/proto/limits';
import type { SaveTemplateRequest } from '@symbio/proto/reports';
import { checkTemplate, tagsOfTemplate } from '@symbio/report';
import type { CallContext } from '@symbio/rpc';
import {
  administersInstallation,
  AppError,
  cleanLine,
  invalidFields,
  newId,
  notAuthorized,
  type Clock,
} from '@symbio/runtime';
import { DOCX_TYPE } from './files.js';
import type { TemplateRow } from './model.js';
import { ROLE_TO } from './policy.js';
import type { TemplateRepository } from './repository.js';

/** Id of the row of the installation. */
export const INSTALLATION = 'installation';
/** Folder of the files in the blob store. @param id of a project, or of the installation */
export const templatesOf = (id: string): string => `reports/${id}/templates`;

const MAX_FILE_NAME = 255;
const MEGABYTE = 1_024 * 1_024;

export interface TemplatesDeps {
  repository: Pick<TemplateRepository, 'template'>;
  writer: RowWriter<TemplateRow>;
  access: Pick<ProjectAccess, 'require'>;
  blobs: Pick<BlobStore, 'put'>;
  clock: Clock;
}

export interface Templates {
  ofProject: TemplateRow | undefined;
  ofInstallation: TemplateRow | undefined;
}

/** @throws AppError OUT_OF_RANGE `too_large`, INVALID_ARGUMENT with a sentence for each fault */
function refuseFaults(document: Uint8Array): void {
  if (document.length > MAX_REPORT_TEMPLATE_BYTES) {
    const sentence = `The template is larger than ${MAX_REPORT_TEMPLATE_BYTES / MEGABYTE} MB.`;
    throw new AppError('OUT_OF_RANGE', 'too_large', sentence, { fields: { files: sentence } });
  }
  const faults = checkTemplate(document).map(({ message }) => message);
  if (faults.length > 0) throw invalidFields({ files: faults.join(' ') });
}

export function createTemplates({ repository, writer, access, blobs, clock }: TemplatesDeps) {
  /** @returns the id of the row. @throws AppError NOT_FOUND, PERMISSION_DENIED */
  async function writable(projectId: string, context: CallContext): Promise<string> {
    if (projectId !== '') {
      await access.require(context, projectId, ROLE_TO.settings);
      return projectId;
    }
    if (!administersInstallation(context.actor)) throw notAuthorized();
    return INSTALLATION;
  }

  return {
    /** @throws AppError NOT_FOUND */
    async get(projectId: string, context: CallContext): Promise<Templates> {
      if (projectId !== '') await access.require(context, projectId, ROLE_TO.read);
      const [ofProject, ofInstallation] = await Promise.all([
        projectId === '' ? undefined : repository.template(projectId),
        repository.template(INSTALLATION),
      ]);
      return { ofProject, ofInstallation };
    },

    /**
     * Replaces the template for versions locked afterwards; the file of the previous one stays for its versions.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, OUT_OF_RANGE `too_large`
     */
    async save({ projectId, fileName, document }: SaveTemplateRequest, context: CallContext): Promise<TemplateRow> {
      const id = await writable(projectId, context);
      refuseFaults(document);
      const name = cleanLine(fileName).slice(0, MAX_FILE_NAME);
      const key = `${templatesOf(id)}/${newId()}.docx`;
      const { bytes, sha256 } = await blobs.put(key, document, { contentType: DOCX_TYPE });
      const set = {
        file: { name, key, bytes, sha256, contentType: DOCX_TYPE },
        tags: tagsOfTemplate(document),
        ...{ byId: context.actor.sub, byName: context.actor.name, at: clock.now() },
      };
      const changed = (): Promise<TemplateRow | undefined> =>
        writer.change(id, context.actor, () => ({ set, events: [] }));
      const row =
        // another person saved the first one at the same time
        (await changed()) ?? (await writer.insert(id, set, context.actor, () => [])) ?? (await changed());
      if (!row) throw new Error('the template was removed while it was saved');
      return row;
    },

    /** Also without one. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async remove(projectId: string, context: CallContext): Promise<void> {
      const id = await writable(projectId, context);
      await writer.change(id, context.actor, () => ({ remove: true, events: [] }));
    },
  };
}

export type TemplateRules = ReturnType<typeof createTemplates>;
