import { escapeHtml, greeting, mailPage, type Mail } from '@symbio/mail';

export function resetMail(name: string, link: string, hours: number): Mail {
  const why = 'someone, probably you, forgot the password of your Symbio account. Open this link to choose a new one:';
  const limits = `It is good once, for ${hours === 1 ? 'an hour' : `${hours} hours`}. If you did not ask for it, ignore this message: your password stays as it is.`;
  return {
    subject: 'Choose a new password',
    text: `${greeting(name)}\n\n${why}\n\n${link}\n\n${limits}\n`,
    html: mailPage([
      escapeHtml(greeting(name)),
      why,
      `<a href="${escapeHtml(link)}">Choose a new password</a>`,
      `${limits} If the link does not open, copy this address: ${escapeHtml(link)}`,
    ]),
  };
}

/** Notice of a changed password, for an owner who did not change it. */
export function changedMail(name: string, forgotten: string): Mail {
  const what = 'the password of your Symbio account was changed just now, and all other sessions were ended.';
  const otherwise = 'If that was you, there is nothing to do. If not, choose a new password at once:';
  return {
    subject: 'Your password was changed',
    text: `${greeting(name)}\n\n${what}\n\n${otherwise}\n\n${forgotten}\n`,
    html: mailPage([
      escapeHtml(greeting(name)),
      what,
      `${otherwise} <a href="${escapeHtml(forgotten)}">${escapeHtml(forgotten)}</a>`,
    ]),
  };
}

export function confirmationMail(name: string, link: string, hours: number, again: boolean): Mail {
  const what = 'open this link to confirm your email address and start using Symbio:';
  const limits = `It is good for ${hours} hours. If you did not register, do not open it and ignore this message.`;
  const newest = again
    ? ' This address was registered again: links in earlier messages no longer work, and this link sets the password of the latest registration. If the latest registration was not yours, do not open the link and register again.'
    : '';
  return {
    subject: 'Confirm your email address',
    text: `${greeting(name)}\n\n${what}\n\n${link}\n\n${limits}${newest}\n`,
    html: mailPage([
      escapeHtml(greeting(name)),
      what,
      `<a href="${escapeHtml(link)}">Confirm your email address</a>`,
      `${limits}${newest} If the link does not open, copy this address: ${escapeHtml(link)}`,
    ]),
  };
}

/** Notice that an address registered again already has an account. */
export function accountMail(name: string, signIn: string, forgotten: string): Mail {
  const what = 'You already have an account: sign in, or reset the password.';
  const why =
    'This email address was just used to register with Symbio. Nothing was changed. If it was not you, ignore this message.';
  return {
    subject: 'You already have an account',
    text: `${greeting(name)}\n\n${what}\n\nSign in: ${signIn}\nReset the password: ${forgotten}\n\n${why}\n`,
    html: mailPage([
      escapeHtml(greeting(name)),
      `You already have an account: <a href="${escapeHtml(signIn)}">sign in</a>, or <a href="${escapeHtml(forgotten)}">reset the password</a>.`,
      why,
    ]),
  };
}
