import { CopyButton } from '../../features/public-api/copy-button.js';
import { ProjectPicker } from '../../features/public-api/project-picker.js';
import { PublicApiPage } from '../../features/public-api/public-api-page.js';
import { WebhooksPanel } from '../../features/webhooks/webhooks-panel.js';

/** The public API's page with the webhooks. */
export const PublicApi = () => <PublicApiPage webhooks={<WebhooksPanel parts={{ CopyButton, ProjectPicker }} />} />;
