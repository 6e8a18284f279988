/** What people are mailed about their passwords. */
import { escapeHtml, type Mail } from '@symbio/kit/mailer';

const page = (paragraphs: readonly string[]): string =>
  `<div style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#242424">${paragraphs.map((text) => `<p>${text}</p>`).join('')}</div>`;

const greeting = (name: string): string => (name === '' ? 'Hello,' : `Hello ${name},`);

/** The link that sets a forgotten password anew. @param hours for how long it is good */
export function resetMail(name: string, link: string, hours: number): Mail {
  const why = 'somebody, probably you, forgot the password of your Symbio account. Open this link to choose a new one:';
  const limits = `It is good once, for ${hours === 1 ? 'an hour' : `${hours} hours`}. If you did not ask for it, ignore this message: your password stays as it is.`;
  return {
    subject: 'Choose a new password',
    text: `${greeting(name)}\n\n${why}\n\n${link}\n\n${limits}\n`,
    html: page([
      escapeHtml(greeting(name)),
      why,
      `<a href="${escapeHtml(link)}">Choose a new password</a>`,
      `${limits} If the link does not open, copy this address: ${escapeHtml(link)}`,
    ]),
  };
}

/** The word that a password was changed, for an owner who did not do it. @param forgotten where a password is set anew */
export function changedMail(name: string, forgotten: string): Mail {
  const what = 'the password of your Symbio account was changed just now, and all other sessions were ended.';
  const otherwise = 'If that was you, there is nothing to do. If not, choose a new password at once:';
  return {
    subject: 'Your password was changed',
    text: `${greeting(name)}\n\n${what}\n\n${otherwise}\n\n${forgotten}\n`,
    html: page([
      escapeHtml(greeting(name)),
      what,
      `${otherwise} <a href="${escapeHtml(forgotten)}">${escapeHtml(forgotten)}</a>`,
    ]),
  };
}
