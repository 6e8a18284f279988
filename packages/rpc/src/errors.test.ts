import { Metadata, status } from '@grpc/grpc-js';
import { AppError, invalidFields, notFound } from '@symbio/runtime';
import { fromStatus, toStatus } from './errors.js';

/** The error a grpc-js client throws for a status. */
const thrown = (code: status, details: string, metadata = new Metadata()) =>
  Object.assign(new Error(details), { code, details, metadata });

describe('errors over the wire', () => {
  it('arrive as thrown, without their cause', () => {
    const original = invalidFields({ title: 'Title is required' });
    const { code, details, metadata } = toStatus(original);
    const arrived = fromStatus(thrown(code ?? status.UNKNOWN, details ?? '', metadata));
    expect(arrived).toMatchObject({
      code: 'INVALID_ARGUMENT',
      reason: 'invalid_fields',
      fields: { title: 'Title is required' },
    });
    expect(
      fromStatus(thrown(toStatus(notFound('Project')).code ?? 0, '', toStatus(notFound('Project')).metadata)),
    ).toMatchObject({
      message: 'Project not found',
    });
  });

  it('of unknown kinds reveal nothing internal', () => {
    expect(toStatus(new Error('password=secret')).details).toBe('Something went wrong on our side. Please try again.');
  });

  it.each([
    [status.UNAVAILABLE, 'UNAVAILABLE'],
    [status.DEADLINE_EXCEEDED, 'DEADLINE_EXCEEDED'],
    [status.CANCELLED, 'CANCELLED'],
    [status.UNKNOWN, 'INTERNAL'],
  ])('raised by gRPC itself (%s) become a sentence', (code, expected) => {
    const error = fromStatus(thrown(code, '14 UNAVAILABLE: connect ECONNREFUSED 10.0.0.1'));
    expect(error).toBeInstanceOf(AppError);
    expect(error.code).toBe(expected);
    expect(error.message).not.toContain('ECONNREFUSED');
  });
});
