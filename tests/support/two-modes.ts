import type { InjectOptions } from 'fastify'
import { MODE_HEADER, type Mode } from '#server/shared/mode.ts'
import { type Person, type TestApp, trpcClient } from './test-app.ts'

/** Returns the same person, whose browser cookie selects live mode or test mode. */
export function inMode(app: TestApp, person: Person, mode: Mode): Person {
  const cookieNow = () => `${person.cookie}; incasso-book=${mode}`
  return {
    ...person,
    get cookie() {
      return cookieNow()
    },
    api: trpcClient(app.app, cookieNow),
    rest: (method, path, body) =>
      app.rest({
        method,
        url: path,
        headers: {
          cookie: cookieNow(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        payload: body === undefined ? undefined : JSON.stringify(body),
      }),
  }
}

/**
 * Activates live mode for the merchant. Returns the owner in test mode and in live mode, and the ID of the merchant in
 * live mode.
 */
export async function goLive(app: TestApp, owner: Person) {
  await owner.api.merchant.goLive.mutate({})
  const live = inMode(app, owner, 'live')
  return { test: owner, live, liveId: (await live.api.merchant.current.query()).id }
}

/**
 * Runs `fill` while live mode uses the sandbox processor, so that tests can create live data. Tests connect no
 * processor for real money.
 */
export async function withSandbox<T>(app: TestApp, liveId: string, fill: () => Promise<T>) {
  const set = (mode: Mode) =>
    app.db.updateTable('merchants').set({ mode }).where('id', '=', liveId).execute()
  await set('test')
  try {
    return await fill()
  } finally {
    await set('live')
  }
}

/** Returns a function that sends requests as a page in that mode does, even if the cookie selects the other mode. */
export const asPage =
  (app: TestApp, { cookie }: Person, mode: Mode) =>
  (method: InjectOptions['method'], url: string, body?: object) =>
    app.rest({
      method,
      url,
      headers: {
        cookie,
        origin: 'http://127.0.0.1:3000',
        [MODE_HEADER]: mode,
        ...(body && { 'content-type': 'application/json' }),
      },
      payload: body && JSON.stringify(body),
    })
