import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { startInjectableServer } from '../support/injectable-server.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 2
const SQLMAP_WITHIN_MS = 240_000
const WAPITI_WITHIN_S = 120
const MODULE_WITHIN_S = 30

const isInstalled = (name: string) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, name)))

/** A parameter to inject into: a query parameter, or the `{id}` in the path. */
type Target = { path: string; parameter: string }

const filterExamples: Record<string, Record<string, string>> = {
  '/api/transactions': {
    search: 'Ada',
    status: 'success',
    final: 'true',
    paymentMethod: 'card',
    currency: 'USD',
    customerId: 'CUSTOMER',
    from: '2026-01-01',
    to: '2099-12-31',
    minAmount: '1',
    maxAmount: '900',
    weekday: '1',
    slot: '1',
    sort: '-amount',
    limit: '10',
    cursor: 'abc',
    page: '1',
  },
  '/api/transactions/export': { search: 'Ada', customerId: 'CUSTOMER', sort: 'amount' },
  '/api/customers': {
    search: 'Ada',
    status: 'active',
    paidIn: '2026-01',
    paidAlsoIn: '2026-02',
    sort: 'name',
    limit: '10',
    cursor: 'abc',
    page: '1',
  },
  '/api/analytics/transactions-volume': { range: '30d', currency: 'USD' },
  '/api/analytics/payment-methods': { range: '30d', currency: 'USD' },
  '/api/analytics/method-types': { range: '30d', currency: 'USD' },
  '/api/analytics/revenue': { range: '30d', currency: 'USD', compare: 'true' },
  '/api/analytics/success-rate': { range: '30d', currency: 'USD', compare: 'true' },
  '/api/webhook-events': { status: 'delivered', eventType: 'payment.succeeded', cursor: 'abc' },
  '/api/request-log': { method: 'GET', status: '200', keyPrefix: 'sk_test', path: '/api' },
  '/api/audit-log': { action: 'x', actor: 'y', objectId: 'z', from: '2026-01-01', cursor: 'abc' },
}
const pathTargets = ['/api/transactions/{id}', '/api/customers/{id}', '/api/webhook-events/{id}']

const targets: Target[] = [
  ...Object.entries(filterExamples).flatMap(([route, filters]) =>
    Object.keys(filters).map((parameter) => ({ path: route, parameter })),
  ),
  ...pathTargets.map((route) => ({ path: route, parameter: 'id' })),
]

type ScanResult = { output: string; isLate: boolean }

