import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { pruneEvidence } from '#server/features/disputes/evidence/prune-evidence.ts'
import { auditEntries } from '../support/audit-entries.ts'
import { disputeOf } from '../support/disputes.ts'
import { putFile } from '../support/evidence-files.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { archiveEnd, pdf } from '../support/pdf.ts'
import { jpeg, png } from '../support/pictures.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const DAY_MS = 86_400_000

const pathOf = (id: string, slot = 'receipt') => `/api/disputes/${id}/files/${slot}`

const download = (app: TestApp, { cookie }: Person, id: string, slot?: string) =>
  app.app.inject({ method: 'GET', url: pathOf(id, slot), headers: { cookie } })

const evidenceOf = async (person: Person, id: string) =>
  (await person.api.disputes.get.query({ id })).evidence

async function withKey(app: TestApp, owner: Person, scopes: ('read' | 'write' | 'disputes')[]) {
  const { secret } = await owner.api.apiKeys.create.mutate({ name: 'shop', scopes })
  return { authorization: `Bearer ${secret}` }
}

test('files are put, replaced, downloaded and removed, each as a version', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)

  const first = await putFile(app, alice, { id, name: 'Scontrino è.pdf' })
  const photo = { id, slot: 'other', type: 'image/jpeg', content: jpeg() }
  const second = await putFile(app, alice, { ...photo, version: 1 })
  const replaced = await putFile(app, alice, { id, version: 2, type: 'image/png', content: png() })

  expect(first.json()).toMatchObject({ version: 1, files: [{ name: 'Scontrino è.pdf' }] })
  expect(second.json().files).toMatchObject([{ slot: 'other', name: 'other.jpg' }, {}])
  expect(replaced.json()).toMatchObject({
    version: 3,
    files: [{ slot: 'other' }, { slot: 'receipt', type: 'image/png', size: png().length }],
  })
  expect(await evidenceOf(alice, id)).toEqual(replaced.json())
  const file = await download(app, alice, id)
  expect(file.rawPayload).toEqual(png())
  expect(file.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="receipt.png"; filename*=UTF-8\'\'receipt.png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect((await alice.rest('GET', pathOf(id))).status).toBe(200)
  expect((await alice.rest('GET', pathOf(id, 'customerSignature'))).status).toBe(404)
  const removed = await alice.rest('DELETE', `${pathOf(id)}?version=3`)
  expect(removed.json()).toMatchObject({ version: 4, files: [{ slot: 'other' }] })
  expect((await alice.rest('DELETE', `${pathOf(id)}?version=4`)).status).toBe(404)
  const entries = await auditEntries(app)
  expect(entries.filter(({ action }) => action.startsWith('dispute.file'))).toHaveLength(4)
  // The log keeps no name of a file: it may be about the customer.
  expect(JSON.stringify(entries)).not.toContain('Scontrino')
  expect(await ledgerFindings(app)).toEqual([])
})

test('two people at once: the second gets the first one’s version, and nothing is lost', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)

  const outcomes = await Promise.all([
    putFile(app, alice, { id, slot: 'receipt' }),
    putFile(app, alice, { id, slot: 'other' }),
    alice.rest('PUT', `/api/disputes/${id}/evidence`, {
      version: 0,
      fields: { explanation: 'Here it is' },
    }),
  ])

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const winner = outcomes.find(({ status }) => status === 200)?.json()
  for (const { status, json } of outcomes) {
    if (status === 409) expect(json()).toMatchObject({ reason: 'draft_changed', current: winner })
  }
  const late = await alice.rest('DELETE', `${pathOf(id)}?version=0`)
  expect(late.json()).toMatchObject({ status: 409, reason: 'draft_changed' })
  const text = await alice.rest('PUT', `/api/disputes/${id}/evidence`, {
    version: 1,
    fields: { explanation: 'Here they are' },
  })
  expect(text.json()).toMatchObject({ version: 2, files: winner.files })
})

test.each([
  ['another kind of file', { type: 'text/html', content: Buffer.from('<html>') }, 415],
  ['JSON', { type: 'application/json', content: Buffer.from('{}') }, 400],
  ['a page called a PDF', { content: Buffer.from('<html>') }, 400],
  ['a PDF and archive in one', { content: pdf({ after: archiveEnd() }) }, 400],
  ['a PNG called a PDF', { content: png() }, 400],
  ['a bomb', { type: 'image/png', content: png({ drawn: Buffer.alloc(9_000_000) }) }, 400],
  ['nothing', { content: Buffer.alloc(0) }, 400],
  ['more than 5 MB', { content: Buffer.alloc(5 * 1024 * 1024 + 1) }, 413],
  ['a slot that the reason lacks', { slot: 'duplicateProof' }, 400],
  ['a slot that does not exist', { slot: 'photo' }, 400],
  ['a path as name', { name: '../a.pdf' }, 400],
  ['a long name', { name: 'x'.repeat(101) }, 400],
])('%s is refused and changes nothing', async (_, upload, status) => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)

  const refused = await putFile(app, alice, { id, ...upload })

  expect([refused.status, refused.headers['content-type']]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
  ])
  expect(await evidenceOf(alice, id)).toMatchObject({ version: 0, files: [] })
})

