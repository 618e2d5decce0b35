export { environmentStatus } from './en/environment-status.ts'
