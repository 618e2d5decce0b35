import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageModes } from '#server/shared/language.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'

const source = fileURLToPath(new URL('../../src/index.html', import.meta.url))
const pageFolder = mkdtempSync(join(tmpdir(), 'incasso-page-'))

beforeAll(() => {
  for (const mode of languageModes) copyFileSync(source, join(pageFolder, `index.${mode}.html`))
})

afterAll(() => rmSync(pageFolder, { recursive: true }))

const shopWithPage = () => createStripeShop({ deps: { pageFolder } })

async function documentOf({ app }: StripeShop, url: string, cookie = '') {
  const { status, headers, body } = await app.rest({ method: 'GET', url, headers: { cookie } })
  expect(status).toBe(200)
  return {
    policy: String(headers['content-security-policy']),
    permissions: headers['permissions-policy'],
    isMarked: body.includes('<meta name="incasso-script"'),
  }
}

const STRICT = { permissions: undefined, isMarked: false }

test('only the payment form’s document allows Stripe, for merchants whose cards go to Stripe', async () => {
  await using shop = await shopWithPage()
  const bob = await shop.app.person()
  const staff = await createTeamMember(shop.app, shop.ada)

  for (const { cookie } of [shop.ada, staff]) {
    const { policy, ...more } = await documentOf(shop, '/payments', cookie)
    expect(more).toEqual({ permissions: 'payment=(self "https://js.stripe.com")', isMarked: true })
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
    expect(policy).toContain('https://hooks.stripe.com')
  }
  const otherDocuments = [
    await documentOf(shop, '/payments', bob.cookie),
    await documentOf(shop, '/payments'),
    await documentOf(shop, '/payments', 'better-auth.session_token=made.up'),
    ...(await Promise.all(
      ['/', '/dashboard', '/transactions', '/payments/1', '/Payments'].map((path) =>
        documentOf(shop, path, shop.ada.cookie),
      ),
    )),
  ]
  for (const { policy, ...more } of otherDocuments) {
    expect(more).toEqual(STRICT)
    expect(policy).not.toMatch(/stripe|frame-src/)
  }
})

test('a merchant who disconnects Stripe gets the strict document again', async () => {
  await using shop = await shopWithPage()
  await shop.ada.api.processorAccounts.disconnect.mutate({ id: shop.connected.id })

  const { policy, ...more } = await documentOf(shop, '/payments', shop.ada.cookie)

  expect(more).toEqual(STRICT)
  expect(policy).not.toContain('stripe')
})

test('the form’s document omits Stripe when the database is down; other documents do not query it', async () => {
  await using shop = await shopWithPage()
  const { cookie } = shop.ada
  await shop.app.db.destroy()
  const warnings = () =>
    shop.app.logs.filter(({ msg }) => /without a processor’s script/.test(String(msg)))

  for (const path of ['/', '/dashboard', '/settings']) await documentOf(shop, path, cookie)
  const before = warnings()
  const { policy, ...more } = await documentOf(shop, '/payments', cookie)

  expect(before).toEqual([])
  expect(warnings()).toHaveLength(1)
  expect(more).toEqual(STRICT)
  expect(policy).not.toContain('stripe')
})
