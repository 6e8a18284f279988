/** Questions to the user of the report: links without an account, and answers that are only added. */
import {
  conflict,
  doerOf,
  hashOfToken,
  isCalendarDate,
  isId,
  isToken,
  newId,
  notFound,
  parseFields,
  personsKeyOf,
  refuseFields,
  unlessNotFound,
  type Actor,
  type AppError,
  type Clock,
} from '@symbio/runtime';
import { idTaken } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import {
  MAX_QUESTIONNAIRE_DAYS,
  MAX_QUESTIONNAIRE_LINKS,
  MAX_USER_ANSWER_TEXT,
  MAX_USER_ANSWERS,
  MAX_USER_NAME,
} from '@symbio/proto/limits';
import {
  projectEvents,
  type OpenQuestionnaireResponse,
  type Questionnaire,
  type QuestionnaireLink,
  type RecordUserAnswersRequest,
  type SendQuestionnaireRequest,
  type SubmitQuestionnaireRequest,
  type SubmitQuestionnaireResponse,
  type UserAnswer,
  type UserAnswers,
} from '@symbio/proto/project';
import {
  isUserAnswerMethod,
  isUserQuestion,
  isUserReply,
  USER_ANSWER_METHODS,
  USER_QUESTIONS,
  USER_REPLIES,
} from '@symbio/proto/project/vocabulary';
import type { Access } from '../access.js';
import { addressForm } from '../email-address.js';
import { projectEvent } from '../events.js';
import { may } from '../policy.js';
import type { ProjectMails } from '../project-mails.js';
import type { ProjectRepository, StoredProject } from '../repository.js';
import type { StoredAnswer, StoredAnswers, StoredLink, StoredQuestionnaire } from './model.js';

export interface QuestionnaireDeps {
  repository: Pick<ProjectRepository, 'change' | 'find' | 'questionnaire' | 'idWithLink' | 'idWithLinkToken'>;
  access: Pick<Access, 'require'>;
  mails: Pick<ProjectMails, 'checkPerson' | 'checkAddress' | 'questionnaire' | 'answered'>;
  clock: Clock;
}

const DAY_MS = 86_400_000;
const ACTION = 'change the questionnaire';
const NOTHING: StoredQuestionnaire = { links: [], answers: [] };
const LINK = 'Questionnaire link';

const linkMessage = ({ tokenHash: _, ...link }: StoredLink): QuestionnaireLink => link;
const linkOver = (): AppError => notFound(LINK);

/** @throws AppError INVALID_ARGUMENT */
function checkedName(given: string, refusal: string): string {
  const name = given.trim();
  refuseFields({
    ...(name === '' && { name: refusal }),
    ...([...name].length > MAX_USER_NAME && { name: `The name must have at most ${MAX_USER_NAME} characters.` }),
  });
  return name;
}

/** In the order of the questions. @throws AppError INVALID_ARGUMENT naming the questions */
function checkedAnswers(given: readonly UserAnswer[]): StoredAnswer[] {
  const fields: Record<string, string> = {};
  const answers = given.flatMap(({ question, answer, text: typed }): StoredAnswer[] => {
    const text = typed.trim();
    if (!isUserQuestion(question)) {
      fields.answers = `question must be one of ${USER_QUESTIONS.join(', ')}`;
      return [];
    }
    if ([...text].length > MAX_USER_ANSWER_TEXT)
      fields[question] = `The text must have at most ${MAX_USER_ANSWER_TEXT} characters.`;
    if (!isUserReply(answer)) {
      fields[question] = `answer must be one of ${USER_REPLIES.join(', ')}`;
      return [];
    }
    return [{ question, answer, text }];
  });
  if (new Set(answers.map(({ question }) => question)).size < answers.length)
    fields.answers = 'Each question can be answered once.';
  refuseFields(fields);
  return USER_QUESTIONS.flatMap((id) => answers.filter(({ question }) => question === id));
}

const isSame = (one: StoredAnswers, other: StoredAnswers): boolean =>
  JSON.stringify([one.linkId, one.name, one.method, one.answers]) ===
  JSON.stringify([other.linkId, other.name, other.method, other.answers]);

