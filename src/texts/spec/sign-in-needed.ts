export { signInNeeded } from '../en/sign-in-needed.ts'
/** In the specification's mix of languages, the landing page is Italian. */
export { landing } from '../it/sign-in-needed.ts'
