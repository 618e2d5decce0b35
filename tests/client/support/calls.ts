import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import { type Network, networkError, type SentRequest } from './network.ts'
import type { Page } from './page.ts'

export type Procedure = `${string}.${string}`

/** Matches the URL of a call. A request may contain several calls, so others may come before and after it. */
export const urlPatternOf = (procedure: Procedure) =>
  new RegExp(`/trpc/(?:[^?]*,)?${procedure.replace('.', '\\.')}(?:[,?]|$)`)

/** Returns the procedures of a request, in their order. */
export const proceduresOf = ({ url }: SentRequest): string[] =>
  url.pathname.replace('/trpc/', '').split(',')

/** Delays a call until the returned function is called. */
export async function delayCall({ network }: Page, procedure: Procedure): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  network.releaseAtEnd(release)
  network.intercept(urlPatternOf(procedure), async (_, pass) => {
    await released
    return pass()
  })
  return release
}

export type Refusal = { code: ErrorCode; status: number; detail: string; requestId: string }

/** Responds to a call with an error, until the returned function is called. Other calls of the request succeed. */
export async function refuseCall(
  { network }: Page,
  procedure: Procedure,
  refusal: Refusal,
): Promise<() => Promise<void>> {
  const removeInterceptor = network.intercept(urlPatternOf(procedure), (request, pass) =>
    respondWithError({ sent: request, pass, procedure, refusal }),
  )
  return async () => removeInterceptor()
}

type RefusedCall = {
  sent: SentRequest
  pass: () => Promise<Response>
  procedure: Procedure
  refusal: Refusal
}

async function respondWithError({
  sent: request,
  pass,
  procedure,
  refusal,
}: RefusedCall): Promise<Response> {
  const { code, status, detail, requestId } = refusal
  const data = { code, httpStatus: status, path: procedure, requestId }
  const error = { error: { message: detail, code: -32603, data } }
  if (!request.url.searchParams.has('batch')) return Response.json(error, { status })
  const procedures = proceduresOf(request)
  const results = (await (await pass()).json()) as unknown[]
  const json = procedures.map((name, index) => (name === procedure ? error : results[index]))
  return Response.json(json, { status: procedures.length === 1 ? status : 207 })
}

/** Lets a call fail without a response, as when the server is gone, until the returned function is called. */
export async function abortCall(
  { network }: Page,
  procedure: Procedure,
): Promise<() => Promise<void>> {
  const removeInterceptor = network.intercept(urlPatternOf(procedure), () =>
    Promise.reject(networkError()),
  )
  return async () => removeInterceptor()
}

/** Leaves a call pending until the returned function is called; then it fails without a response. */
export async function abortCallLater({ network }: Page, procedure: Procedure): Promise<() => void> {
  let abort = () => {}
  const aborted = new Promise<void>((resolve) => {
    abort = resolve
  })
  network.intercept(urlPatternOf(procedure), async () => {
    await aborted
    throw networkError()
  })
  return abort
}

/** Responds to a call with this data, and to its request's other calls as usual. The latest data apply. */
export async function respondToCall(
  { network }: Page,
  procedure: Procedure,
  data: object,
): Promise<void> {
  const ownResult = { result: { data } }
  network.intercept(urlPatternOf(procedure), async (request, pass) => {
    const procedures = proceduresOf(request)
    if (procedures.length === 1) return Response.json([ownResult])
    const results = (await (await pass()).json()) as unknown[]
    return Response.json(
      procedures.map((name, index) => (name === procedure ? ownResult : results[index])),
    )
  })
}

/** Returns a list that collects the requests that contain the call. */
export function recordRequests(network: Network, procedure: Procedure): SentRequest[] {
  const requests: SentRequest[] = []
  network.onSent((request) => {
    if (proceduresOf(request).includes(procedure)) requests.push(request)
  })
  return requests
}
