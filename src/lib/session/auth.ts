import { markSignedOut, queryClient, removePersonData } from '#client/trpc.ts'
import { clerkLink } from '../clerk/clerk-link.ts'
import { config } from '../config.ts'
import { callAuth, mapOutcome, type Outcome, textIn } from './auth-call.ts'
import { runSignOut } from './signing-out.ts'

/** Refetches queries where the page stays: the next person must not see the previous person's data. */
const refetchAll = () => queryClient.resetQueries()

/** `staysHere`: the same page stays open while the person signs in, as under a dialog. */
export type SignInOptions = { staysHere?: boolean }

async function startSession<T>(
  outcome: Outcome<T>,
  { staysHere = false }: SignInOptions,
): Promise<Outcome<T>> {
  if (outcome.ok) await (staysHere ? refetchAll() : queryClient.clear())
  return outcome
}

/** 'second-step': the password was right, and the person must still enter a code. */
export type SignInStep = 'signed-in' | 'second-step'

/**
 * Signs a person in with their password. The session starts at once, or after `verifyCode` for a second step.
 */
export async function signIn(
  credentials: { email: string; password: string },
  options: SignInOptions = {},
): Promise<Outcome<SignInStep>> {
  const outcome = mapOutcome(
    await callAuth('sign-in/email', credentials),
    (response): SignInStep => (response.twoFactorRedirect === true ? 'second-step' : 'signed-in'),
  )
  const hasSession = outcome.ok && outcome.data === 'signed-in'
  return hasSession ? startSession(outcome, options) : outcome
}

/** A code of the second step, from an authenticator app or a list of recovery codes. */
export type Code = { code: string; isRecovery: boolean; trustDevice: boolean }

/** Completes the second step of signing in, with the app's code or with a recovery code. */
export async function verifyCode(
  { code, isRecovery, trustDevice }: Code,
  options: SignInOptions = {},
): Promise<Outcome<unknown>> {
  const path = isRecovery ? 'two-factor/verify-backup-code' : 'two-factor/verify-totp'
  return startSession(await callAuth(path, { code, trustDevice }), options)
}

/** 'check-mail': the person must first open the link that confirms their e-mail address. */
export type SignUpStep = 'signed-in' | 'check-mail'

/**
 * Signs a person up. Where the server can send mail, the e-mail address must be confirmed before they are
 * signed in.
 */
export async function signUp(person: {
  email: string
  password: string
  name: string
}): Promise<Outcome<SignUpStep>> {
  const outcome = await callAuth('sign-up/email', person)
  return startSession(
    mapOutcome(
      outcome,
      (response): SignUpStep => (response.isSignedIn ? 'signed-in' : 'check-mail'),
    ),
    {},
  )
}

/** Navigates to the page that follows signing out. */
type OpenNextPage = () => Promise<unknown>

/**
 * Signs the person out. `leave` opens a page for visitors. The person's data is removed only afterwards,
 * because the previous page would request it again.
 */
export const signOut = (leave: OpenNextPage): Promise<Outcome<unknown>> =>
  endSession(
    () => (config.identity === 'clerk' ? signOutOfClerk() : callAuth('sign-out', {})),
    leave,
  )

/** Ends the session by the call `end`, and then takes the same steps as `signOut`. */
export const endSession = (
  end: () => Promise<Outcome<unknown>>,
  leave: OpenNextPage,
): Promise<Outcome<unknown>> =>
  runSignOut(async () => {
    const outcome = await end()
    if (!outcome.ok) return outcome
    markSignedOut()
    await leave()
    removePersonData()
    return outcome
  })

/** Signs out with Clerk's script, without which nothing is signed out: only Clerk can end its session. */
async function signOutOfClerk(): Promise<Outcome<unknown>> {
  const clerk = clerkLink()
  const isDone = await clerk?.signOut().then(
    () => true,
    () => false,
  )
  return isDone
    ? { ok: true, data: undefined }
    : { ok: false, failure: { code: undefined, status: 0 } }
}

/** Sends the link that confirms an e-mail address again. */
export const resendVerification = (email: string): Promise<Outcome<unknown>> =>
  callAuth('send-verification-email', { email, callbackURL: '/onboarding' })

/** Requests a reset link. The response does not reveal whether an account has this e-mail address. */
export const requestPasswordReset = (email: string): Promise<Outcome<unknown>> =>
  callAuth('request-password-reset', { email, redirectTo: '/reset-password' })

/** Sets a new password; the token comes from the link of a reset mail. */
export const resetPassword = (change: {
  newPassword: string
  token: string
}): Promise<Outcome<unknown>> => callAuth('reset-password', change)

/**
 * Opens Google's sign-in, which leads back to `callbackURL`; resolves with the failure when the request
 * failed.
 */
export async function redirectToGoogle(callbackURL: string): Promise<Outcome<unknown>> {
  const outcome = await callAuth('sign-in/oauth2', {
    providerId: 'google',
    callbackURL,
    newUserCallbackURL: '/onboarding',
  })
  if (outcome.ok) window.location.assign(textIn(outcome.data, 'url'))
  return outcome
}
