import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import { type Network, type Sent, unanswered } from './network.ts'
import type { Page } from './page.ts'

export type Procedure = `${string}.${string}`

/** Matches the URL of a call. A request may contain several calls, so others may come before and after it. */
export const addressOf = (procedure: Procedure) =>
  new RegExp(`/trpc/(?:[^?]*,)?${procedure.replace('.', '\\.')}(?:[,?]|$)`)

/** Returns the procedures of a request, in their order. */
export const proceduresOf = ({ url }: Sent): string[] =>
  url.pathname.replace('/trpc/', '').split(',')

/** Delays a call until the returned function is called. */
export async function holdCall({ network }: Page, procedure: Procedure): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  network.intercept(addressOf(procedure), async (_, pass) => {
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
  const end = network.intercept(addressOf(procedure), (sent, pass) =>
    refused({ sent, pass, procedure, refusal }),
  )
  return async () => end()
}

type Refused = {
  sent: Sent
  pass: () => Promise<Response>
  procedure: Procedure
  refusal: Refusal
}

async function refused({ sent, pass, procedure, refusal }: Refused): Promise<Response> {
  const { code, status, detail, requestId } = refusal
  const data = { code, httpStatus: status, path: procedure, requestId }
  const error = { error: { message: detail, code: -32603, data } }
  if (!sent.url.searchParams.has('batch')) return Response.json(error, { status })
  const procedures = proceduresOf(sent)
  const results = (await (await pass()).json()) as unknown[]
  const json = procedures.map((name, index) => (name === procedure ? error : results[index]))
  return Response.json(json, { status: procedures.length === 1 ? status : 207 })
}

/** Lets a call fail without a response, as when the server is gone, until the returned function is called. */
export async function cutCall(
  { network }: Page,
  procedure: Procedure,
): Promise<() => Promise<void>> {
  const end = network.intercept(addressOf(procedure), () => Promise.reject(unanswered()))
  return async () => end()
}

/** Leaves a call pending until the returned function is called; then it fails without a response. */
export async function cutCallLater({ network }: Page, procedure: Procedure): Promise<() => void> {
  let cut = () => {}
  const isCut = new Promise<void>((resolve) => {
    cut = resolve
  })
  network.intercept(addressOf(procedure), async () => {
    await isCut
    throw unanswered()
  })
  return cut
}

/** Responds to a call with this data, and to its request's other calls as usual. The latest data apply. */
export async function answerCall(
  { network }: Page,
  procedure: Procedure,
  data: object,
): Promise<void> {
  const own = { result: { data } }
  network.intercept(addressOf(procedure), async (sent, pass) => {
    const procedures = proceduresOf(sent)
    if (procedures.length === 1) return Response.json([own])
    const results = (await (await pass()).json()) as unknown[]
    return Response.json(
      procedures.map((name, index) => (name === procedure ? own : results[index])),
    )
  })
}

/** Returns a list that collects the requests that contain the call. */
export function asked(network: Network, procedure: Procedure): Sent[] {
  const found: Sent[] = []
  network.onSent((sent) => {
    if (proceduresOf(sent).includes(procedure)) found.push(sent)
  })
  return found
}
