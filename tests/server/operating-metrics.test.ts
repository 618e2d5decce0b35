import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { MailError } from '#server/core/ports/mailer.ts'
import { verbs } from '#server/ops/verbs.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { storeOperatorRun } from '#server/services/operating/operator-runs.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { operatingGuide } from '../support/guide.ts'
import { payment } from '../support/make.ts'
import { SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const alertsFile = fileURLToPath(new URL('../../docs/alerts.yaml', import.meta.url))
const rules = readFileSync(alertsFile, 'utf8')
const dashboard = JSON.parse(
  readFileSync(new URL('../../docs/grafana/incasso.json', import.meta.url), 'utf8'),
) as { panels: { title: string; targets?: { expr: string }[] }[] }

const dashboardQueries = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr),
)

/** Metrics that recording rules create in Prometheus. */
const recordedNames = [...rules.matchAll(/^ +- record: (.*)$/gm)].map(([, name]) => String(name))

const scrape = async (app: TestApp): Promise<string> => {
  const { status, body } = await app.rest({ method: 'GET', url: '/metrics' })
  expect(status).toBe(200)
  return body
}

/** Returns the value of a series, named as in the response. */
const valueOf = (body: string, series: string): number | undefined => {
  const line = body.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const operatorContext = (app: TestApp) => ({
  ...app.world,
  actor: { type: 'system', job: 'ops' } as const,
  requestId: 'ops',
  address: null,
})

const FUNCTIONS =
  /\b(?:sum|max|min|rate|time|vector|topk|histogram_quantile|predict_linear)(?= *(?:by )?\()|\b(?:and|or)\b/g

/** Returns the metrics that a PromQL expression reads. */
const metricsIn = (expression: string): string[] =>
  expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
    .replaceAll(FUNCTIONS, '')
    .match(/[a-z_]{2,}[\w:]*/g) ?? []

test('every metric of the alerts, of the dashboard and of the guide is served', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.rest('POST', '/api/payments', payment())
  await verbs.check?.run(operatorContext(app), [], () => undefined)
  await storeOperatorRun(app.db, { verb: 'backup', at: toIso(app.clock.now()), findings: 0 })
  const expressions = [...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, text]) => String(text))
  const alerts = rules.match(/^ +- alert: Incasso\w+$/gm) ?? []
  const guide = readFileSync(operatingGuide, 'utf8')

  const metricsText = await scrape(app)

  expect(alerts.length).toBeGreaterThanOrEqual(10)
  expect(new Set(alerts).size).toBe(alerts.length)
  expect(expressions).toHaveLength(alerts.length + recordedNames.length)
  expect(dashboardQueries.length).toBeGreaterThan(25)
  expect(rules.match(/^ +summary: .*[.?]$/gm)).toHaveLength(alerts.length)
  const usedMetrics = [...expressions, ...dashboardQueries]
    .flatMap(metricsIn)
    .filter((name) => name !== 'up')
  const documentedMetrics = [...guide.matchAll(/`((?:incasso|http)_\w+)`/g)].map(([, name]) =>
    String(name),
  )
  expect(usedMetrics.length).toBeGreaterThan(12)
  expect(documentedMetrics.length).toBeGreaterThan(8)
  const names = new Set([...metricsText.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => String(name)))
  const isServed = (name: string) =>
    names.has(name) || names.has(`${name}_bucket`) || recordedNames.includes(name)
  expect([...usedMetrics, ...documentedMetrics].filter((name) => !isServed(name))).toEqual([])
  // Series that a rule selects by a label are served too.
  for (const [, name, label] of rules.matchAll(/(incasso_\w+)(\{[^}]*\})/g)) {
    expect(valueOf(metricsText, `${name}${label}`), `${name}${label}`).toBeDefined()
  }
})

test('work that is overdue is reported with its age', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'http://127.0.0.1:9000/hook')
  const before = await scrape(app)
  await alice.rest('POST', '/api/payments', payment({ paymentMethod: 'bank' }))
  app.clock.advance(SETTLEMENT_MS + 90_000)

  const overdueMetrics = await scrape(app)
  await app.settle()
  const settled = await scrape(app)

  expect(valueOf(before, 'incasso_payments_overdue')).toBe(0)
  expect(valueOf(before, 'incasso_payments_overdue_oldest_seconds')).toBe(0)
  expect(valueOf(before, 'incasso_webhooks_due_oldest_seconds')).toBe(0)
  expect(valueOf(overdueMetrics, 'incasso_payments_overdue')).toBe(1)
  expect(valueOf(overdueMetrics, 'incasso_payments_overdue_oldest_seconds')).toBe(90)
  const waiting = await app.count('webhookEvents')
  expect(waiting).toBeGreaterThan(0)
  expect(valueOf(overdueMetrics, 'incasso_webhooks_waiting')).toBeGreaterThan(0)
  expect(valueOf(overdueMetrics, 'incasso_webhooks_due')).toBe(
    valueOf(overdueMetrics, 'incasso_webhooks_waiting'),
  )
  expect(valueOf(overdueMetrics, 'incasso_webhooks_due_oldest_seconds')).toBe(95)
  expect(valueOf(settled, 'incasso_payments_overdue')).toBe(0)
  expect(valueOf(settled, 'incasso_database_bytes{part="data"}')).toBeGreaterThan(100_000)
  expect(valueOf(settled, 'incasso_writes_waiting')).toBe(0)
})

