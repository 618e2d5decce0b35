export { problemsIt } from './it/problems-it.ts'
