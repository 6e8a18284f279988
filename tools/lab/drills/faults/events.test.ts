import { NatsError } from 'nats';
import { deleteConsumer } from './events.js';

function apiError(err_code: number, description: string): NatsError {
  const error = new NatsError(description, '500');
  error.api_error = { code: 500, err_code, description };
  return error;
}
const notEmpty = (): NatsError => apiError(10_012, 'unlinkat /nats/obs/feature: directory not empty');

/** Gives these answers in turn; an error is thrown. */
function consumers(...answers: unknown[]) {
  const deleted: string[] = [];
  return {
    deleted,
    delete: (stream: string, name: string): Promise<unknown> => {
      deleted.push(`${stream} ${name}`);
      const answer = answers.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
}

describe('the deletion of a consumer', () => {
  it.each([
    ['once', [true]],
    ['again after NATS could not remove the folder', [notEmpty(), notEmpty(), true]],
    ['until NATS no longer has it', [notEmpty(), apiError(10_014, 'consumer not found')]],
  ])('is requested %s', async (_when, answers) => {
    const asked = consumers(...answers);
    await deleteConsumer(asked, 'feature');
    expect(asked.deleted).toEqual(answers.map(() => 'EVENTS feature'));
  });
});
