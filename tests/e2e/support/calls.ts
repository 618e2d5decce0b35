import type { Page, Route } from '@playwright/test'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'

export type Procedure = `${string}.${string}`

/** Matches a procedure in a batch too: its URL may name other procedures before and after it. */
const urlPatternOf = (procedure: Procedure) =>
  new RegExp(`/trpc/(?:[^?]*,)?${procedure.replace('.', '\\.')}(?:[,?]|$)`)

/** Delays the call until the returned function is called. */
export async function delayCall(page: Page, procedure: Procedure): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(urlPatternOf(procedure), async (route) => {
    await released
    await route.continue()
  })
  return release
}

export type Refusal = { code: ErrorCode; status: number; detail: string; requestId: string }

/** Answers the call with an error, and its batch as usual. The returned function ends this. */
export async function refuseCall(
  page: Page,
  procedure: Procedure,
  refusal: Refusal,
): Promise<() => Promise<void>> {
  const urlPattern = urlPatternOf(procedure)
  await page.route(urlPattern, (route) => respondWithError(route, procedure, refusal))
  return () => page.unroute(urlPattern)
}

async function respondWithError(route: Route, procedure: Procedure, refusal: Refusal) {
  const { code, status, detail, requestId } = refusal
  const data = { code, httpStatus: status, path: procedure, requestId }
  const error = { error: { message: detail, code: -32603, data } }
  const { pathname, searchParams } = new URL(route.request().url())
  if (!searchParams.has('batch')) {
    await route.fulfill({ status, json: error })
    return
  }
  const procedures = pathname.replace('/trpc/', '').split(',')
  const response = await route.fetch()
  const results = (await response.json()) as unknown[]
  const json = procedures.map((name, index) => (name === procedure ? error : results[index]))
  await route.fulfill({ status: procedures.length === 1 ? status : 207, json })
}

/** Aborts the call without a response, as if the server were gone. */
export async function abortCall(page: Page, procedure: Procedure): Promise<() => Promise<void>> {
  const urlPattern = urlPatternOf(procedure)
  await page.route(urlPattern, (route) => route.abort())
  return () => page.unroute(urlPattern)
}

/** Answers an unbatched call with this data. A later call of this function replaces an earlier one. */
export async function respondToCall(page: Page, procedure: Procedure, data: object): Promise<void> {
  await page.route(urlPatternOf(procedure), (route) =>
    route.fulfill({ json: [{ result: { data } }] }),
  )
}
