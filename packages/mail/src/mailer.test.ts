import { cleanMail, escapeHtml } from './mailer.js';

it('texts of users are escaped in the HTML of a mail, in attributes too', () => {
  expect(escapeHtml(`<b title="a" id='b'>R&D</b>`)).toBe(
    '&#60;b title=&#34;a&#34; id=&#39;b&#39;&#62;R&#38;D&#60;/b&#62;',
  );
  expect(escapeHtml('Nora, 5 p.m.\n')).toBe('Nora, 5 p.m.\n');
});

it('a mail has no characters forbidden by its formats, and one kind of line break', () => {
  expect(cleanMail({ subject: 'Tank A\vB\r\nBcc: x', text: 'one\r\ntwo\uFFFF', html: '<p>a\u0008b</p>' })).toEqual({
    subject: 'Tank A B Bcc: x',
    text: 'one\ntwo',
    html: '<p>a b</p>',
  });
});
