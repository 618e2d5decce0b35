import { z } from 'zod'
import { CLIENT_ADDRESS_HEADER } from '#server/core/ports/identity.ts'
import {
  type Attempt,
  accountKey,
  type Outcome,
} from '#server/services/identity/throttle/sign-in-throttle.ts'
import type { Auth } from '../embedded-auth.ts'
import { cookieOf } from '../known-device.ts'

/**
 * Request to the sign-in library (better-auth), with the parts that the checks before it need. `path` is relative to
 * `basePath`.
 */
export type Call = {
  path: string
  request: Request
  body: Readonly<Record<string, unknown>>
  address: string | null
}

/** Reads a request to the sign-in library; the request itself stays readable. */
export async function readCall(request: Request, basePath: string): Promise<Call> {
  const text = request.method === 'POST' ? await request.clone().text() : ''
  return {
    path: new URL(request.url).pathname.slice(basePath.length),
    request,
    body: bodyOf(text),
    address: request.headers.get(CLIENT_ADDRESS_HEADER),
  }
}

function bodyOf(text: string): Record<string, unknown> {
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

/** Owner of the account that the call is about. `isSignedIn`: a session identifies them. */
export type Owner = { email: string; id?: string; isSignedIn?: true; hasSecondStep?: boolean }

type FindOwner = (auth: Auth, call: Call) => Promise<Owner | undefined>

const findNamedOwner: FindOwner = async (_auth, { body: { email } }) =>
  typeof email === 'string' && email !== '' ? { email } : undefined

/** Finds the person whose session the request contains; undefined without a valid session. */
export const findSignedInOwner: FindOwner = async (auth, { request: { headers } }) => {
  if (!headers.has('cookie')) return undefined
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  if (!found) return undefined
  const { id, email, twoFactorEnabled } = found.user
  return { email, id, isSignedIn: true, hasSecondStep: twoFactorEnabled === true }
}

/** Finds a person who has given the password and must still give the second step, or who is setting one up. */
const findVerifyingOwner: FindOwner = async (auth, call) => {
  const self = await findSignedInOwner(auth, call)
  if (self) return self
  const { internalAdapter, createAuthCookie } = await auth.$context
  const cookie = cookieOf(call.request.headers, createAuthCookie('two_factor').name) ?? ''
  // The library checks the signature: without a valid one it refuses before it compares the code.
  const [challenge = ''] = decodeText(cookie).split('.')
  return challenge === ''
    ? undefined
    : findOwnerById(auth, await internalAdapter.findVerificationValue(challenge))
}

const findOwnerOfLink: FindOwner = async (auth, { body: { token } }) => {
  if (typeof token !== 'string') return undefined
  const { internalAdapter } = await auth.$context
  return findOwnerById(auth, await internalAdapter.findVerificationValue(`reset-password:${token}`))
}

async function findOwnerById(auth: Auth, found: { value: string } | null) {
  if (!found) return undefined
  const { internalAdapter } = await auth.$context
  const user = await internalAdapter.findUserById(found.value)
  return user ? { email: user.email, id: user.id } : undefined
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Checks that apply to one call of the sign-in library: rate limits, and rules for a new password. */
export type CallGuard = {
  owner: FindOwner
  /**
   * Event that rate limits count for the call: a guess at the owner's secret, a mail to the owner, or only a request.
   */
  counts: 'guess' | 'request' | Exclude<Attempt['mail'], undefined>
  /** Field of the body that contains a new password. */
  newPassword?: 'password' | 'newPassword'
  /** True when success signs a person in. */
  signsIn?: true
}

/** Calls of the sign-in library to which checks apply, by path. */
export const guardedCalls: Readonly<Record<string, CallGuard>> = {
  '/sign-in/email': { owner: findNamedOwner, counts: 'guess', signsIn: true },
  '/sign-up/email': {
    owner: findNamedOwner,
    counts: 'sign-up',
    newPassword: 'password',
    signsIn: true,
  },
  // Each call starts an exchange that is stored until it ends.
  '/sign-in/oauth2': { owner: findNamedOwner, counts: 'request' },
  '/request-password-reset': { owner: findNamedOwner, counts: 'reset' },
  '/send-verification-email': { owner: findNamedOwner, counts: 'verification' },
  '/reset-password': { owner: findOwnerOfLink, counts: 'request', newPassword: 'newPassword' },
  '/change-password': { owner: findSignedInOwner, counts: 'guess', newPassword: 'newPassword' },
  '/two-factor/verify-totp': { owner: findVerifyingOwner, counts: 'guess', signsIn: true },
  '/two-factor/verify-backup-code': { owner: findVerifyingOwner, counts: 'guess', signsIn: true },
  '/two-factor/enable': { owner: findSignedInOwner, counts: 'guess' },
  '/two-factor/disable': { owner: findSignedInOwner, counts: 'guess' },
  '/two-factor/generate-backup-codes': { owner: findSignedInOwner, counts: 'guess' },
}

/** Value of `knownAs` in an attempt that a session identifies, instead of a device. */
export const KNOWN_BY_SESSION = 'session'

/**
 * Returns the attempt that a call counts as. `deviceOf` returns the known device of an account that sent the request.
 */
export function attemptOf(
  call: Call,
  { counts }: CallGuard,
  owner: Owner | undefined,
  deviceOf: (account: string) => string | undefined,
): Attempt {
  const { address } = call
  if (!owner || counts === 'request') return { address }
  const account = accountKey(owner.email)
  if (counts !== 'guess') return { address, account, mail: counts }
  return { address, account, knownAs: owner.isSignedIn ? KNOWN_BY_SESSION : deviceOf(account) }
}

const ResponseBody = z.object({
  code: z.string().optional(),
  twoFactorRedirect: z.boolean().optional(),
  token: z.string().nullish(),
  user: z.object({ id: z.string() }).optional(),
})
export type ResponseBody = z.infer<typeof ResponseBody>

/** Reads the known fields of a response of the library; an empty object when the response is not JSON. */
export async function readResponseBody(response: Response): Promise<ResponseBody> {
  const isJson = response.headers.get('content-type')?.includes('json')
  if (!isJson) return {}
  return ResponseBody.safeParse(await response.clone().json()).data ?? {}
}

/** Codes of refusals that compared nothing with the owner's secret, so they do not count as failed guesses. */
const codesWithoutComparison = new Set([
  'VALIDATION_ERROR',
  'INVALID_EMAIL',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'CREDENTIAL_ACCOUNT_NOT_FOUND',
  'INVALID_TWO_FACTOR_COOKIE',
  'TOTP_NOT_ENABLED',
  'TWO_FACTOR_NOT_ENABLED',
  'BACKUP_CODES_NOT_ENABLED',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
])

/** Returns whether a call guessed right or wrong at the secret of an account, or did neither. */
export function outcomeOf(
  { counts }: CallGuard,
  { status }: Response,
  { code, twoFactorRedirect }: ResponseBody,
): Outcome {
  if (status === 200) return twoFactorRedirect ? 'neither' : 'succeeded'
  if (counts !== 'guess') return 'neither'
  if (status !== 400 && status !== 401) return 'neither'
  return code !== undefined && codesWithoutComparison.has(code) ? 'neither' : 'failed'
}
