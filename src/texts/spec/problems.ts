/** English for most screens, Italian for those that are Italian where the specification mixes two languages. */
export { problems } from '../en/problems.ts'
export { problems as guideProblems } from '../it/problems.ts'
