export { landing, signInNeeded } from './en/sign-in-needed.ts'
