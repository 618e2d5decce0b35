export { signInNeeded, landing } from './en/sign-in-needed.ts'
