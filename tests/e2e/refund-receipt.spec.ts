import type { Page } from '@playwright/test'
import { type Account, refundPart, takePayment } from './support/account.ts'
import { expectPlainAccessible } from './support/axe.ts'
import { expect, test } from './support/payer.ts'
import { dress, pagesOf } from './support/receipts.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'
import type { Server } from './support/server.ts'

// Long enough to print the mail of a refund that will fail. A mail still queued at the failure would be deleted.
test.use({ settlementMs: 4000 })

const narrow = { viewport: { width: 320, height: 640 } }
const DESCRIPTION = 'Dinner for two by the window'

const words = {
  en: {
    title: 'Refund receipt — not a tax document',
    amount: '€12.50',
    day: 'Date of the refund',
    to: ['Goes back to', 'the card that paid'],
    paid: ['Payment', '€40.00'],
    paidOn: 'Paid on',
    what: 'Title',
    reference: 'Reference',
    support: 'Questions? Write to',
    terms: 'Terms',
    other: 'Italiano',
    failed: 'Refund that did not go through — not a tax document',
    failedText: 'The money did not arrive.',
    // The language comes from the mail, not from the browser.
    browser: 'it-IT',
  },
  it: {
    title: 'Ricevuta di rimborso — documento non fiscale',
    amount: '12,50 €',
    day: 'Data del rimborso',
    to: ['Torna su', 'la carta usata per pagare'],
    paid: ['Pagamento', '40,00 €'],
    paidOn: 'Pagato il',
    what: 'Causale',
    reference: 'Riferimento',
    support: 'Domande? Scrivi a',
    terms: 'Condizioni',
    other: 'English',
    failed: 'Rimborso non riuscito — documento non fiscale',
    failedText: 'Il denaro non è arrivato.',
    browser: 'en-US',
  },
} as const

type Paid = { id: string; transactionId: string; createdAt: string }

/** Takes a payment of the account's own person, the only one whom test mails reach. */
async function takeOwn(page: Page, { email }: Account): Promise<Paid> {
  const made = await takePayment(page, {
    amount: '40.00',
    currency: 'EUR',
    customerName: 'Grace Hopper',
    customerEmail: email,
    description: DESCRIPTION,
  })
  return (await made.json()) as Paid
}

/** Returns the receipt's URL in the newest mail to the account, once it is printed. */
async function mailedReceipt({ output }: Server, { email }: Account, amount: string) {
  const find = () => {
    const mail = output().split(`Mail to ${email}:`).at(-1) ?? ''
    const subject = mail.slice(0, mail.indexOf('\n')).replaceAll('\u00a0', ' ')
    const [, url = ''] = /(http:\/\/\S+\/receipt\/\S+)/.exec(mail) ?? []
    return subject.includes(amount) ? url : ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

/** Returns the value next to a label. */
const beside = (page: Page, label: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

async function expectSheet(page: Page, of: (typeof words)['en' | 'it'], paid: Paid) {
  await expect(page.getByRole('heading', { name: of.title })).toBeVisible()
  await expect(page.locator('.amount')).toHaveText(of.amount)
  for (const [label, text] of [
    [of.what, DESCRIPTION],
    [of.reference, paid.transactionId],
    of.to,
    of.paid,
  ] as const) {
    await expect(beside(page, label)).toHaveText(text)
  }
  for (const label of [of.day, of.paidOn]) await expect(beside(page, label)).toHaveText(/\b20\d\d$/)
}

for (const language of ['it', 'en'] as const) {
  test(`the mail of a refund leads to its receipt, which prints on one sheet, in ${language}`, async ({
    page,
    account,
    server,
    payerOf,
  }) => {
    const of = words[language]
    const other = words[language === 'it' ? 'en' : 'it']
    await dress(page)
    await page.request.post('/trpc/merchant.changeCustomerMails', { data: { language } })
    const paid = await takeOwn(page, account)
    await refundPart(page, paid.id, '12.50')
    const url = await mailedReceipt(server, account, of.amount)

    const { page: reader } = await payerOf({ ...narrow, locale: of.browser })
    await reader.goto(url)
    await expectSheet(reader, of, paid)
    await expect(reader.locator('html')).toHaveAttribute('lang', language)
    await expect(reader.getByRole('heading', { name: account.businessName })).toBeVisible()
    await expect(reader.getByText('Via Garibaldi 123, 10122 Torino')).toBeVisible()
    await expect(reader.getByText(of.support)).toContainText('help@shop.example')
    await expect(reader.getByRole('link', { name: of.terms })).toBeVisible()
    const logo = reader.locator('img')
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
    // A receipt may be forwarded, so it names neither the payer nor the reason of the refund.
    await expect(reader.getByRole('main')).not.toContainText(/Grace|Hopper|goodwill/i)
    await expect(reader.getByRole('main')).not.toContainText(account.email)
    await expectNoSidewaysScroll(reader)
    await expectPlainAccessible(reader, `the receipt of a refund, in ${language}`)

    await reader.getByRole('link', { name: of.other }).click()
    await expectSheet(reader, other, paid)
    await expectNoSidewaysScroll(reader)
    await reader.emulateMedia({ media: 'print' })
    await expect(reader.getByRole('navigation')).toBeHidden()
    expect(pagesOf(await reader.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(1)
  })

  test(`a refund that fails after its mail says so at the same address, in ${language}`, async ({
    page,
    account,
    server,
    payerOf,
  }) => {
    const of = words[language]
    await dress(page)
    await page.request.post('/trpc/merchant.changeCustomerMails', { data: { language } })
    const paid = await takeOwn(page, account)
    await refundPart(page, paid.id, '12.09')
    const url = await mailedReceipt(server, account, of.amount.replace('50', '09'))
    const standing = async () => {
      const answer = await page.request.get(`/api/refunds?transactionId=${paid.id}`)
      return ((await answer.json()) as { status: string }[]).map(({ status }) => status)
    }
    await expect.poll(standing).toEqual(['failed'])

    const { page: reader } = await payerOf({ ...narrow, locale: of.browser })
    await reader.goto(url)
    await expect(reader.getByRole('heading', { name: of.failed })).toBeVisible()
    await expect(reader.getByText(of.failedText)).toBeVisible()
    await expect(reader.getByText(of.title)).toHaveCount(0)
    // A failed refund has no destination.
    await expect(beside(reader, of.to[0])).toHaveCount(0)
    await expectNoSidewaysScroll(reader)
    await expectPlainAccessible(reader, `the receipt of a refund that failed, in ${language}`)
    expect(pagesOf(await reader.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(1)
  })
}
