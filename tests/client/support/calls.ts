import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import { type Network, type Sent, unanswered } from './network.ts'
import type { Page } from './page.ts'

export type Procedure = `${string}.${string}`

/** Several calls travel in one request, so the address may name others before and after. */
export const addressOf = (procedure: Procedure) =>
  new RegExp(`/trpc/(?:[^?]*,)?${procedure.replace('.', '\\.')}(?:[,?]|$)`)

/** The calls of one request, in their order. */
export const proceduresOf = ({ url }: Sent): string[] =>
  url.pathname.replace('/trpc/', '').split(',')

/** Lets the call wait until the answer to this is called. */
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

/** Answers the call with an error, and what travels with it as always; the answer to this ends it. */
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

/** Without an answer at all, as when the server is gone. */
export async function cutCall(
  { network }: Page,
  procedure: Procedure,
): Promise<() => Promise<void>> {
  const end = network.intercept(addressOf(procedure), () => Promise.reject(unanswered()))
  return async () => end()
}

/** The same once the answer to this is called. */
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

/** Answers the call with this, and what travels with it as always; a later one takes the place of an earlier one. */
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

/** How often each call was asked for. */
export function asked(network: Network, procedure: Procedure): Sent[] {
  const found: Sent[] = []
  network.onSent((sent) => {
    if (proceduresOf(sent).includes(procedure)) found.push(sent)
  })
  return found
}