const scan = (program: string, args: string[], withinMs: number) =>
  new Promise<ScanResult>((resolve) => {
    const child = execFile(
      program,
      args,
      { timeout: withinMs, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        resolve({ output: stdout + stderr, isLate: error?.signal === 'SIGKILL' }),
    )
    child.stdin?.end()
  })

/** Runs sqlmap on one parameter with these headers, and blames its findings. */
async function inject(url: string, target: Target, headers: string[], found: Tally) {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-drill-sqlmap-'))
  const isPath = target.path.includes('{id}')
  const targetUrl = isPath
    ? url + target.path.replace('{id}', 'txn_1*')
    : `${url}${target.path}?${target.parameter}=${filterExamples[target.path]?.[target.parameter] ?? '1'}`
  const args = ['-u', targetUrl, '--batch', '--level=2', '--risk=1', '--technique=BEUT']
  args.push('--dbms=sqlite', '--time-sec=2', '--timeout=10', '--retries=1', '--disable-coloring')
  args.push(
    '--ignore-code=400,404',
    '--drop-set-cookie',
    `--output-dir=${folder}`,
    '--flush-session',
  )
  if (!isPath) args.push('-p', target.parameter)
  for (const header of headers) args.push('-H', header)
  const { output, isLate } = await scan('sqlmap', args, SQLMAP_WITHIN_MS)
  rmSync(folder, { recursive: true, force: true })
  const what = `${target.path} ${target.parameter}`
  if (/is vulnerable|identified the following injection point/.test(output)) {
    blame(found, 'leaked', `sqlmap: ${what} can be injected into`)
  } else if (isLate || !/tested parameters do not appear to be injectable/.test(output)) {
    blame(found, 'crashed', `sqlmap did not come to its end on ${what}: ${output.slice(-200)}`)
  }
  if (/^5\d\d \(.*\) - \d+ times/m.test(output)) {
    blame(found, 'crashed', `sqlmap got a 5xx from ${what}`)
  }
  found.tried += 1
}

type Report = Record<'vulnerabilities' | 'anomalies', Record<string, { info: string }[]>>

/**
 * Wapiti's findings on every server without HTTPS, and on servers without a header that browsers dropped. With HTTPS
 * the first header is sent (tests/server/secure-cookies.test.ts).
 */
const ignoredFindings = /^(?:Strict-Transport-Security|X-XSS-Protection) is not set$/

/** Wapiti's default modules, without the module that makes the target call a server on the internet. */
const modules = 'blindsql,cookieflags,csp,exec,file,http_headers,permanentxss,redirect,sql,xss'

/** Runs wapiti on these URLs and their links within its time limit, and blames its findings. */
async function crawl(url: string, paths: string[], headers: string[], found: Tally) {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-drill-wapiti-'))
  const file = path.join(folder, 'report.json')
  const args = ['-u', `${url}/`, '--flush-session', '--no-bugreport', '-f', 'json', '-o', file]
  args.push('-m', modules, '--max-scan-time', String(WAPITI_WITHIN_S), '-v', '0', '-t', '10')
  args.push('--max-attack-time', String(MODULE_WITHIN_S))
  args.push('--store-session', folder, '--store-config', folder)
  for (const each of paths) args.push('-s', url + each)
  for (const header of headers) args.push('-H', header)
  const { output } = await scan('wapiti', args, 10 * WAPITI_WITHIN_S * 1000)
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  rmSync(folder, { recursive: true, force: true })
  if (report === undefined) {
    blame(found, 'crashed', `wapiti did not come to its end: ${output.slice(-300)}`)
    return
  }
  const all = [report.vulnerabilities, report.anomalies]
    .flatMap((kinds) => Object.entries(kinds))
    .flatMap(([kind, each]) => each.map(({ info }) => ({ kind, info })))
  const unknown = all.filter(({ info }) => !ignoredFindings.test(info))
  found.notes.push(`wapiti: ${paths.length} addresses, ${unknown.length} findings`)
  for (const { kind, info } of unknown) blame(found, 'leaked', `wapiti: ${kind}: ${info}`)
}

async function createCustomer(server: KillableServer) {
  const { cookie, secret } = await signUp(server.url)
  using client = createKeepAliveClient(server.url, 1)
  const paid = await client.send({
    method: 'POST',
    path: '/api/payments',
    headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'one' },
    body: payment(),
  })
  const { id, customerId } = JSON.parse(paid.body)
  return { cookie, secret, id, customerId }
}

async function runScans(count: number): Promise<Tally> {
  const found = tally()
  await using server = await startKillableServer()
  const { cookie, secret } = await createCustomer(server)
  const session = [`Cookie: ${cookie}`]
  const key = [`Authorization: Bearer ${secret}`]
  const pending = targets.slice(0, count)
  const work = async () => {
    for (let target = pending.shift(); target; target = pending.shift()) {
      const isForKeys = !/audit-log|webhook-events|request-log/.test(target.path)
      const headers = pending.length % 2 === 0 && isForKeys ? key : session
      await inject(server.url, target, headers, found)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  found.notes.unshift(`sqlmap: ${found.tried} parameters, ${found.leaked} findings`)
  if (count > 1 && isInstalled('wapiti')) {
    const paths = Object.entries(filterExamples).map(
      ([route, filters]) => `${route}?${new URLSearchParams(filters)}`,
    )
    await crawl(server.url, ['/sign-in', '/transactions', ...paths], session, found)
  }
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  return found
}

drill({
  row: 'scanners',
  what: 'parameters of lists, searches and figures given to sqlmap, and the page and API to wapiti',
  quick: 1,
  full: targets.length,
  only: 'sqlite',
  lacks: isInstalled('sqlmap') ? undefined : 'sqlmap (and wapiti), from Debian',
  run: runScans,
  selfTest: async () => {
    const found = tally()
    await using server = await startInjectableServer()
    await inject(server.url, { path: '/api/transactions', parameter: 'search' }, [], found)
    return found
  },
})
