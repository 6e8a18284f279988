import { AppError, notFound, refuseFields, unlessNotFound } from './errors.js';

describe('what is not found', () => {
  it('is undefined to those who can do without it', async () => {
    expect(await unlessNotFound(Promise.resolve('there'))).toBe('there');
    expect(await unlessNotFound(Promise.reject(notFound('Page')))).toBeUndefined();
  });

  it('is told apart from what failed otherwise', async () => {
    const failure = new AppError('UNAVAILABLE', 'unavailable', 'Try again');
    await expect(unlessNotFound(Promise.reject(failure))).rejects.toBe(failure);
    const bug = new TypeError('no function');
    await expect(unlessNotFound(Promise.reject(bug))).rejects.toBe(bug);
  });
});

describe('bad fields', () => {
  it('are named all at once, with the first one’s sentence', () => {
    const fields = { name: 'Name is required', radius: 'Radius is too large' };
    expect(() => refuseFields(fields)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: 'Name is required', fields }) as Error,
    );
  });

  it('are refused only when there are any', () => {
    expect(() => refuseFields({})).not.toThrow();
  });
});
