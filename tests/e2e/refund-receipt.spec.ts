import type { Page } from '@playwright/test'
import { type Account, refundPart, takePayment } from './support/account.ts'
import { expectPlainAccessible } from './support/axe.ts'
import { expect, test } from './support/payer.ts'
import { pagesOf, setBranding } from './support/receipts.ts'
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
    what: 'What for',
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
    to: ['Riaccredito su', 'la carta usata per pagare'],
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

type RefundRowIds = { id: string; transactionId: string; createdAt: string }

/** Takes a payment of the account's own person, the only one whom test mails reach. */
async function takeOwnPayment(page: Page, { email }: Account): Promise<RefundRowIds> {
  const created = await takePayment(page, {
    amount: '40.00',
    currency: 'EUR',
    customerName: 'Grace Hopper',
    customerEmail: email,
    description: DESCRIPTION,
  })
  return (await created.json()) as RefundRowIds
}

/** Returns the receipt's URL in the newest mail to the account, once it is printed. */
async function waitForReceiptUrl({ output }: Server, { email }: Account, amount: string) {
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
const valueOfTerm = (page: Page, label: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

async function expectReceipt(page: Page, texts: (typeof words)['en' | 'it'], paid: RefundRowIds) {
  await expect(page.getByRole('heading', { name: texts.title })).toBeVisible()
  await expect(page.locator('.amount')).toHaveText(texts.amount)
  for (const [label, text] of [
    [texts.what, DESCRIPTION],
    [texts.reference, paid.transactionId],
    texts.to,
    texts.paid,
  ] as const) {
    await expect(valueOfTerm(page, label)).toHaveText(text)
  }
  for (const label of [texts.day, texts.paidOn])
    await expect(valueOfTerm(page, label)).toHaveText(/\b20\d\d$/)
}

for (const language of ['it', 'en'] as const) {
  test(`the mail of a refund links to its receipt, which prints on one sheet, in ${language}`, async ({
    page,
    account,
    server,
    payerOf,
  }) => {
    const texts = words[language]
    const otherTexts = words[language === 'it' ? 'en' : 'it']
    await setBranding(page)
    await page.request.post('/trpc/merchant.changeCustomerMails', { data: { language } })
    const paid = await takeOwnPayment(page, account)
    await refundPart(page, paid.id, '12.50')
    const url = await waitForReceiptUrl(server, account, texts.amount)

    const { page: reader } = await payerOf({ ...narrow, locale: texts.browser })
    await reader.goto(url)
    await expectReceipt(reader, texts, paid)
    await expect(reader.locator('html')).toHaveAttribute('lang', language)
    await expect(reader.getByRole('heading', { name: account.businessName })).toBeVisible()
    await expect(reader.getByText('Via Garibaldi 123, 10122 Torino')).toBeVisible()
    await expect(reader.getByText(texts.support)).toContainText('help@shop.example')
    await expect(reader.getByRole('link', { name: texts.terms })).toBeVisible()
    const logo = reader.locator('img')
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
    // A receipt may be forwarded, so it names neither the payer nor the reason of the refund.
    await expect(reader.getByRole('main')).not.toContainText(/Grace|Hopper|goodwill/i)
    await expect(reader.getByRole('main')).not.toContainText(account.email)
    await expectNoSidewaysScroll(reader)
    await expectPlainAccessible(reader, `the receipt of a refund, in ${language}`)

    await reader.getByRole('link', { name: texts.other }).click()
    await expectReceipt(reader, otherTexts, paid)
    await expectNoSidewaysScroll(reader)
    await reader.emulateMedia({ media: 'print' })
    await expect(reader.getByRole('navigation')).toBeHidden()
    expect(pagesOf(await reader.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(1)
  })

  test(`a refund that fails after its mail shows the failure at the same URL, in ${language}`, async ({
    page,
    account,
    server,
    payerOf,
  }) => {
    const texts = words[language]
    await setBranding(page)
    await page.request.post('/trpc/merchant.changeCustomerMails', { data: { language } })
    const paid = await takeOwnPayment(page, account)
    await refundPart(page, paid.id, '12.09')
    const url = await waitForReceiptUrl(server, account, texts.amount.replace('50', '09'))
    const readStatuses = async () => {
      const response = await page.request.get(`/api/refunds?transactionId=${paid.id}`)
      return ((await response.json()) as { status: string }[]).map(({ status }) => status)
    }
    await expect.poll(readStatuses).toEqual(['failed'])

    const { page: reader } = await payerOf({ ...narrow, locale: texts.browser })
    await reader.goto(url)
    await expect(reader.getByRole('heading', { name: texts.failed })).toBeVisible()
    await expect(reader.getByText(texts.failedText)).toBeVisible()
    await expect(reader.getByText(texts.title)).toHaveCount(0)
    // A failed refund has no destination.
    await expect(valueOfTerm(reader, texts.to[0])).toHaveCount(0)
    await expectNoSidewaysScroll(reader)
    await expectPlainAccessible(reader, `the receipt of a refund that failed, in ${language}`)
    expect(pagesOf(await reader.pdf({ format: 'A4', preferCSSPageSize: true }))).toBe(1)
  })
}
