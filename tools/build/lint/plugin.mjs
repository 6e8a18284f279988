// Rules of this repository for oxlint, in plain JavaScript, since the linter loads this file itself.
import { phrasesIn } from './phrases.mjs';

/** Names that the head of a loop declares, including destructured ones. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'VariableDeclaration':
      return pattern.declarations.flatMap(({ id }) => namesIn(id));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesIn(property.value ?? property.argument));
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** Methods of strings, arrays and dates: any other method call may return a promise. */
const PLAIN = new Set([
  'concat',
  'fill',
  'filter',
  'from',
  'join',
  'replace',
  'slice',
  'toISOString',
  'toString',
  'trim',
]);

/** Whether an expression may be a call that returns a promise, judged without types. */
const mayPromise = (call) =>
  call?.type === 'CallExpression' && call.callee.type === 'MemberExpression' && !PLAIN.has(call.callee.property.name);

/** Whether an expression creates a list of promises: from method calls, or by mapping with an async function. */
function startsTogether(list) {
  if (list?.type === 'ArrayExpression') return list.elements.some(mayPromise);
  return list?.callee?.property?.name === 'map' && list.arguments[0]?.async === true;
}

/**
 * Promises started together and awaited in turn: if a later one rejects first, the unhandled rejection ends the
 * process. Use `Promise.all`, or start each promise in the loop.
 */
const noPromisesInTurn = {
  meta: {
    type: 'problem',
    messages: {
      inTurn:
        "Promises that were started together are awaited one after another; one that rejects meanwhile is nobody's. Await them with Promise.all, or start each in the loop.",
    },
  },
  create(context) {
    /** Names declared by the enclosing loops. */
    const loops = [];
    const lists = new Set();
    const awaited = [];
    const declared = (node) => node?.type === 'Identifier' && loops.some(({ names }) => names.includes(node.name));
    const report = (node) => context.report({ node, messageId: 'inTurn' });
    return {
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && startsTogether(init)) lists.add(id.name);
      },
      ForOfStatement({ await: asynchronous, left, right }) {
        const together = startsTogether(right) || (right.type === 'Identifier' && lists.has(right.name));
        loops.push({ names: asynchronous ? [] : namesIn(left), together });
      },
      'ForOfStatement:exit': () => loops.pop(),
      AwaitExpression(node) {
        if (declared(node.argument)) report(node);
        awaited.push(node);
      },
      'AwaitExpression:exit': () => awaited.pop(),
      CallExpression(node) {
        if (awaited.length === 0) return;
        const names = loops.filter(({ together }) => together).flatMap((loop) => loop.names);
        if (node.arguments.some((each) => each.type === 'Identifier' && names.includes(each.name))) report(node);
      },
      MemberExpression(node) {
        const { object, property } = node;
        if (property.type !== 'Identifier' || !['rejects', 'resolves'].includes(property.name)) return;
        if (object.type !== 'CallExpression' || object.callee.type !== 'Identifier') return;
        if (object.callee.name === 'expect' && declared(object.arguments[0])) report(node);
      },
    };
  },
};

const plainEnglish = {
  meta: {
    type: 'suggestion',
    messages: { phrase: '"{{phrase}}" in a comment: write {{instead}} (docs/writing.md).' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          for (const data of phrasesIn(comment.value)) context.report({ loc: comment.loc, messageId: 'phrase', data });
      },
    };
  },
};

/** Files that may import fixtures: tests, evaluations, and what supports them. */
const TEST = /\.(test|itest|ktest|e2e)\.tsx?$|\/(test|testing|eval)\//;

/** Product packages import no tools, and fixtures only in tests. */
const noTools = {
  meta: {
    type: 'problem',
    messages: {
      tools: 'Product packages import nothing of the tools and the operations commands.',
      fixtures: 'Product packages import @symbio/fixtures in tests only.',
    },
  },
  create(context) {
    return {
      ImportDeclaration(node) {
        const [, name] = /^@symbio\/(tools|operations|fixtures)(?:\/|$)/.exec(node.source.value) ?? [];
        if (!name || (name === 'fixtures' && TEST.test(context.filename))) return;
        context.report({ node, messageId: name === 'fixtures' ? 'fixtures' : 'tools' });
      },
    };
  },
};

/** The one module of the SPA that reads keys of events. */
const KEYS = 'web/src/lib/ui/keys.ts';

/** Whether an expression is a keyboard event, judged by its name: `event`, `event.nativeEvent`, `event.originalEvent`. */
const isEvent = (node) =>
  node?.type === 'Identifier'
    ? /^(e|ev|event)$/.test(node.name)
    : node?.type === 'MemberExpression' && ['nativeEvent', 'originalEvent'].includes(node.property.name);

/** Key handlers use isKey and keyOf, which leave the keys of a composition to the input method. */
const keysOfEvents = {
  meta: {
    type: 'problem',
    messages: {
      key: "A composition owns its Enter and Escape, and letters depend on the layout: use isKey(event, 'Enter') or keyOf(event) of lib/ui/keys.js.",
    },
  },
  create(context) {
    if (context.filename.endsWith(KEYS)) return {};
    const report = (node) => context.report({ node, messageId: 'key' });
    return {
      MemberExpression(node) {
        if (!node.computed && node.property.name === 'key' && isEvent(node.object)) report(node);
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || !isEvent(init)) return;
        for (const property of id.properties) if (property.key?.name === 'key') report(property);
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    'no-promises-in-turn': noPromisesInTurn,
    'plain-english': plainEnglish,
    'no-tools': noTools,
    'keys-of-events': keysOfEvents,
  },
};
