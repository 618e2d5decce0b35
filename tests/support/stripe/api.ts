import type { StripeAccount } from './account.ts'
import { expandFields } from './expansion.ts'
import { type FormBody, readForm } from './form-body.ts'
import type { ApiResponse, IdempotencyKeys } from './idempotency.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { StripeRefusal } from './stripe-refusal.ts'

export type ApiRequest = {
  method: string
  pathname: string
  /** The body, or the query string. */
  form: string
  authorization: string
  idempotencyKey: string | undefined
  /** Stripe itself fails in its work. */
  isFailing: boolean
}

/** The account of an API key, and which of the two kinds the key is. */
export type Holder = { account: StripeAccount; keys: IdempotencyKeys; isPublishable: boolean }

type ApiContext = { holderOf: (key: string) => Holder | undefined; nowMs: number; url: string }

/** Runs synchronously in one tick of the event loop, so that no other call sees a half-finished change. */
export function handleApiRequest(
  request: ApiRequest,
  apiContext: ApiContext,
): { response: ApiResponse; isReplay: boolean; holder?: Holder } {
  let holder: Holder | undefined
  try {
    holder = authenticate(request, apiContext)
    const key = request.method === 'POST' ? request.idempotencyKey : undefined
    const { keys } = holder
    const requestText = `${request.pathname}\n${request.form}`
    const earlier = key && keys.begin(key, requestText, apiContext.nowMs)
    if (earlier) return { response: earlier, isReplay: true, holder }
    const response = request.isFailing ? ownFailure : runRequest(holder, request, apiContext)
    if (key !== undefined) {
      if (response.isRefusedBeforeWork) keys.giveUp(key)
      else keys.end(key, response)
    }
    return { response, isReplay: false, holder }
  } catch (error) {
    return { response: toRefusal(error), isReplay: false, holder }
  }
}

/** Pages send their publishable key as a parameter, so that the browser needs no preflight request. */
const keyIn = (form: string) => {
  const key = new URLSearchParams(form).get('key')
  return key?.startsWith('pk_') ? key : ''
}

function authenticate({ authorization, form }: ApiRequest, { holderOf }: ApiContext): Holder {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1]
  const key = basic
    ? Buffer.from(basic, 'base64').toString('utf8').replace(/:$/, '')
    : authorization.replace(/^Bearer /, '') || keyIn(form)
  const found = holderOf(key)
  if (found) return found
  throw new StripeRefusal(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
  })
}

function runRequest(
  { account, isPublishable }: Holder,
  { method, pathname, form }: ApiRequest,
  { nowMs, url }: ApiContext,
): ApiResponse & { isRefusedBeforeWork?: boolean } {
  try {
    const route = routes.find((each) => each.method === method && each.path.test(pathname))
    if (isPublishable && !route?.isPublic) throw secretKeyRequired()
    if (!route) {
      throw new StripeRefusal(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${pathname}).`,
      })
    }
    if (!isPublishable) assertAllowed(account, route)
    const [, id = ''] = route.path.exec(pathname) ?? []
    const body: FormBody = readForm(form)
    if (isPublishable) delete body['key']
    const { expand, ...parameters } = body
    const response = route.run({ account, nowMs, url }, { id, body: parameters, isPublishable })
    const full = expandFields(account, response, expand === undefined ? {} : { expand })
    return { status: 200, body: JSON.stringify(full) }
  } catch (error) {
    return toRefusal(error)
  }
}

const ownFailure: ApiResponse & { isRefusedBeforeWork?: boolean } = {
  status: 500,
  body: JSON.stringify({
    error: { type: 'api_error', message: 'Something went wrong at Stripe.' },
  }),
}

const secretKeyRequired = () =>
  new StripeRefusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })

function assertAllowed({ permissions, key }: StripeAccount, { resource, needs }: Route): void {
  const granted = permissions[resource] ?? 'write'
  if (granted === 'write' || granted === needs) return
  throw new StripeRefusal(403, {
    type: 'invalid_request_error',
    message: `The provided key '${key.slice(0, 8)}****' does not have the required permissions for this endpoint on this account. Having the 'rak_${resource.replace(/s$/, '')}_${needs}' permission would allow this request to continue.`,
  })
}

/** `isRefusedBeforeWork`: refused before any work, so the key is not stored and may be sent again. */
function toRefusal(error: unknown): ApiResponse & { isRefusedBeforeWork: boolean } {
  if (!(error instanceof StripeRefusal)) throw error
  const { status, body } = error
  const isRefusedBeforeWork =
    [401, 403, 404].includes(status) || body.code?.startsWith('parameter_') === true
  return { status, body: JSON.stringify({ error: body }), isRefusedBeforeWork }
}
