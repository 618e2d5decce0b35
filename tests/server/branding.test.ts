import { expect, test } from 'vitest'
import type { Mail } from '#server/core/ports/mailer.ts'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { createLink, locationOf, openPage, pay } from '../support/pay-page.ts'
import { base64, jpeg, jpegSegment, png, pngChunk } from '../support/pictures.ts'
import { withoutReceipt } from '../support/receipts.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const FULL_BRANDING = {
  accent: '#FFD43B',
  supportEmail: 'help+shop@example.com',
  termsUrl: 'https://shop.example/terms?a=1&b="2"',
  privacyUrl: 'https://shop.example/privacy',
  logo: base64(png()),
}

const EMPTY_BRANDING = {
  accent: null,
  supportEmail: null,
  termsUrl: null,
  privacyUrl: null,
  logoUrl: null,
}

test('an owner changes the payer pages’ branding field by field; staff read it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  expect(await bob.api.look.get.query()).toEqual(EMPTY_BRANDING)

  const saved = await alice.api.look.update.mutate(FULL_BRANDING)
  const withoutUrls = await alice.api.look.update.mutate({ termsUrl: null, privacyUrl: ' ' })
  const withoutLogo = await alice.api.look.update.mutate({ logo: null })

  expect(saved).toEqual({
    accent: '#ffd43b',
    supportEmail: 'help+shop@example.com',
    termsUrl: 'https://shop.example/terms?a=1&b=%222%22',
    privacyUrl: 'https://shop.example/privacy',
    logoUrl: expect.stringMatching(/^\/pay\/logo\/[\da-f]{64}$/),
  })
  expect(withoutUrls).toEqual({ ...saved, termsUrl: null, privacyUrl: null })
  expect(withoutLogo).toEqual({ ...withoutUrls, logoUrl: null })
  expect(await bob.api.look.get.query()).toEqual(withoutLogo)
})

test('a change is recorded with the former values, a logo by its hash; an equal value is not a change', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const auditEntries = await auditEntriesOf(app, async () => {
    await alice.api.look.update.mutate({ accent: '#112233', logo: base64(png()) })
    await alice.api.look.update.mutate({ accent: '#112233', logo: base64(png()), termsUrl: null })
    await alice.api.look.update.mutate({ accent: null })
  })

  expect(auditEntries).toMatchObject([
    {
      action: 'merchant.updated',
      actor: `user:${alice.id}`,
      before: { accent: null, logo: null },
      after: { accent: '#112233', logo: expect.stringMatching(/^[\da-f]{64}$/) },
    },
    { before: { accent: '#112233' }, after: { accent: null } },
  ])
  expect(auditEntries).toHaveLength(2)
})

test('staff and outsiders change no branding', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const bob = await createTeamMember(app, alice)

  await expect(bob.api.look.update.mutate(FULL_BRANDING)).rejects.toMatchObject({
    data: { reason: 'owner_only' },
  })
  await mallory.api.look.update.mutate(FULL_BRANDING)
  const unsigned = await app.rest({
    method: 'POST',
    url: '/trpc/look.update',
    payload: FULL_BRANDING,
  })
  const foreign = await app.rest({
    method: 'POST',
    url: '/trpc/look.update',
    payload: FULL_BRANDING,
    headers: { cookie: alice.cookie, origin: 'https://evil.example' },
  })

  expect([unsigned.status, foreign.status]).toEqual([401, 403])
  expect(await alice.api.look.get.query()).toEqual(EMPTY_BRANDING)
})

const html = Buffer.from('<script>alert(1)</script>')