export function createQuestionnaires({ repository, access, mails, clock }: QuestionnaireDeps) {
  const dayIn = (days: number): string => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

  /** @throws AppError NOT_FOUND */
  async function change(
    actor: Actor,
    projectId: string,
    decide: (before: StoredQuestionnaire) => StoredQuestionnaire | undefined,
  ): Promise<StoredQuestionnaire> {
    const row = await repository.change(
      projectId,
      actor,
      ({ questionnaire = NOTHING }) => {
        const next = decide(questionnaire);
        return next && { questionnaire: next, viaKey: personsKeyOf(actor) };
      },
      (after) => [projectEvent(projectEvents.changed, after)],
    );
    if (!row) throw notFound('Project');
    return row.questionnaire ?? NOTHING;
  }

  /** Adds answers once. @throws AppError FAILED_PRECONDITION */
  async function add(
    actor: Actor,
    projectId: string,
    made: StoredAnswers,
  ): Promise<{ kept: StoredAnswers; isNew: boolean }> {
    let isNew = false;
    const { answers } = await change(actor, projectId, (before) => {
      const existing = before.answers.find(({ id }) => id === made.id);
      if (existing && !isSame(existing, made)) throw idTaken('A set of answers');
      isNew = !existing;
      if (existing) return undefined;
      if (before.answers.length >= MAX_USER_ANSWERS)
        throw conflict('too_many_answers', `A project keeps at most ${MAX_USER_ANSWERS} sets of answers.`);
      return { ...before, answers: [...before.answers, made] };
    });
    return { kept: answers.find(({ id }) => id === made.id) ?? made, isNew };
  }

  /** @throws AppError NOT_FOUND for an unknown or ended link, and for one of a deleted project */
  async function valid(
    token: string,
  ): Promise<{ project: StoredProject; link: StoredLink; before: StoredQuestionnaire }> {
    const tokenHash = isToken(token) ? hashOfToken(token) : undefined;
    const projectId = tokenHash && (await repository.idWithLinkToken(tokenHash));
    const project = projectId && (await repository.find(projectId));
    if (!project) throw linkOver();
    const before = (await repository.questionnaire(project._id)) ?? NOTHING;
    const link = before.links.find((one) => one.tokenHash === tokenHash);
    if (!link || link.endedAt || link.lastDay < dayIn(0)) throw linkOver();
    return { project, link, before };
  }

  return {
    /** Links, which hold addresses, are for those who may send them. @throws AppError NOT_FOUND */
    async get(projectId: string, context: CallContext): Promise<Questionnaire> {
      const { role } = await access.require(context, projectId, 'read the project');
      const { links, answers } = (await repository.questionnaire(projectId)) ?? NOTHING;
      return { projectId, links: may(role, ACTION) ? links.map(linkMessage) : [], answers };
    },

    /**
     * Mails a link. Idempotent by id.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION, RESOURCE_EXHAUSTED
     */
    async send(request: SendQuestionnaireRequest, context: CallContext): Promise<QuestionnaireLink> {
      const { projectId, lastDay } = request;
      await access.require(context, projectId, ACTION);
      const name = checkedName(request.name, 'Name the user of the report.');
      const { email } = parseFields<{ email: string }>(addressForm, { email: request.email });
      const [first, last] = [dayIn(0), dayIn(MAX_QUESTIONNAIRE_DAYS)];
      const isInRange = isCalendarDate(lastDay) && lastDay >= first && lastDay <= last;
      refuseFields({
        ...(!isInRange && { last_day: `The last day must be a date from ${first} to ${last}.` }),
        ...(request.id && !isId(request.id) && { id: 'id must be a UUID' }),
      });
      const id = request.id || newId();
      const known = (await repository.questionnaire(projectId))?.links.find((one) => one.id === id);
      if (known) return linkMessage(known);
      if ((await repository.idWithLink(id)) !== undefined) throw idTaken('A link');
      await mails.checkPerson(context.actor.sub, 'questionnaire');
      await mails.checkAddress(email);
      const by = { byId: doerOf(context.actor), byName: context.actor.name, createdAt: clock.now() };
      const link: StoredLink = { id, name, email, lastDay, ...by };
      await change(context.actor, projectId, (before) => {
        if (before.links.length >= MAX_QUESTIONNAIRE_LINKS)
          throw conflict('too_many_links', `A project has at most ${MAX_QUESTIONNAIRE_LINKS} questionnaire links.`);
        return { ...before, links: [...before.links, link] };
      });
      await mails.questionnaire({ projectId, email, linkId: id, invitedBy: context.actor.sub });
      return linkMessage(link);
    },

    /** @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    async end(id: string, context: CallContext): Promise<void> {
      const projectId = await repository.idWithLink(id);
      if (projectId === undefined) throw linkOver();
      // as a missing one, where the project is not visible
      if (!(await unlessNotFound(access.require(context, projectId, ACTION)))) throw linkOver();
      await change(context.actor, projectId, (before) => {
        const link = before.links.find((one) => one.id === id);
        if (!link || link.endedAt) throw linkOver();
        const { tokenHash: _, ...rest } = link;
        const ended = { ...rest, endedAt: clock.now() };
        return { ...before, links: before.links.map((one) => (one === link ? ended : one)) };
      });
    },

    /** Answers that a person received otherwise. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async record({ id, projectId, values }: RecordUserAnswersRequest, context: CallContext): Promise<UserAnswers> {
      await access.require(context, projectId, ACTION);
      const { date = '', method = '', answers = [] } = values ?? {};
      const name = checkedName(values?.name ?? '', 'Name the person who answered.');
      const isByPerson = isUserAnswerMethod(method) && method !== 'link';
      const methods = USER_ANSWER_METHODS.filter((one) => one !== 'link');
      refuseFields({
        ...(!(isCalendarDate(date) && date <= dayIn(0)) && { date: 'The date must be a past day, YYYY-MM-DD.' }),
        ...(!isByPerson && { method: `method must be one of ${methods.join(', ')}` }),
        ...(answers.length === 0 && { answers: 'Record at least one answer.' }),
        ...(id && !isId(id) && { id: 'id must be a UUID' }),
      });
      const by = { byId: doerOf(context.actor), byName: context.actor.name, createdAt: clock.now() };
      const { kept } = await add(context.actor, projectId, {
        ...{ id: id || newId(), linkId: '', name, date, answers: checkedAnswers(answers), ...by },
        method: isByPerson ? method : 'paper',
      });
      return kept;
    },

    /** What the page behind a link shows. @throws AppError NOT_FOUND */
    async open(token: string, context: CallContext): Promise<OpenQuestionnaireResponse> {
      const { project, link, before } = await valid(token);
      if (!link.openedAt)
        await change(context.actor, project._id, (current) => ({
          ...current,
          links: current.links.map((one) => (one.id === link.id ? { ...one, openedAt: clock.now() } : one)),
        }));
      const given = before.answers.findLast(({ linkId }) => linkId === link.id);
      return {
        ...{ projectTitle: project.title, name: given?.name ?? link.name, lastDay: link.lastDay },
        ...{ address: `${project.propertyAddress}, ${project.propertyCity}, ${project.propertyState}` },
        ...{ answers: given?.answers ?? [], answeredAt: given?.createdAt },
      };
    },

    /**
     * Adds the answers of a link's holder beside earlier ones. Idempotent by id.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION
     */
    async submit(request: SubmitQuestionnaireRequest, context: CallContext): Promise<SubmitQuestionnaireResponse> {
      const { project, link } = await valid(request.token);
      const name = checkedName(request.name, 'Write your name.');
      const answers = checkedAnswers(request.answers);
      const missing = USER_QUESTIONS.filter((id) => !answers.some(({ question }) => question === id));
      refuseFields({
        ...Object.fromEntries(missing.map((id) => [id, 'Answer this question. “I do not know” is an answer.'])),
        ...(!isId(request.id) && { id: 'id must be a UUID' }),
      });
      const made: StoredAnswers = {
        ...{ id: request.id, linkId: link.id, name, date: dayIn(0), method: 'link', answers },
        ...{ byId: '', byName: '', createdAt: clock.now() },
      };
      const { kept, isNew } = await add(context.actor, project._id, made);
      if (isNew) await mails.answered(project._id, project.createdBy);
      return { answeredAt: kept.createdAt, projectId: project._id };
    },
  };
}

export type Questionnaires = ReturnType<typeof createQuestionnaires>;