test('an upload without the right, or that is too large by its own word, is refused unread', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const mallory = await app.person()
  const id = await disputeOf(app, alice)
  const { port } = await listening(app)
  // The request announces its body and sends only its head.
  const put = async (headers: Record<string, string>, version = 0, length = 1000) => {
    const path = `${pathOf(id)}?version=${version}`
    const sent = request({ host: '127.0.0.1', port, path, method: 'PUT' })
    sent.setHeader('content-type', 'application/pdf')
    sent.setHeader('content-length', length)
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value)
    sent.flushHeaders()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    sent.destroy()
    return response.statusCode
  }

  expect(await put({})).toBe(401)
  expect(await put({ cookie: mallory.cookie })).toBe(404)
  expect(await put({ cookie: alice.cookie }, 7)).toBe(409)
  expect(await put({ cookie: alice.cookie }, 0, 5 * 1024 * 1024 + 1)).toBe(413)
})

async function listening({ app }: TestApp): Promise<{ port: number }> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address
}

test('all files of an answer have at most 10 MB together', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)
  const large = pdf({ more: [`(${'x'.repeat(5 * 1024 * 1024 - 2000)})`] })
  await putFile(app, alice, { id, slot: 'receipt', content: large })
  await putFile(app, alice, { id, slot: 'shippingProof', version: 1, content: large })

  const third = await putFile(app, alice, { id, slot: 'other', version: 2, content: large })
  const small = await putFile(app, alice, { id, slot: 'other', version: 2 })
  const replaced = await putFile(app, alice, { id, slot: 'receipt', version: 3, content: large })

  expect([third.status, small.status, replaced.status]).toEqual([413, 200, 200])
  expect(third.json().detail).toContain('10 MB')
  expect(await ledgerFindings(app)).toEqual([])
})

test('only the owner, staff with the right and keys with the scope read or change evidence', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)
  await putFile(app, alice, { id })
  await alice.api.disputes.saveEvidence.mutate({
    id,
    version: 1,
    fields: { explanation: 'A secret' },
  })
  const staff = await createTeamMember(app, alice)
  const bob = await app.person()
  const [reader, writer] = [
    await withKey(app, alice, ['read', 'write']),
    await withKey(app, alice, ['read', 'disputes']),
  ]
  const get = (url: string, headers: Record<string, string>) =>
    app.app.inject({ method: 'GET', url, headers })
  const seen = async (headers: Record<string, string>) => {
    const detail = await get(`/api/disputes/${id}`, headers)
    const file = await get(pathOf(id), headers)
    const change = await putFile(app, alice, { id, version: 2, slot: 'other', headers })
    return [detail.statusCode, detail.body.includes('A secret'), file.statusCode, change.status]
  }

  expect(await seen({ cookie: staff.cookie })).toEqual([200, false, 403, 403])
  expect(await seen(reader)).toEqual([200, false, 403, 403])
  expect(await seen({ cookie: bob.cookie })).toEqual([404, false, 404, 404])
  expect(await seen({})).toEqual([401, false, 401, 401])
  expect(await seen(writer)).toEqual([200, true, 200, 200])
  const problem = await putFile(app, alice, { id, version: 2, headers: { cookie: staff.cookie } })
  expect(problem.body).not.toContain('A secret')
  await alice.api.disputes.changeSettings.mutate({ staffMayAnswer: true })
  expect((await seen({ cookie: staff.cookie })).slice(0, 3)).toEqual([200, true, 200])
})

test('the live book does not reach the files of the test book', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)
  await putFile(app, alice, { id })
  const testKey = await withKey(app, alice, ['read', 'disputes'])
  const { live } = await goLive(app, alice)

  expect((await download(app, live, id)).statusCode).toBe(404)
  expect((await putFile(app, live, { id, version: 1 })).status).toBe(404)
  const byKey = await app.app.inject({ method: 'GET', url: pathOf(id), headers: testKey })
  expect(byKey.statusCode).toBe(200)
})

test('another site cannot put a file with a person’s cookie', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)
  const from = { cookie: alice.cookie, origin: 'https://evil.example' }

  const refused = await putFile(app, alice, { id, headers: from })

  expect(refused.json()).toMatchObject({ status: 403, reason: 'foreign_origin' })
  expect(await evidenceOf(alice, id)).toMatchObject({ files: [] })
})

test('files of an answer that was sent stay, until an erasure or thirteen months', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const id = await disputeOf(app, alice)
  const erasedId = await disputeOf(app, alice, '20.11', { customerEmail: 'eva@example.com' })
  await putFile(app, alice, { id })
  await putFile(app, alice, { id: erasedId })
  await alice.api.disputes.submit.mutate({ id, version: 1 })

  for (const refused of [
    await putFile(app, alice, { id, version: 1 }),
    await alice.rest('DELETE', `${pathOf(id)}?version=1`),
  ]) {
    expect(refused.json()).toMatchObject({ status: 409, reason: 'already_submitted' })
  }
  expect((await download(app, alice, id)).rawPayload).toEqual(pdf())
  const { customerId } = await alice.api.transactions.get.query({
    id: (await alice.api.disputes.get.query({ id: erasedId })).transactionId,
  })
  await alice.api.customers.erase.mutate({ id: customerId })
  expect((await download(app, alice, erasedId)).statusCode).toBe(404)
  await app.db
    .updateTable('disputes')
    .set({ status: 'lost', state: 'lost', closedAt: new Date(app.clock.now()).toISOString() })
    .where('id', '=', id)
    .execute()
  app.clock.advance(395 * DAY_MS)
  expect(await pruneEvidence(app.world)).toBe(0)
  app.clock.advance(2 * DAY_MS)
  expect(await pruneEvidence(app.world)).toBe(1)
  expect(await app.count('disputeFiles')).toBe(0)
})
