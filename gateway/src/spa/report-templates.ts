import { app, type FilesForm } from '@symbio/api';
import { MAX_REPORT_TEMPLATE_BYTES } from '@symbio/proto/limits';
import type { ReportTemplate } from '@symbio/proto/reports';
import type { CallParent } from '@symbio/rpc';
import { invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { wholeFile } from '../http/whole-file.js';
import { success } from '../present/answers.js';
import { moment } from '../present/json.js';

const operations = app.reportTemplates;

const FORM = {
  maxFiles: 1,
  defaultName: 'template.docx',
  fatal: ['NOT_FOUND', 'PERMISSION_DENIED', 'INVALID_ARGUMENT', 'OUT_OF_RANGE'],
};
const TOO_LARGE = `The template is larger than ${MAX_REPORT_TEMPLATE_BYTES / (1_024 * 1_024)} MB.`;

const presentTemplate = (template: ReportTemplate): app.reportTemplates.ReportTemplateJson => {
  const { fileName, bytes, sha256, tags, byId, byName, at } = template;
  return { file_name: fileName, bytes, sha256, tags, by_id: byId, by_name: byName, at: moment(at) };
};

/** Word templates of the installation, and of projects that have their own. */
export function reportTemplates({ reports }: Pick<Clients, 'reports'>): Route[] {
  const shown = async (projectId: string, parent: CallParent) => {
    const { ofProject, ofInstallation, knownTags } = await reports.getTemplates({ projectId }, parent);
    return {
      data: {
        of_project: ofProject ? presentTemplate(ofProject) : null,
        of_installation: ofInstallation ? presentTemplate(ofInstallation) : null,
        known_tags: knownTags,
      },
    };
  };

  async function save(projectId: string, form: FilesForm, parent: CallParent): Promise<void> {
    const [item] = await form.receive(FORM, async ({ name: fileName, body }) => {
      const document = await wholeFile(body, MAX_REPORT_TEMPLATE_BYTES, TOO_LARGE);
      return reports.saveTemplate({ projectId, fileName, document }, parent);
    });
    if (!item) throw invalidFields({ files: 'Choose a file' });
    if ('error' in item) throw invalidFields({ files: item.error });
  }

  return [
    route(operations.getProjectTemplate, ({ params: { id } }, { parent }) => shown(id, parent)),
    route(operations.saveProjectTemplate, async ({ params: { id }, body }, { parent }) => {
      await save(id, body, parent);
      return shown(id, parent);
    }),
    route(operations.removeProjectTemplate, async ({ params: { id: projectId } }, { parent }) => {
      await reports.removeTemplate({ projectId }, parent);
      return success();
    }),
    route(operations.getReportTemplate, (_, { parent }) => shown('', parent)),
    route(operations.saveReportTemplate, async ({ body }, { parent }) => {
      await save('', body, parent);
      return shown('', parent);
    }),
    route(operations.removeReportTemplate, async (_, { parent }) => {
      await reports.removeTemplate({ projectId: '' }, parent);
      return success();
    }),
  ];
}
