import { createPropagation } from '@symbio/events';
import { createSweep, type Clock, type RunningService, type ServiceModule } from '@symbio/runtime';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { createMailer } from '@symbio/mail';
import { DatabaseHost } from '@symbio/mongo';
import { onceErased } from '@symbio/project-access';
import { IdentityServiceService, userEvents } from '@symbio/proto/identity';
import { accessEvents, ProjectServiceService } from '@symbio/proto/project';
import { createAccess } from './access.js';
import { createAssessments } from './assessment/assessments.js';
import { createCoverage } from './assessment/coverage.js';
import { createCleanUp } from './clean-up.js';
import { readConfig, type ProjectConfig } from './config.js';
import { consumers } from './consumers.js';
import { createDeletions, PROJECT_SWEEP_MS } from './deletions.js';
import { createHandlers } from './handlers.js';
import { lookRepository } from './look-repository.js';
import { createLooks } from './looks.js';
import { invitationRepository, projectMailRepository } from './invitation-repository.js';
import { createInterviews } from './interviews/interviews.js';
import { createLienSearches } from './lien-searches/lien-searches.js';
import { createInvitations } from './invitations.js';
import { createMembers } from './members.js';
import { migrations } from './migrations/index.js';
import { projectModels } from './model.js';
import { memberNames, projectNames, siteVisitNames } from './names-of-people.js';
import { policies } from './policy.js';
import { createPropertyMaps } from './property-map/property-maps.js';
import { createProgress } from './progress.js';
import { createProjectMails } from './project-mails.js';
import { createProjects } from './projects.js';
import { createQuestionnaires } from './questionnaires/questionnaires.js';
import { progressRepository } from './progress-repository.js';
import { removedProjects } from './removed-repository.js';
import { memberRepository, projectRepository, siteVisitRepository } from './repository.js';
import { createSiteVisits, VISIT_SWEEP_MS } from './site-visits.js';

export async function start(config: ProjectConfig, clock?: Clock): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name: 'project', config, clock, serves: ProjectServiceService });
  const models = projectModels(host.mongo);
  await host.migrate(migrations);
  const projectWriter = host.writer(models.projects);
  const projects = projectRepository(models.projects, projectWriter, models.counters);
  const members = memberRepository(models.members, host.writer(models.members));
  const visits = siteVisitRepository(models.siteVisits, host.writer(models.siteVisits));
  const counted = progressRepository(models.projects, models.sources);
  const lookRows = lookRepository(models.looks);
  const people = host.client(IdentityServiceService, config.SYMBIO_IDENTITY_ADDR);
  const access = createAccess({ projects, members });
  const siteVisits = createSiteVisits({ repository: visits, access, people, clock: host.clock });
  const removed = removedProjects(models.projects, projectWriter, models.erased);
  const deletions = createDeletions({ projects, removed, access, clock: host.clock });
  host.sweep(
    createSweep({
      what: 'removing deleted site visits for good',
      everyMs: VISIT_SWEEP_MS,
      run: () => siteVisits.purge(),
      log: host.log,
    }),
    createSweep({
      what: 'removing deleted projects for good',
      everyMs: PROJECT_SWEEP_MS,
      run: () => deletions.purge(),
      log: host.log,
    }),
  );
  const mailer = config.SMTP_URL ? createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }) : undefined;
  if (mailer) host.lifecycle.onStop('close-mongo', 'mail', () => mailer.close());
  else host.log.info('SMTP_URL is not set: people without an account cannot be invited');
  const invitationRows = invitationRepository(models.invitations);
  const asSelf = () => host.asSelf();
  const mails = createProjectMails({
    mails: projectMailRepository(models.mails),
    invitations: invitationRows,
    projects,
    members,
    identity: people,
    asSelf,
    mailer,
    publicUrl: config.PUBLIC_URL,
    clock: host.clock,
    log: host.log,
  });
  const memberRules = createMembers({
    repository: members,
    access,
    people,
    mails,
    propagation: createPropagation(host.broker, [accessEvents.changed], host.log),
  });
  const invitations = createInvitations({
    invitations: invitationRows,
    mails,
    projects,
    members: memberRules,
    access,
    identity: people,
    asSelf,
    clock: host.clock,
  });
  const handlers = createHandlers({
    access,
    projects: createProjects({ repository: projects, removed, access, people, clock: host.clock }),
    deletions,
    members: memberRules,
    invitations,
    siteVisits,
    propertyMaps: createPropertyMaps({ repository: projects, access, clock: host.clock }),
    assessments: createAssessments({ repository: projects, visits, access, clock: host.clock }),
    interviews: createInterviews({ repository: projects, access, clock: host.clock }),
    lienSearches: createLienSearches({ repository: projects, access, clock: host.clock }),
    questionnaires: createQuestionnaires({ repository: projects, access, mails, clock: host.clock }),
    coverage: createCoverage({ repository: projects, access, clock: host.clock }),
    looks: createLooks({ repository: lookRows, access, clock: host.clock }),
  });
  host.serve(ProjectServiceService, handlers, policies);
  const progress = createProgress({ repository: counted, visits, log: host.log });
  const cleanUp = createCleanUp({ members, invitations: invitationRows, visits, progress: counted, looks: lookRows });
  const isErased = async (id: string) => (await projects.findStored(id)) === undefined;
  host.consume(...consumers(progress, onceErased(isErased, host.log, cleanUp)));
  await erasePeopleIn(host, userEvents.erased, [
    namesIn(models.projects, projectNames),
    namesIn(models.members, memberNames),
    namesIn(models.siteVisits, siteVisitNames),
  ]);
  host.sweep(mails.sweep);
  host.lifecycle.onStop('drain-work', 'progress', () => progress.stop());
  await host.prepared(() => progress.start());
  return host.run();
}

export const service: ServiceModule<ProjectConfig> = { name: 'project', readConfig, start };