test('waiting mails and abandoned mails are reported', async () => {
  const final = new MailError('refused 550', { isFinal: true })
  const failures = [new MailError('connection'), final]
  await using app = await testApp({ mailer: { send: () => Promise.reject(failures.pop()) } })
  const draft = {
    kind: 'reset',
    to: 'ann@example.com',
    language: 'it',
    letter: { subject: 'Ciao', text: 'Ciao' },
    merchantId: null,
  } as const
  const figures = async () => {
    const metricsText = await scrape(app)
    return ['waiting', 'failed', 'due_oldest_seconds'].map((name) =>
      valueOf(metricsText, `incasso_mails_${name}`),
    )
  }
  const before = await figures()
  await queueMail(app.world, draft)
  await app.idle()
  await queueMail(app.world, draft)
  await app.idle()
  await queueMail(app.world, draft)
  app.clock.advance(90_000)

  expect(before).toEqual([0, 0, 0])
  expect(await figures()).toEqual([2, 1, 90])
})

test('the last check is reported with its findings', async () => {
  await using app = await testApp()
  await app.person()
  expect(await scrape(app)).not.toMatch(/^incasso_last_run\w*\{/m)

  await verbs.check?.run(operatorContext(app), [], () => undefined)
  const soundMetrics = await scrape(app)
  await app.db.deleteFrom('merchantMembers').execute()
  app.clock.advance(60_000)
  await verbs.check?.run(operatorContext(app), [], () => undefined)
  const broken = await scrape(app)

  const at = Date.parse('2026-03-10T12:00:00.000Z') / 1000
  expect(valueOf(soundMetrics, 'incasso_last_run_timestamp_seconds{verb="check"}')).toBe(at)
  expect(valueOf(soundMetrics, 'incasso_last_run_findings{verb="check"}')).toBe(0)
  expect(valueOf(broken, 'incasso_last_run_timestamp_seconds{verb="check"}')).toBe(at + 60)
  expect(valueOf(broken, 'incasso_last_run_findings{verb="check"}')).toBe(2)
})

test('the scrape without a database reports only that, and no unknown values', async () => {
  await using app = await testApp()
  const before = await scrape(app)
  await app.database.close()

  const after = await scrape(app)

  expect(valueOf(before, 'incasso_database_up')).toBe(1)
  expect(valueOf(after, 'incasso_database_up')).toBe(0)
  expect(after).not.toMatch(/^incasso_(?:payments|webhooks|database_bytes)/m)
  expect(after).toContain('process_resident_memory_bytes')
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Debian's package `prometheus` contains promtool. */
describe.runIf(hasPromtool)('promtool', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-rules-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const promtool = (kind: 'check' | 'test', file: string) => {
    const { status, stdout, stderr } = spawnSync('promtool', [kind, 'rules', file], {
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }
  const writeRules = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }

  test('accepts the rules and the queries of the dashboard', () => {
    const recordingRules = dashboardQueries.map((expr, at) => ({ record: `drawn:${at}`, expr }))
    const drawnRules = JSON.stringify({ groups: [{ name: 'drawn', rules: recordingRules }] })
    const broken = writeRules('broken.yaml', drawnRules.replace('sum by', 'sum bye'))

    expect(promtool('check', alertsFile)).toMatchObject({ status: 0 })
    expect(promtool('check', writeRules('drawn.yaml', drawnRules))).toMatchObject({ status: 0 })
    expect(promtool('check', broken).status).not.toBe(0)
  })

  test('fires the service-level alerts when they should, and not otherwise', () => {
    const cases = readFileSync(new URL('../support/alerts.promtool.yaml', import.meta.url), 'utf8')
    const laxRules = writeRules('laxer.yaml', rules.replaceAll('14.4 *', '144 *'))

    expect(promtool('test', writeRules('cases.yaml', cases.replace('ALERTS', alertsFile)))).toEqual(
      {
        status: 0,
        said: expect.stringContaining('SUCCESS'),
      },
    )
    expect(
      promtool('test', writeRules('lax.yaml', cases.replace('ALERTS', laxRules))).status,
    ).not.toBe(0)
  })
})
