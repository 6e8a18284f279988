import { parseSubject, type ConsumerSpec, type EventType } from '@symbio/kit';
import { AnnotationEvent } from '@symbio/proto/annotation';
import { DocumentEvent, PageEvent } from '@symbio/proto/document';
import { MentionEvent } from '@symbio/proto/feature';
import { AccessEvent, ProjectEvent, SiteVisitEvent } from '@symbio/proto/project';
import type { Progress } from './progress.js';

interface Codec<T> {
  toJSON(data: T): unknown;
  fromJSON(json: unknown): T;
}

const eventType = <T>(service: string, entity: string, verb: string, codec: Codec<T>): EventType<T> => ({
  service,
  entity,
  verb,
  toJSON: (data) => codec.toJSON(data),
  fromJSON: (json) => codec.fromJSON(json),
});

const own = <T>(entity: string, verb: string, codec: Codec<T>): EventType<T> =>
  eventType('project', entity, verb, codec);

export const projectCreated = own('project', 'created', ProjectEvent);
export const projectChanged = own('project', 'changed', ProjectEvent);
export const projectDeleted = own('project', 'deleted', ProjectEvent);
/** Somebody's role in a project changed, or ended. */
export const accessChanged = own('access', 'changed', AccessEvent);
export const visitCreated = own('visit', 'created', SiteVisitEvent);
export const visitChanged = own('visit', 'changed', SiteVisitEvent);
export const visitDeleted = own('visit', 'deleted', SiteVisitEvent);

// the data of an entity is written the same for each verb: which verb stands here makes no difference to reading
const documentEvent = eventType('document', 'document', 'changed', DocumentEvent);
const pageEvent = eventType('document', 'page', 'ready', PageEvent);
const annotationEvent = eventType('annotation', 'annotation', 'created', AnnotationEvent);
const mentionEvent = eventType('feature', 'mention', 'changed', MentionEvent);

const gone = (subject: string): boolean => parseSubject(subject).verb === 'deleted';

/** What this service listens to: everything that moves a cell of the dashboard, and the end of its own projects. */
export const consumers = (progress: Progress, cleanUp: (projectId: string) => Promise<void>): ConsumerSpec[] => [
  {
    durable: 'project-progress-documents',
    filter: 'symbio.evt.document.v1.document.*.*',
    handle: async (event) => {
      const { document } = event.as(documentEvent);
      if (document) await progress.document(document, event.rev, gone(event.subject));
    },
  },
  {
    durable: 'project-progress-pages',
    filter: 'symbio.evt.document.v1.page.*.*',
    handle: async (event) => {
      const { page } = event.as(pageEvent);
      if (page) await progress.page(page, event.rev, gone(event.subject));
    },
  },
  {
    durable: 'project-progress-annotations',
    filter: 'symbio.evt.annotation.v1.annotation.*.*',
    handle: async (event) => {
      const { annotation } = event.as(annotationEvent);
      if (annotation) await progress.annotation(annotation, event.rev, gone(event.subject));
    },
  },
  {
    durable: 'project-progress-mentions',
    filter: 'symbio.evt.feature.v1.mention.*.*',
    handle: async (event) => {
      const { mention } = event.as(mentionEvent);
      if (mention) await progress.mention(mention, event.rev, gone(event.subject));
    },
  },
  {
    durable: 'project-progress-visits',
    filter: 'symbio.evt.project.v1.visit.*.*',
    handle: (event) => progress.visits(event.scope),
  },
  {
    durable: 'project-cleanup',
    filter: 'symbio.evt.project.v1.project.deleted.*',
    handle: (event) => cleanUp(event.scope),
  },
];
