import { DatabaseHost } from '@symbio/mongo';
import { createSweep, type Clock, type RunningService, type ServiceModule } from '@symbio/runtime';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { createMailer } from '@symbio/mail';
import { IdentityServiceService, userEvents } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { WebhookServiceService } from '@symbio/proto/webhook';
import { createAudience } from './audience.js';
import { readConfig, type WebhookConfig } from './config.js';
import { consumers } from './consumers.js';
import { createDeliveries } from './deliveries.js';
import { deliveryRepository } from './delivery-repository.js';
import { mailOwner } from './failure-mail.js';
import { createHandlers } from './handlers.js';
import { migrations } from './migrations/index.js';
import { webhookModels } from './model.js';
import { webhookNames } from './names-of-people.js';
import { policies } from './policy.js';
import { recordEvents } from './recording.js';
import { createSender } from './sending.js';
import { createTransport, type Post } from './transport.js';
import { webhookRepository } from './webhook-repository.js';
import { createWebhooks } from './webhooks.js';

/** Polling interval for due deliveries. New ones are sent immediately by the process that stored them. */
const SEND_MS = 1_000;

export async function start(config: WebhookConfig, clock?: Clock, ownPost?: Post): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name: 'webhook', config, clock, serves: WebhookServiceService });
  const models = webhookModels(host.mongo);
  await host.migrate(migrations);
  const { clock: now, log, metrics, self } = host;
  const asSelf = () => host.asSelf();
  const webhookRows = webhookRepository(models.webhooks, host.writer(models.webhooks));
  const deliveryRows = deliveryRepository(models.deliveries, now);
  const identity = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const projects = host.client(ProjectServiceService, config.SYMBIO_PROJECT_ADDR);
  const audience = createAudience({ identity, projects, issueAccess: config.ISSUE_ACCESS, asSelf });
  const allowPrivate = config.WEBHOOK_PRIVATE_ADDRESSES === '1';
  const post = ownPost ?? createTransport({ allowPrivate });
  const sender = createSweep({
    what: 'sending deliveries',
    everyMs: SEND_MS,
    run: createSender({
      ...{ webhooks: webhookRows, deliveries: deliveryRows },
      ...{ audience, post, self, clock: now, metrics, log },
    }),
    log,
  });
  const wake = (): void => sender.wake();
  const webhooks = createWebhooks({
    ...{ webhooks: webhookRows, deliveries: deliveryRows },
    ...{ projects, clock: now, allowPrivate },
  });
  const deliveries = createDeliveries({ webhooks, deliveries: deliveryRows, wake, clock: now });
  host.serve(WebhookServiceService, createHandlers({ webhooks, deliveries }), policies);

  const mailer = config.SMTP_URL && createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM });
  if (mailer) host.lifecycle.onStop('close-mongo', 'mail', () => mailer.close());
  else log.info('SMTP_URL is not set: webhook mail is disabled');
  host.consume(
    ...consumers({
      record: recordEvents({ webhooks: webhookRows, deliveries: deliveryRows, audience, wake, self }),
      webhooks: webhookRows,
      deliveries: deliveryRows,
      self,
      mailOwner: mailer ? mailOwner({ identity, asSelf, mailer, origin: config.PUBLIC_URL }) : undefined,
      claims: await host.claims(),
    }),
  );
  await erasePeopleIn(host, userEvents.erased, [namesIn(models.webhooks, webhookNames)]);
  host.sweep(sender);
  return host.run();
}

export const service: ServiceModule<WebhookConfig> = { name: 'webhook', readConfig, start };
