import { administrator, person } from '@symbio/runtime/testing';
import { serviceActor } from '@symbio/runtime';
import { ROLE_TO, mayLeaveUnassociated, mayMentionAnnotationOf } from './policy.js';

const agentManager = person({ permissions: ['canManageAgents'] });
const apiKey = person({ via: 'api_key' });

describe('Who may do what to features and mentions', () => {
  it('lets viewers read and editors also change (OP-07)', () => {
    expect(ROLE_TO).toEqual({
      viewFeatures: 'viewer',
      createFeature: 'editor',
      changeFeature: 'editor',
      deleteFeature: 'editor',
      viewMentions: 'viewer',
      createMention: 'editor',
      changeMention: 'editor',
      deleteMention: 'editor',
      endRecord: 'editor',
      comment: 'editor',
      deleteOthersComment: 'owner',
      assign: 'editor',
      determine: 'editor',
    });
  });

  it.each([
    ['a person', person(), false],
    ['a person who manages agents', agentManager, true],
    ['an administrator', administrator(), true],
    ['an API key', apiKey, true],
    ['a process of ours', serviceActor('job'), true],
  ])(
    "%s associates an AI agent's annotation only as agents and their managers may (FEAT-14, FEAT-15)",
    (_, actor, expected) => {
      expect(mayMentionAnnotationOf(actor, 'ai_agent')).toBe(expected);
      expect(mayMentionAnnotationOf(actor, 'human')).toBe(true);
    },
  );

  it('requires a feature from API keys only (OP-47)', () => {
    expect(mayLeaveUnassociated(apiKey)).toBe(false);
    expect(mayLeaveUnassociated(person())).toBe(true);
    expect(mayLeaveUnassociated(serviceActor('job'))).toBe(true);
  });
});
