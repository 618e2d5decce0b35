import { forgetEverything, markSignedOut, queryClient } from '#client/trpc.ts'
import { clerkLink } from '../clerk/clerk-link.ts'
import { config } from '../config.ts'
import { callAuth, mapOutcome, type Outcome, textIn } from './auth-call.ts'
import { whileLeaving } from './leaving.ts'

/** What one person saw must not be shown to the next; where the page stays, it is asked again. */
const askAgain = () => queryClient.resetQueries()

/** Whether the page stays the same while the person signs in, as under a dialog. */
export type Staying = { staysHere?: boolean }

async function begin<T>(outcome: Outcome<T>, { staysHere = false }: Staying): Promise<Outcome<T>> {
  if (outcome.ok) await (staysHere ? askAgain() : queryClient.clear())
  return outcome
}

export type SignInStep = 'signed-in' | 'second-step'

export async function signIn(
  credentials: { email: string; password: string },
  staying: Staying = {},
): Promise<Outcome<SignInStep>> {
  const outcome = mapOutcome(
    await callAuth('sign-in/email', credentials),
    (answer): SignInStep => (answer.twoFactorRedirect === true ? 'second-step' : 'signed-in'),
  )
  const isOver = outcome.ok && outcome.answer === 'signed-in'
  return isOver ? begin(outcome, staying) : outcome
}

export type Code = { code: string; isRecovery: boolean; trustDevice: boolean }

/** The second step of signing in, with the app's code or with one that was kept for emergencies. */
export async function verifyCode(
  { code, isRecovery, trustDevice }: Code,
  staying: Staying = {},
): Promise<Outcome<unknown>> {
  const path = isRecovery ? 'two-factor/verify-backup-code' : 'two-factor/verify-totp'
  return begin(await callAuth(path, { code, trustDevice }), staying)
}

export type SignUpStep = 'signed-in' | 'check-mail'

/** Where mail leaves the server, the address is confirmed before the person is signed in. */
export async function signUp(person: {
  email: string
  password: string
  name: string
}): Promise<Outcome<SignUpStep>> {
  const outcome = await callAuth('sign-up/email', person)
  return begin(
    mapOutcome(outcome, (answer): SignUpStep => (answer.isSignedIn ? 'signed-in' : 'check-mail')),
    {},
  )
}

/** Where signing out leads. */
type Leave = () => Promise<unknown>

/** `leave` goes to a page for visitors; nothing is forgotten before, since pages would ask for it. */
export const signOut = (leave: Leave): Promise<Outcome<unknown>> =>
  endSession(() => (config.identity === 'clerk' ? leaveClerk() : callAuth('sign-out', {})), leave)

/** The same for whatever else ends the session. */
export const endSession = (
  end: () => Promise<Outcome<unknown>>,
  leave: Leave,
): Promise<Outcome<unknown>> =>
  whileLeaving(async () => {
    const outcome = await end()
    if (!outcome.ok) return outcome
    markSignedOut()
    await leave()
    forgetEverything()
    return outcome
  })

/** Only Clerk can end its session: without its script nothing is signed out. */
async function leaveClerk(): Promise<Outcome<unknown>> {
  const clerk = clerkLink()
  const isDone = await clerk?.signOut().then(
    () => true,
    () => false,
  )
  return isDone
    ? { ok: true, answer: undefined }
    : { ok: false, failure: { code: undefined, status: 0 } }
}

/** The link that confirms an address, once more. */
export const resendVerification = (email: string): Promise<Outcome<unknown>> =>
  callAuth('send-verification-email', { email, callbackURL: '/onboarding' })

/** The answer is the same whether or not there is an account with this address. */
export const requestPasswordReset = (email: string): Promise<Outcome<unknown>> =>
  callAuth('request-password-reset', { email, redirectTo: '/reset-password' })

export const resetPassword = (change: {
  newPassword: string
  token: string
}): Promise<Outcome<unknown>> => callAuth('reset-password', change)

/** Leaves for Google, which leads back to `callbackURL`; comes back at once when that failed. */
export async function leaveForGoogle(callbackURL: string): Promise<Outcome<unknown>> {
  const outcome = await callAuth('sign-in/oauth2', {
    providerId: 'google',
    callbackURL,
    newUserCallbackURL: '/onboarding',
  })
  if (outcome.ok) window.location.assign(textIn(outcome.answer, 'url'))
  return outcome
}
