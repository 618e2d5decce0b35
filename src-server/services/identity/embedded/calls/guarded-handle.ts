import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import type { Logger } from '#server/core/context.ts'
import type { HandleCtx } from '#server/core/ports/identity.ts'
import type { BackgroundWork } from '#server/services/identity/embedded/background-work.ts'
import {
  type Attempt,
  accountHint,
  accountKey,
  type Throttle,
} from '#server/services/identity/throttle/sign-in-throttle.ts'
import type { Auth } from '../embedded-auth.ts'
import { CONFIRMED_PAGE, type IdentityMail } from '../embedded-mail.ts'
import { SIGN_IN_PAGE } from '../google.ts'
import type { KnownDevices } from '../known-device.ts'
import { isTooCommon, MAX_PASSWORD, MIN_PASSWORD } from '../passwords/password.rules.ts'
import { withPrecomputedHash } from '../passwords/password-hash.ts'
import { auditNewSession, auditSelf, auditSuccess, createFailureAudit } from '../sign-in-audit.ts'
import {
  attemptOf,
  type Call,
  type CallGuard,
  findSignedInOwner,
  guardedCalls,
  type Owner,
  outcomeOf,
  type ResponseBody,
  readCall,
  readResponseBody,
} from './guarded-calls.ts'

export type GuardOptions = {
  auth: Auth
  basePath: string
  throttle: Throttle
  /** Undefined when rate limits are off. */
  devices: KnownDevices | undefined
  mail: IdentityMail | undefined
  background: BackgroundWork
  log: Logger
}

type Handler = (request: Request, ctx: HandleCtx) => Promise<Response>

/**
 * Returns a handler of the sign-in library's calls that adds rate limits, password rules, audit entries and logs.
 * Responses do not reveal whether an account exists.
 */
export function createGuardedHandler(options: GuardOptions): Handler {
  const { auth, basePath, throttle, devices, log } = options
  return async (request, ctx) => {
    const call = await readCall(request, basePath)
    const guard = request.method === 'POST' ? guardedCalls[call.path] : undefined
    if (!guard) return handleUnguarded(auth, ctx, call)
    const owner = await guard.owner(auth, call)
    const attempt = attemptOf(call, guard, owner, (account) =>
      devices?.find(request.headers, account),
    )
    const auditFailure = owner && createFailureAudit(ctx, owner, call.path)
    const work = async () => {
      const response = await respond(options, { call, guard, owner })
      const responseBody = await readResponseBody(response)
      const outcome = outcomeOf(guard, response, responseBody)
      if (outcome === 'succeeded') {
        const completed = { ctx, call, guard, owner, attempt, responseBody, response }
        return { outcome, value: await handleSuccess(options, completed) }
      }
      if (outcome === 'failed') log.info(logFieldsOf(call, attempt), 'sign-in failed')
      return { outcome, value: response }
    }
    try {
      return await throttle.attempt(attempt, work, auditFailure)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'limit') throw error
      log.info(logFieldsOf(call, attempt), 'sign-in refused: too many attempts')
      return tooManyAttemptsResponse(error)
    }
  }
}

/** Handles calls without anything to guess: sign-in with another provider, and sign-out. */
async function handleUnguarded(auth: Auth, ctx: HandleCtx, call: Call): Promise<Response> {
  if (call.path === '/sign-out') {
    const owner = await findSignedInOwner(auth, call)
    const response = await auth.handler(call.request)
    const id = response.ok ? owner?.id : undefined
    if (id !== undefined) await auditSelf(ctx, id, { action: 'member.signed_out' })
    return response
  }
  const isMail = call.path === '/verify-email'
  const response = isMail ? await verifyEmail(auth, call) : await auth.handler(call.request)
  if (isMail || call.path === CALLBACK) await auditNewSession(ctx, { auth, call, response })
  return response
}

const CALLBACK = '/oauth2/callback/google'

type GuardedCall = { call: Call; guard: CallGuard; owner: Owner | undefined }

/** Returns the log fields of an attempt: never the e-mail address. */
const logFieldsOf = ({ path }: Call, { account, address }: Attempt) => ({
  call: path,
  account: account && accountHint(account),
  address,
})

async function respond(
  options: GuardOptions,
  { call, guard, owner }: GuardedCall,
): Promise<Response> {
  const { auth, mail } = options
  const password = guard.newPassword && call.body[guard.newPassword]
  if (typeof password === 'string' && isRefusedPassword(password, owner))
    return commonPasswordResponse()
  if (call.path === '/sign-up/email') return signUp(auth, call)
  if (!mail) return auth.handler(call.request)
  if (guard.counts === 'reset') return respondBeforeLookup(options, call, resetResponse)
  if (guard.counts === 'verification') return respondBeforeLookup(options, call, { status: true })
  return auth.handler(call.request)
}

const SignUpInput = z.object({
  email: z.email(),
  password: z.string().min(MIN_PASSWORD).max(MAX_PASSWORD),
})