test.each([
  ['an SVG', { logo: base64('<svg xmlns="http://www.w3.org/2000/svg"/>') }, /PNG or JPEG/],
  ['a GIF', { logo: base64('GIF89a') }, /PNG or JPEG/],
  ['no base64', { logo: 'data:image/png;base64,AAAA' }, /PNG or JPEG/],
  ['a PNG cut short', { logo: base64(png().subarray(0, -5)) }, /complete and undamaged/],
  ['a picture of 3000 pixels', { logo: base64(png({ width: 3000 })) }, /16 to 2000 pixels/],
  ['a page behind a picture', { logo: base64(png({ after: html })) }, /nothing after/],
  ['201 kB', { logo: base64(Buffer.alloc(201_000)) }, /at most 200 kB/],
  ['a name of a colour', { accent: 'red' }, /a colour such as/],
  ['a colour with more', { accent: '#112233}body{' }, /a colour such as/],
  ['an address without TLS', { termsUrl: 'http://shop.example' }, /https/],
  ['a script', { privacyUrl: 'javascript:alert(1)' }, /https/],
  ['a password in an address', { termsUrl: 'https://me:secret@shop.example' }, /https/],
  ['no e-mail address', { supportEmail: 'call us' }, /e-mail address/],
  ['a second reader', { supportEmail: 'a@example.com?cc=b@example.com' }, /e-mail address/],
])('%s is refused at its field, and nothing changes', async (_, bad, words) => {
  await using app = await testApp()
  const alice = await app.person()
  const before = await alice.api.look.update.mutate({ accent: '#112233' })

  const refusal = alice.api.look.update.mutate({ supportEmail: 'new@example.com', ...bad })

  await expect(refusal).rejects.toMatchObject({
    data: {
      code: 'invalid',
      issues: [{ path: Object.keys(bad)[0], message: expect.stringMatching(words) }],
    },
  })
  expect(await alice.api.look.get.query()).toEqual(before)
})

test('a branding change that cannot be recorded changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.schema.alterTable('audit_log').renameTo('hidden').execute()

  await expect(alice.api.look.update.mutate(FULL_BRANDING)).rejects.toThrow()
  await app.db.schema.alterTable('hidden').renameTo('audit_log').execute()

  expect(await alice.api.look.get.query()).toEqual(EMPTY_BRANDING)
  expect(await app.count('merchantLooks')).toBe(0)
})

