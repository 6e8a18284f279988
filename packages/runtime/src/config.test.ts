import { address } from './config.js';

describe('settings', () => {
  it.each(['project:5102', '127.0.0.1:5102,127.0.0.1:5132', 'a:1,b:2', '[::1]:5102', 'dns:///symbio-project:5000'])(
    'accept other services as host:port, or several (%s)',
    (text) => {
      expect(address.safeParse(text).success).toBe(true);
    },
  );

  it.each(['http://project', 'project', 'a:1,', 'a:1 b:2', ',a:1', 'a:1,b'])('refuse other forms (%s)', (text) => {
    expect(address.safeParse(text).success).toBe(false);
  });
});