/** Hashes before the library's sign-up transaction. Input that the library will refuse needs no hash. */
async function signUp(auth: Auth, { body, request }: Call): Promise<Response> {
  const input = SignUpInput.safeParse(body)
  if (!input.success) return auth.handler(request)
  const { hash } = (await auth.$context).password
  return withPrecomputedHash({ password: input.data.password, hash }, async () => {
    const first = await auth.handler(request.clone())
    const { code } = await readResponseBody(first)
    // Another sign-up with this e-mail address may have been faster. On the second try the library finds its account.
    return code === 'FAILED_TO_CREATE_USER' ? auth.handler(request) : first
  })
}

/** Checks only passwords of valid length: the library refuses passwords of any other length. */
const isRefusedPassword = (password: string, owner: Owner | undefined): boolean =>
  password.length >= MIN_PASSWORD &&
  password.length <= MAX_PASSWORD &&
  isTooCommon(password, owner?.email)

/** The library's own response to a request for a reset link. */
const resetResponse = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
}

const MailRequest = z.object({
  email: z.email(),
  redirectTo: z.string().optional(),
  callbackURL: z.string().optional(),
})

/** Responds before the account is looked up, so that the response time reveals nothing. */
async function respondBeforeLookup(
  { auth, background }: GuardOptions,
  call: Call,
  responseBody: object,
) {
  const context = await auth.$context
  const parsed = MailRequest.safeParse(call.body)
  const targets = [parsed.data?.redirectTo, parsed.data?.callbackURL].filter(Boolean)
  const isValid =
    parsed.success &&
    targets.every((url) => context.isTrustedOrigin(String(url), { allowRelativePaths: true }))
  // The library refuses an invalid request without looking up an account.
  if (!isValid) return auth.handler(call.request)
  background.later(call.path, async () => {
    const response = await auth.handler(call.request)
    if (!response.ok) throw new Error(`responded with ${response.status}`)
  })
  return Response.json(responseBody)
}

type CompletedCall = GuardedCall & {
  ctx: HandleCtx
  attempt: Attempt
  responseBody: ResponseBody
  response: Response
}

async function handleSuccess(options: GuardOptions, completed: CompletedCall): Promise<Response> {
  const { log, devices } = options
  const { ctx, call, guard, owner, attempt, responseBody, response } = completed
  const userId = owner?.id ?? responseBody.user?.id
  const { address } = call
  const cookie = call.request.headers.get('cookie') ?? undefined
  if (call.path === '/reset-password' && owner) await handlePasswordReset(options, owner, cookie)
  if (call.path === '/change-password' && owner) {
    options.mail?.passwordChanged({ email: owner.email, cookie })
  }
  if (guard.newPassword === 'newPassword') {
    log.info({ userId, address, call: call.path }, 'the password was changed')
  }
  const hasSignedIn = Boolean(guard.signsIn && responseBody.token && !owner?.isSignedIn)
  if (userId !== undefined) await auditSuccess(ctx, { call, owner, userId, hasSignedIn })
  if (!hasSignedIn) return response
  log.info({ userId, address, call: call.path }, 'signed in')
  if (!devices || !owner) return response
  const result = new Response(response.body, response)
  const account = accountKey(owner.email)
  const device = attempt.knownAs ?? devices.find(call.request.headers, account)
  result.headers.append('set-cookie', devices.remember(account, device))
  return result
}

/** Marks the e-mail address as verified and unlocks the account: the person with the link reads its mail. */
async function handlePasswordReset(
  { auth, throttle, mail }: GuardOptions,
  { email, id }: Owner,
  cookie: string | undefined,
) {
  await throttle.clear(accountKey(email))
  const { internalAdapter } = await auth.$context
  if (id !== undefined) await internalAdapter.updateUser(id, { emailVerified: true })
  mail?.passwordChanged({ email, cookie })
}

/** Redirects a failed link, such as an expired link, to the sign-in page, where a new link can be requested. */
async function verifyEmail(auth: Auth, call: Call): Promise<Response> {
  const url = new URL(call.request.url)
  if (!url.searchParams.get('callbackURL')) url.searchParams.set('callbackURL', CONFIRMED_PAGE)
  const response = await auth.handler(new Request(url, call.request))
  const target = new URL(response.headers.get('location') ?? url, url)
  const error = response.status === 302 ? target.searchParams.get('error') : null
  if (error === null) return response
  return new Response(null, {
    status: 302,
    headers: { location: `${SIGN_IN_PAGE}?error=${encodeURIComponent(error)}` },
  })
}

const commonPasswordResponse = (): Response =>
  refusalResponse(400, 'Bad Request', {
    code: 'PASSWORD_TOO_COMMON',
    message: 'This password is among the first that others would guess. Choose another one.',
  })

const tooManyAttemptsResponse = ({ message, retryAfterS = 1 }: AppError): Response => {
  const response = refusalResponse(429, 'Too Many Requests', { code: 'TOO_MANY_ATTEMPTS', message })
  response.headers.set('retry-after', String(retryAfterS))
  return response
}

/** Returns the library's `code` and `message` in a problem, the error format of our own APIs. */
const refusalResponse = (
  status: number,
  title: string,
  responseBody: { code: string; message: string },
) =>
  new Response(
    JSON.stringify({
      type: 'about:blank',
      title,
      status,
      detail: responseBody.message,
      ...responseBody,
    }),
    { status, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
  )
