import type { Page, Route } from '@playwright/test'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'

export type Procedure = `${string}.${string}`

/** Several calls travel in one request, so the address may name others before and after. */
const addressOf = (procedure: Procedure) =>
  new RegExp(`/trpc/(?:[^?]*,)?${procedure.replace('.', '\\.')}(?:[,?]|$)`)

/** Lets the call wait until the answer to this is called. */
export async function holdCall(page: Page, procedure: Procedure): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addressOf(procedure), async (route) => {
    await released
    await route.continue()
  })
  return release
}

export type Refusal = { code: ErrorCode; status: number; detail: string; requestId: string }

/** Answers the call with an error, and what travels with it as always; the answer to this ends it. */
export async function refuseCall(
  page: Page,
  procedure: Procedure,
  refusal: Refusal,
): Promise<() => Promise<void>> {
  const address = addressOf(procedure)
  await page.route(address, (route) => refuse(route, procedure, refusal))
  return () => page.unroute(address)
}

async function refuse(route: Route, procedure: Procedure, refusal: Refusal) {
  const { code, status, detail, requestId } = refusal
  const data = { code, httpStatus: status, path: procedure, requestId }
  const error = { error: { message: detail, code: -32603, data } }
  const { pathname, searchParams } = new URL(route.request().url())
  if (!searchParams.has('batch')) {
    await route.fulfill({ status, json: error })
    return
  }
  const procedures = pathname.replace('/trpc/', '').split(',')
  const answer = await route.fetch()
  const results = (await answer.json()) as unknown[]
  const json = procedures.map((name, index) => (name === procedure ? error : results[index]))
  await route.fulfill({ status: procedures.length === 1 ? status : 207, json })
}

/** Without an answer at all, as when the server is gone. */
export async function cutCall(page: Page, procedure: Procedure): Promise<() => Promise<void>> {
  const address = addressOf(procedure)
  await page.route(address, (route) => route.abort())
  return () => page.unroute(address)
}

/** Answers a call that travels alone with this; a later one takes the place of an earlier one. */
export async function answerCall(page: Page, procedure: Procedure, data: object): Promise<void> {
  await page.route(addressOf(procedure), (route) => route.fulfill({ json: [{ result: { data } }] }))
}
