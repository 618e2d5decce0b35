/** On most screens, and on those that speak Italian where the specification mixes two languages. */
export { problems } from '../en/problems.ts'
export { problems as guideProblems } from '../it/problems.ts'
