import { mailFaults } from './anonymous-forms.js';

const registered = new Map([['attacker@example.com', 'a good password']]);
const mail = (to: string, html = '<p>Hello &lt;script&gt;</p>') => ({ to, text: '', html });

describe('mails after nasty registrations', () => {
  it('may go to registered users and existing accounts', () => {
    expect(mailFaults([mail('"<b>" <attacker@example.com>'), mail('staff@symbio.test')], registered)).toEqual([]);
  });

  it('go to no one else', () => {
    expect(mailFaults([mail('Attacker <attacker@example.com>, other@example.com')], registered)).toEqual([
      'a mail went to other@example.com',
    ]);
  });

  it('contain no element from a name', () => {
    expect(mailFaults([mail('attacker@example.com', '<p>Hello <script>1</script></p>')], registered)).toHaveLength(1);
  });
});