test('the largest logo fits only through the branding call, and a larger one is refused there too', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const large = png({ more: [pngChunk('tEXt', Buffer.alloc(199_000, 'x'))] })
  const send = (url: string, payload: object) =>
    app.rest({ method: 'POST', url, payload, headers: { cookie: alice.cookie } })

  const accepted = await send('/trpc/look.update', { logo: base64(large) })
  const otherRoute = await send('/trpc/merchant.changeCustomerMails', { logo: base64(large) })
  const tooLarge = await send('/trpc/look.update', { logo: 'A'.repeat(400_000) })

  expect(large.length).toBeLessThanOrEqual(200_000)
  const restResponse = await alice.rest('POST', '/api/payment-links', { title: 'A'.repeat(70_000) })
  const webhookResponse = await app.rest({
    method: 'POST',
    url: '/hooks/acc_none',
    payload: 'A'.repeat(300_000),
    headers: { 'content-type': 'application/json' },
  })
  const choice = await app.rest({
    method: 'POST',
    url: '/sandbox/none',
    payload: `decision=${'A'.repeat(300)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
  })

  expect([accepted.status, otherRoute.status, tooLarge.status]).toEqual([200, 413, 413])
  // Each refusal names the limit of the route that refused it.
  const details = [otherRoute, tooLarge, restResponse, webhookResponse, choice].map(
    ({ body }) => JSON.parse(body).detail,
  )
  expect(details).toEqual(
    ['64 kB', '280 kB', '64 kB', '256 kB', '256 bytes'].map(
      (most) => `The body may have at most ${most}.`,
    ),
  )
  // Other data in the file is not stored, only the picture.
  const { logo } = await app.db.selectFrom('merchantLooks').select('logo').executeTakeFirstOrThrow()
  expect(logo).toBe(base64(png()))
})

test('a logo is served to everybody, cached forever, as the image alone', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const note = jpegSegment(0xe1, Buffer.from('Exif: taken at home'))
  const sent = await alice.api.look.update.mutate({ logo: base64(jpeg({ more: [note] })) })
  const { logoUrl } = sent

  const first = await app.app.inject({ method: 'GET', url: logoUrl ?? '' })
  await alice.api.look.update.mutate({ logo: null })
  const removedLogo = await app.app.inject({ method: 'GET', url: logoUrl ?? '' })
  const invalidPath = await app.app.inject({ method: 'GET', url: `/pay/logo/${'../'.repeat(2)}x` })

  expect(first.statusCode).toBe(200)
  expect(first.rawPayload).toEqual(jpeg())
  expect(first.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  })
  expect(first.headers['set-cookie']).toBeUndefined()
  expect(removedLogo.statusCode).toBe(404)
  expect(removedLogo.headers['cache-control']).toBe('no-store')
  expect(invalidPath.statusCode).toBe(404)
})

test('the form, the thank-you page and a closed link show the branding, and stay small and strict', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { logoUrl } = await alice.api.look.update.mutate(FULL_BRANDING)
  const link = await createLink(alice, { maxUses: 1 })

  const form = await openPage(app, link.path)
  const donePage = await openPage(app, locationOf(await pay(app, link.path)))
  const closed = await openPage(app, `${link.path}?lang=it`)

  for (const page of [form, donePage, closed]) {
    expect(page.body).toContain(`<img class="logo" src="${logoUrl}" alt=""><h1>Bar Centrale</h1>`)
    // Yellow: text on it is black, and text in the accent colour is darker on white.
    expect(page.body).toContain(':root{--accent:#ffd43b;--on:#000000;--mark:#')
    expect(page.body).toContain('href="mailto:help%2Bshop@example.com"')
    expect(page.body).toContain(
      '<a href="https://shop.example/terms?a=1&#38;b=%222%22" target="_blank" rel="noopener noreferrer">',
    )
    expect(Buffer.byteLength(page.body)).toBeLessThan(30_000)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self' 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'; img-src 'self'; font-src 'self'; (?:script-src 'self'; )?form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).not.toMatch(/<script(?! src="\/pay\/page\.js")|person1@/)
  }
  expect(form.body).toContain('Questions? Write to')
  expect(closed.status).toBe(410)
  expect(closed.body).toContain('Domande? Scrivi a')
  expect(closed.body).toContain('>Condizioni</a>')
})

test('a mailed receipt names the support contact, links to the receipt alone, and loads nothing', async () => {
  const sent: Mail[] = []
  await using app = await testApp({
    mailer: {
      send: async (mail) => {
        sent.push(mail)
      },
    },
  })
  const alice = await app.person()
  const { live } = await goLive(app, alice)
  await live.api.processorAccounts.connectTransfer.mutate({
    iban: 'IT60X0542811101000000123456',
    holder: 'Bar',
  })
  await live.api.look.update.mutate(FULL_BRANDING)
  const link = await createLink(live, { amount: '12.50' })
  await pay(app, link.path, { method: 'bank' })
  const [{ id } = { id: '' }] = (await live.api.transactions.list.query({})).data
  await app.idle()
  sent.length = 0

  await live.rest('PUT', `/api/transactions/${id}`, { status: 'success' })
  await app.idle()

  const [receipt] = sent
  expect(receipt?.text).toContain('Questions? Write to help+shop@example.com')
  expect(withoutReceipt(receipt ?? { text: 'none: http:' })).not.toMatch(/https?:/)
  expect(receipt?.html).toContain('border-top:6px solid #ffd43b')
  expect(receipt?.html).not.toMatch(/<img/)
  expect(receipt?.html?.match(/<a /g)).toHaveLength(1)
})

test('both modes of a merchant have separate branding; live mode starts with a copy of test mode’s', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const testBranding = await alice.api.look.update.mutate(FULL_BRANDING)

  const { live } = await goLive(app, alice)
  const liveBranding = await live.api.look.get.query()
  await live.api.look.update.mutate({ accent: '#112233', logo: null })

  expect(liveBranding).toEqual(testBranding)
  expect(await alice.api.look.get.query()).toEqual(testBranding)
  expect((await app.rest({ method: 'GET', url: testBranding.logoUrl ?? '' })).status).toBe(200)
})

test('two simultaneous changes are both kept', async () => {
  await using app = await testApp()
  const alice = await app.person()

  await Promise.all([
    alice.api.look.update.mutate({ accent: '#112233' }),
    alice.api.look.update.mutate({ supportEmail: 'help@example.com' }),
    alice.api.look.update.mutate({ logo: base64(png()) }),
  ])

  expect(await alice.api.look.get.query()).toMatchObject({
    accent: '#112233',
    supportEmail: 'help@example.com',
    logoUrl: expect.any(String),
  })
})

test('a merchant uploads at most ten logos an hour; removals do not count', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const [alice, bob] = [await app.person(), await app.person()]
  const upload = (n: number, who = alice) =>
    who.api.look.update.mutate({ logo: base64(png({ width: 20 + n })) })
  for (let n = 0; n < 10; n++) await upload(n)

  await expect(upload(10)).rejects.toMatchObject({ data: { code: 'limit' } })
  await alice.api.look.update.mutate({ logo: null })
  await upload(10, bob)
  app.clock.advance(3_600_000)
  await upload(11)
})
