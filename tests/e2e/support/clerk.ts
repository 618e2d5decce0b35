import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, Route } from '@playwright/test'
import { type ClerkStandIn, startClerkStandIn } from '#tests/support/clerk-stand-in.ts'
import { test as base, expect } from './fixtures.ts'

const SCRIPT = readFileSync(fileURLToPath(new URL('./clerk-script.js', import.meta.url)), 'utf8')

/** Clerk as a browser sees it: its host on the network, where a person may be signed in. */
export type ClerkHost = {
  /** The person who is signed in there; null when there is none. */
  userId: string | null
  /** Minutes since that person last proved their identity. */
  minutesSinceProof: number
  /** While true, the host answers no request. */
  isDown: boolean
  /** Claims that later tokens add or override. */
  claims: object
  /** Paths that the browser requested, such as `/npm/@clerk/clerk-js@6/dist/clerk.browser.js`. */
  requests: string[]
}

type Fixtures = {
  host: ClerkHost
  /** Sets a session cookie on the page, without Clerk's script. */
  setCookie: (userId: string, more?: object) => Promise<void>
}

type WorkerFixtures = { clerk: ClerkStandIn }

/** Number of the last person of the stand-in: each test gets a person of its own. */
let personCount = 0
export function newPerson(clerk: ClerkStandIn) {
  personCount += 1
  const id = `user_${process.pid}x${personCount}`
  const email = `${id}@example.com`
  clerk.addUser({
    id,
    firstName: 'Ada',
    lastName: 'Rossi',
    emails: [email],
    primaryEmail: email,
  })
  return { id, email }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  clerk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await using clerk = await startClerkStandIn()
      await use(clerk)
    },
    { scope: 'worker' },
  ],

  environment: [
    async ({ clerk }, use) => {
      await use(clerk.environment({ hasJwtKey: true }))
    },
    { scope: 'worker' },
  ],

  host: [
    async ({ page, clerk, server }, use) => {
      const host: ClerkHost = {
        userId: null,
        minutesSinceProof: 0,
        isDown: false,
        claims: {},
        requests: [],
      }
      const token = () =>
        clerk.signToken({
          ...clerk.claims(host.userId ?? '', { atMs: Date.now(), azp: server.url }),
          fva: [host.minutesSinceProof, -1],
          ...host.claims,
        })
      await page.route(`${clerk.issuer}/**`, (route) => respond(route, { host, clerk, token }))
      await use(host)
    },
    { auto: true },
  ],

  setCookie: async ({ page, clerk, server }, use) => {
    await use(async (userId, more = {}) => {
      const claims = clerk.claims(userId, { atMs: Date.now(), azp: server.url, lifeS: 3600 })
      const value = await clerk.signToken({ ...claims, ...more })
      await page.context().addCookies([{ name: '__session', value, url: server.url }])
    })
  },
})

type ClerkRoute = { host: ClerkHost; clerk: ClerkStandIn; token: () => Promise<string> }

async function respond(route: Route, { host, clerk, token }: ClerkRoute) {
  const request = route.request()
  const { pathname } = new URL(request.url())
  host.requests.push(pathname)
  if (host.isDown) return route.abort()
  const headers = { 'access-control-allow-origin': '*' }
  const script = (body: string) =>
    route.fulfill({ headers, contentType: 'text/javascript; charset=utf-8', body })
  const json = (body: object) => route.fulfill({ headers, json: body })
  const signIn = (id: string) => {
    host.userId = id
    host.minutesSinceProof = 0
    return json({ userId: id })
  }
  switch (pathname.replace(/@\d+\//, '/')) {
    case '/npm/@clerk/clerk-js/dist/clerk.browser.js':
      return script(SCRIPT)
    case '/npm/@clerk/ui/dist/ui.browser.js':
      return script('window.__internal_ClerkUICtor = class {}')
    case '/v1/client':
      return json({ userId: host.userId })
    case '/v1/client/sessions/tokens':
      return json({ jwt: await token() })
    case '/v1/client/sessions/verify':
      host.minutesSinceProof = 0
      return json({})
    case '/v1/client/remove':
      host.userId = null
      return json({ userId: null })
    case '/v1/client/sign_ins':
      return signIn((request.postDataJSON() as { email: string }).email.replace(/@.*/, ''))
    case '/v1/client/sign_ups':
      return signIn(newPerson(clerk).id)
    default:
      throw new Error(`The stand-in does not know ${pathname}`)
  }
}

/** Signs in through the stand-in's form. */
export async function signInAtClerk(page: Page, { email }: { email: string }) {
  const form = page.getByRole('form', { name: /^Clerk sign-/ })
  await form.getByRole('textbox').fill(email)
  await form.getByRole('button', { name: 'Continua' }).click()
}

export { expect }
