export { clockOf, EXPIRING_DAYS, LIMITS, type Clock, type ClockState } from './clock.js';
export { resolveComponents, type Component, type RecordedDays, type TypedDate } from './components.js';
export {
  adjoiningMarks,
  coverageCells,
  decadesOf,
  explainsInterval,
  factsOfDocuments,
  factsOfMarks,
  factsOfSearch,
  historyTarget,
  longIntervals,
  MAX_INTERVAL_YEARS,
  oldestYear,
  type CoverageCell,
  type CoverageFact,
  type CoverageStatement,
  type LongInterval,
} from './coverage.js';
export { addDays, daysBetween } from './days.js';
export { followQuestions, QUESTIONS, QUESTIONS_VERSION, type GivenAnswer, type Question } from './questions.js';
export { reviewDates, type Dates, type Problem, type RuleId, type Severity } from './rules.js';
export { unanswered, USER_QUESTIONNAIRE, type AskedQuestion } from './user-questions.js';
