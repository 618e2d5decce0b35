import { expect, test } from 'vitest'
import { hostileUrls } from '../support/hostile-urls.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Person, testApp } from '../support/test-app.ts'
import { deliverAll, eventsOf, integrationOf, setWebhookUrl } from '../support/webhooks.ts'

type Check = { name: string; status: string; message: string; fix: string | null }

async function runTest(person: Person) {
  const { id } = await integrationOf(person)
  const response = await person.rest('POST', `/api/integrations/${id}/test`, {})
  expect(response.status, response.body).toBe(200)
  const { success, checks } = response.json() as { success: boolean; checks: Check[] }
  return { success, byName: Object.fromEntries(checks.map((check) => [check.name, check])) }
}

test('the first URL creates the secret, which is shown once and stored encrypted', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const created = await setWebhookUrl(alice, 'https://shop.example.com/hooks')
  const again = await setWebhookUrl(alice, 'https://shop.example.com/other')

  expect(created.secret).toMatch(/^whsec_[\w+/=]{44}$/)
  expect(again.secret).toBeNull()
  const [row] = await app.db.selectFrom('integrations').selectAll().execute()
  expect(row?.secret).toMatch(/^v1\./)
  expect(JSON.stringify(row)).not.toContain(created.secret.slice(6))
  expect((await integrationOf(alice)).secretLast4).toBe(created.secret.slice(-4))
  const storedText = JSON.stringify([
    app.logs,
    await app.db.selectFrom('auditLog').selectAll().execute(),
  ])
  expect(storedText).not.toContain(created.secret.slice(6))
})

test('hostile URLs are refused by the call, and change nothing', async () => {
  await using app = await testApp({ environment: { WEBHOOK_PRIVATE: 'none' } })
  const alice = await app.person()
  const { id } = await setWebhookUrl(alice, 'https://shop.example.com/hooks')

  // An empty URL switches webhooks off.
  for (const webhookUrl of hostileUrls.filter((url) => url.trim() !== '')) {
    const { status } = await alice.rest('PUT', `/api/integrations/${id}`, { webhookUrl })
    expect(status, webhookUrl.slice(0, 100)).toBe(400)
  }

  expect((await integrationOf(alice)).webhookUrl).toBe('https://shop.example.com/hooks')
})

test('a rotation long after sign-in requires confirmation, and changes nothing before it', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const { id } = await setWebhookUrl(alice, 'https://shop.example.com/hooks')
  const before = await app.db.selectFrom('integrations').selectAll().orderBy('id').execute()
  const path = `/api/integrations/${id}/rotate-secret`

  expect((await bob.rest('POST', path, {})).status).toBe(404)
  expect((await alice.rest('POST', path, { force: true })).status).toBe(400)
  app.clock.advance(10 * 60_000 + 1)
  const refused = await alice.rest('POST', path, {})
  expect(refused.status).toBe(403)
  expect(refused.json()).toMatchObject({ reason: 'confirmation_needed' })
  expect(await app.db.selectFrom('integrations').selectAll().orderBy('id').execute()).toEqual(
    before,
  )
  await alice.api.identity.confirm.mutate({ password: 'correct horse battery' })

  expect((await alice.rest('POST', path, {})).status).toBe(200)
})

test('a working connection passes its checks, and the test is listed among the events', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver((_request, response) => {
    response.writeHead(200, { date: new Date(app.clock.now() + 4000).toUTCString() }).end()
  })
  const alice = await app.person()
  app.world.reachApi = async () => 200
  await setWebhookUrl(alice, endpoint.url)

  const { byName } = await runTest(alice)

  expect(byName).toMatchObject({
    database: { status: 'ok' },
    signature: { status: 'ok' },
    endpoint: { status: 'ok', message: 'The endpoint answered 200.' },
    clock: { status: 'ok', message: 'The clocks are 4 s apart.' },
  })
  expect(Object.keys(byName)).toEqual(['database', 'api', 'signature', 'endpoint', 'clock'])
  expect(await eventsOf(alice)).toMatchObject([
    { eventType: 'integration.test', status: 'success', test: true },
  ])
  expect(endpoint.received).toHaveLength(1)
})

test('each check names the problem and its fix', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver((_request, response) => {
    response.writeHead(503, { date: new Date(app.clock.now() - 301_000).toUTCString() }).end()
  })
  const alice = await app.person()

  expect((await runTest(alice)).byName).toMatchObject({
    api: { status: 'failed', fix: expect.stringContaining('APP_URL') },
    signature: { status: 'skipped' },
    endpoint: { status: 'skipped' },
    clock: { status: 'skipped' },
  })
  await setWebhookUrl(alice, endpoint.url)
  const failedTest = await runTest(alice)
  expect(failedTest.success).toBe(false)
  expect(failedTest.byName).toMatchObject({
    endpoint: { status: 'failed', message: 'The endpoint answered 503.' },
    clock: { status: 'failed', message: 'The clocks are 301 s apart; receivers tolerate 300 s.' },
  })
  app.clock.advance(3_600_000)
  await deliverAll(app)
  // The person who tests the endpoint waited for the response, so the event is not retried.
  expect(endpoint.received).toHaveLength(1)
  expect((await eventsOf(alice))[0]?.status).toBe('failed')
  const foreignSecret = { secret: app.world.secretBox.seal('whsec_abc', 'elsewhere') }
  await app.db.updateTable('integrations').set(foreignSecret).execute()
  expect((await runTest(alice)).byName).toMatchObject({ signature: { status: 'failed' } })
})
