/** Event consumers: everything that affects dashboard cells, and deletion of projects. */
import { consumer, type ConsumerSpec } from '@symbio/events';
import { onProjectEnd } from '@symbio/project-access';
import { annotationEvents } from '@symbio/proto/annotation';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { mentionEvents } from '@symbio/proto/feature';
import { visitEvents } from '@symbio/proto/project';
import type { Progress } from './progress.js';

const isDeletion = ({ verb }: { verb: string }): boolean => verb === 'deleted' || verb === 'erased';

export const consumers = (
  progress: Pick<Progress, 'document' | 'page' | 'annotation' | 'mention' | 'visits'>,
  cleanUp: (projectId: string) => Promise<void>,
): ConsumerSpec[] => [
  consumer({
    durable: 'project-progress-documents',
    events: documentEvents.any,
    handle: async (event) => {
      const { document } = event.data;
      if (document) await progress.document(document, event.rev, isDeletion(event));
    },
  }),
  consumer({
    durable: 'project-progress-pages',
    events: pageEvents.any,
    handle: async (event) => {
      const { page } = event.data;
      if (page) await progress.page(page, event.rev, isDeletion(event));
    },
  }),
  consumer({
    durable: 'project-progress-annotations',
    events: annotationEvents.any,
    handle: async (event) => {
      const { annotation } = event.data;
      if (annotation) await progress.annotation(annotation, event.rev, isDeletion(event));
    },
  }),
  consumer({
    durable: 'project-progress-mentions',
    events: mentionEvents.any,
    handle: async (event) => {
      const { mention } = event.data;
      if (mention) await progress.mention(mention, event.rev, isDeletion(event));
    },
  }),
  consumer({
    durable: 'project-progress-visits',
    events: visitEvents.any,
    handle: ({ scope }) => progress.visits(scope),
  }),
  ...onProjectEnd({ deleted: 'project-cleanup', erased: 'project-erased' }, cleanUp),
];
