export { signInNeeded } from '../en/sign-in-needed.ts'
/** The landing page is Italian. */
export { landing } from '../it/sign-in-needed.ts'
