import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../support/chromium.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { changingCalls, makeOwned, queryOf, readingCalls } from '../support/every-call.ts'
import { attackFromPage, openAndSendMessages, type Plan } from '../support/hostile-page.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { startReceiver } from '../support/receiver.ts'
import { PASSWORD, signUp } from '../support/sign-up.ts'
import { changedTables, storedRows } from '../support/stored.ts'

const EMAIL = 'owner@example.com'
/** A hostname that only this drill's browser resolves to this machine. */
const EVIL = 'evil.example'

const program = chromiumOptions.executablePath ?? chromium.executablePath()

async function startEvilSite() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><body>Win a prize</body>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    // `foreign` is another site to the browser. `sibling` is another origin of the same site, since ports do not count.
    foreign: `http://${EVIL}:${port}`,
    sibling: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns frames of Incasso inside a page of another origin. */
const framesOf = (page: Page, target: string) =>
  page.frames().filter((frame) => frame.url().startsWith(target))

async function attackFrom(page: Page, site: string, plan: Plan, found: Tally): Promise<void> {
  const framedUrls: string[] = []
  page.on('framenavigated', () =>
    framedUrls.push(...framesOf(page, plan.target).map((frame) => frame.url())),
  )
  await page.goto(site)
  const { tried, read } = await page.evaluate(attackFromPage, plan)
  page.removeAllListeners('framenavigated')
  found.tried += tried
  for (const what of read) blame(found, 'leaked', `read by ${site}: ${what}`)
  for (const what of framedUrls) blame(found, 'leaked', `framed by ${site}: ${what}`)
}

const goTo = (url: string): void => {
  location.href = url
}

/** Navigates the visitor to each URL, with the cookie that a cross-site link may carry. */
async function navigate(page: Page, site: string, plan: Plan, found: Tally): Promise<void> {
  for (const { path, query } of plan.changes) {
    const url = plan.target + path + query
    await page.goto(site, { waitUntil: 'commit' })
    // The browser shows its own error page for a response without a body.
    const navigation = page.waitForEvent('framenavigated', (frame) => !frame.url().startsWith(site))
    await Promise.all([navigation, page.evaluate(goTo, url)])
    found.tried += 1
  }
}

async function exchangeMessages(page: Page, site: string, plan: Plan, found: Tally): Promise<void> {
  await page.goto(site)
  const text = JSON.stringify(plan.changes.map(({ path, input }) => ({ path, input })))
  const opening = page.context().waitForEvent('page')
  await page.evaluate(openAndSendMessages, { target: `${plan.target}/transactions`, text })
  const opened = await opening
  await opened.waitForLoadState()
  const messages: unknown = await page.evaluate('talk(), talk(), received')
  await opened.close()
  found.tried += 1
  if (!Array.isArray(messages)) return
  for (const what of messages) blame(found, 'leaked', `told ${site}: ${String(what)}`)
}

async function preparePlan(server: KillableServer, context: BrowserContext, webhookUrl: string) {
  using client = createKeepAliveClient(server.url, 2)
  const { cookie } = await signUp(server.url, EMAIL)
  const owned = await makeOwned(client, { cookie, email: EMAIL, webhookUrl })
  // Gives the browser its own session, with the cookie as the server sets it.
  const data = { email: EMAIL, password: PASSWORD }
  await context.request.post(`${server.url}/api/auth/sign-in/email`, { data })
  return {
    target: server.url,
    changes: changingCalls(owned).map((call) => ({
      ...call,
      query: queryOf(call, { _method: call.method }),
    })),
    reads: readingCalls(owned).map((call) => call.path + queryOf(call)),
    screens: ['/', '/transactions', '/sign-in', '/api/transactions', '/api/docs'],
  }
}

/** Ignores audit entries of exports. Any site can trigger an export, but its file stays with the browser. */
const isCounted = (table: string, { action }: Record<string, unknown>) =>
  table !== 'audit_log' || !String(action).endsWith('.exported')

type Sites = { foreign: string; sibling: string }
type Attack = (page: Page, sites: Sites, plan: Plan, found: Tally) => Promise<void>

async function visit(server: KillableServer, attack: Attack): Promise<Tally> {
  const found = tally()
  await using site = await startEvilSite()
  await using endpoint = await startReceiver()
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [
      ...chromiumOptions.args,
      // A process per cross-site frame costs more than all the requests.
      '--disable-site-isolation-trials',
      `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`,
    ],
  })
  try {
    const context = await browser.newContext()
    const plan = await preparePlan(server, context, endpoint.url)
    const page = await context.newPage()
    const before = storedRows(server.databaseUrl)
    await attack(page, site, plan, found)
    const changed = changedTables(before, storedRows(server.databaseUrl), isCounted)
    const own = await context.request.get(`${server.url}/api/merchants`)
    if (!own.ok()) blame(found, 'lost', `the visitor's own session: ${own.status()}`)
    for (const table of changed) blame(found, 'leaked', `changed: ${table}`)
    found.notes.push(
      `${plan.changes.length} changes and ${plan.reads.length} reads, from a foreign site and from another port`,
    )
  } finally {
    await browser.close()
  }
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  return found
}

const FULL = 1300

const sample = ({ changes, reads, ...more }: Plan, every: number): Plan => ({
  ...more,
  changes: changes.filter((_, at) => at % every === 0),
  reads: reads.filter((_, at) => at % every === 0),
})

const environment = { SANDBOX_SETTLEMENT_MS: '3600000' }

drill({
  row: 'csrf-browser',
  what: "a page in Chromium that forges requests with its visitor's session: forms, fetches, beacons, elements, frames, windows, links",
  quick: 200,
  full: FULL,
  only: 'sqlite',
  lacks: existsSync(program) ? undefined : 'Chromium',
  run: async (count) => {
    await using server = await startKillableServer(environment)
    return await visit(server, async (page, sites, plan, found) => {
      const selected = sample(plan, count < FULL ? 6 : 1)
      await attackFrom(page, sites.foreign, selected, found)
      await attackFrom(page, sites.sibling, selected, found)
      await navigate(page, sites.foreign, selected, found)
      await exchangeMessages(page, sites.foreign, selected, found)
    })
  },
  selfTest: async () => {
    await using server = await startKillableServer(environment, { fault: 'same-origin' })
    return await visit(server, async (page, sites, plan, found) => {
      const selected = plan.changes.filter(({ path }) => path.startsWith('/trpc/c'))
      await attackFrom(page, sites.sibling, { ...plan, changes: selected, reads: [] }, found)
    })
  },
})
