export { profile } from './en/profile.ts'
