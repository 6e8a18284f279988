import { escapeHtml, greeting, mailPage, type Mail } from '@symbio/mail';
import type { MemberRole } from './policy.js';

/** Days for which an invitation's link is good (D-74). */
export const VALID_DAYS = 7;

const AS: Readonly<Record<MemberRole, string>> = { viewer: 'a viewer', editor: 'an editor', owner: 'an owner' };

export interface MailFacts {
  /** Empty for an unknown person. */
  invitedBy: string;
  project: string;
  role: MemberRole;
  link: string;
}

export function invitationMail({ invitedBy, project, role, link }: MailFacts): Mail {
  const what = `${invitedBy || 'An owner'} invites you to the project "${project}" in Symbio, as ${AS[role]}. Open this link to accept:`;
  const limits = `It is good once, for ${VALID_DAYS} days. If you did not expect this invitation, ignore this message.`;
  return {
    subject: `Invitation to ${project}`,
    text: `Hello,\n\n${what}\n\n${link}\n\n${limits}\n`,
    html: mailPage([
      'Hello,',
      escapeHtml(what),
      `<a href="${escapeHtml(link)}">Accept the invitation</a>`,
      `${limits} If the link does not open, copy this address: ${escapeHtml(link)}`,
    ]),
  };
}

/** The notice to a person who was added to a project. @param name the recipient's */
export function addedMail(name: string, { invitedBy, project, role, link }: MailFacts): Mail {
  const hello = greeting(name);
  const what = `${invitedBy || 'An owner'} added you to the project "${project}" in Symbio, as ${AS[role]}. Open it here:`;
  return {
    subject: `You were added to ${project}`,
    text: `${hello}\n\n${what}\n\n${link}\n`,
    html: mailPage([escapeHtml(hello), escapeHtml(what), `<a href="${escapeHtml(link)}">${escapeHtml(project)}</a>`]),
  };
}

/** The questions to the user of the report. @param name the recipient's */
export function questionnaireMail(
  name: string,
  { askedBy, property, lastDay, link }: { askedBy: string; property: string; lastDay: string; link: string },
): Mail {
  const hello = greeting(name);
  const what = `${askedBy || 'The environmental professional'} asks you to answer questions about ${property}. The answers become part of its environmental site assessment. You need no account. Open this link to answer:`;
  const limits = `It is good until ${lastDay}. Do not forward it: everyone who has it can answer in your name.`;
  return {
    subject: `Questions about ${property}`,
    text: `${hello}\n\n${what}\n\n${link}\n\n${limits}\n`,
    html: mailPage([
      escapeHtml(hello),
      escapeHtml(what),
      `<a href="${escapeHtml(link)}">Answer the questions</a>`,
      `${limits} If the link does not open, copy this address: ${escapeHtml(link)}`,
    ]),
  };
}

/** The notice to an owner. @param name the recipient's */
export function answeredMail(name: string, { project, link }: Pick<MailFacts, 'project' | 'link'>): Mail {
  const hello = greeting(name);
  const what = `The user of the report answered the questionnaire of the project "${project}". Read the answers here:`;
  return {
    subject: `Answers for ${project}`,
    text: `${hello}\n\n${what}\n\n${link}\n`,
    html: mailPage([escapeHtml(hello), escapeHtml(what), `<a href="${escapeHtml(link)}">${escapeHtml(project)}</a>`]),
  };
}
