import {
  allFound,
  AppError,
  named,
  normalizeError,
  notAuthorized,
  notFound,
  refuseFields,
  refuseStale,
  unlessNotFound,
} from './errors.js';

describe('a missing object', () => {
  it('is undefined to callers that do not require it', async () => {
    expect(await unlessNotFound(Promise.resolve('there'))).toBe('there');
    expect(await unlessNotFound(Promise.reject(notFound('Page')))).toBeUndefined();
  });

  it('is distinguished from other failures', async () => {
    const failure = new AppError('UNAVAILABLE', 'unavailable', 'Try again');
    await expect(unlessNotFound(Promise.reject(failure))).rejects.toBe(failure);
    const bug = new TypeError('no function');
    await expect(unlessNotFound(Promise.reject(bug))).rejects.toBe(bug);
  });
});

describe('a reference in an input', () => {
  it('is resolved under its field name', async () => {
    expect(await named('Page', 'document_page_id', Promise.resolve('there'))).toBe('there');
    await expect(named('Page', 'document_page_id', Promise.reject(notFound('Thing')))).rejects.toMatchObject({
      message: 'Page not found',
      fields: { document_page_id: 'Page not found' },
    });
    await expect(named('Page', 'document_page_id', Promise.reject(notAuthorized()))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('is refused with every field whose object is missing, before other errors', async () => {
    const missing = () => [
      Promise.reject(notFound('Page', 'document_page_id')),
      Promise.resolve(),
      Promise.reject(notFound('Author', 'author_id')),
    ];
    await expect(allFound(missing())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Page not found',
      fields: { document_page_id: 'Page not found', author_id: 'Author not found' },
    });
    await expect(allFound([Promise.reject(notAuthorized()), ...missing()])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(allFound([Promise.resolve(), Promise.reject(notAuthorized())])).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    await expect(allFound([Promise.resolve()])).resolves.toBeUndefined();
  });
});

describe('bad fields', () => {
  it('are named all at once, with the sentence of the first one', () => {
    const fields = { name: 'Name is required', radius: 'Radius is too large' };
    expect(() => refuseFields(fields)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: 'Name is required', fields }) as Error,
    );
  });

  it('are refused only if any exist', () => {
    expect(() => refuseFields({})).not.toThrow();
  });
});

it('a stale change is refused with the time of the last one', async () => {
  const updatedAt = new Date('2026-01-15T12:00:00Z');
  const change = async (seen: Date | undefined) => {
    await Promise.resolve();
    refuseStale('This thing', { updatedAt }, seen);
  };
  await expect(change(new Date(0))).rejects.toMatchObject({
    ...{ code: 'ABORTED', reason: 'stale', fields: { updated_at: 'It was changed last at 2026-01-15T12:00:00.000Z' } },
  });
  await expect(change(updatedAt)).resolves.toBeUndefined();
  await expect(change(undefined)).resolves.toBeUndefined();
});

describe('an error without a message of its own', () => {
  const coded = (code: string): Error => Object.assign(new Error(`write ${code}`), { code });

  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN', 'UND_ERR_SOCKET'])(
    'is a retryable outage when a connection failed (%s), also as a cause',
    (code) => {
      const cause = coded(code);
      for (const error of [cause, new TypeError('fetch failed', { cause }), new AggregateError([cause])])
        expect(normalizeError(error)).toMatchObject({ code: 'UNAVAILABLE', reason: 'connection_lost', cause: error });
    },
  );

  it('is internal otherwise', () => {
    for (const error of [new TypeError('no function'), coded('ENOENT'), coded('EACCES'), 'a text'])
      expect(normalizeError(error)).toMatchObject({ code: 'INTERNAL', reason: 'internal', cause: error });
  });
});
