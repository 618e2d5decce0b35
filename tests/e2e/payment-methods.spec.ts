import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

const words = {
  en: {
    methods: 'Payment Method',
    bank: 'Bank Transfer',
    card: 'Credit Card',
    mine: 'Your IBAN',
    none: 'Not connected',
    next: 'The customer transfers the amount to your IBAN',
    connectCard: 'Connect Stripe',
    connect: 'Connect PayPal',
    ask: 'Ask an owner to connect PayPal in Settings, Payments.',
    submit: 'Process Payment',
  },
  it: {
    methods: 'Metodo di pagamento',
    bank: 'Bonifico',
    card: 'Carta di credito',
    mine: 'Il tuo IBAN',
    none: 'Non collegato',
    next: 'Il cliente fa il bonifico sul tuo IBAN',
    connectCard: 'Collega Stripe',
    connect: 'Collega PayPal',
    ask: 'Chiedi a un titolare di collegare PayPal in Impostazioni, Pagamenti.',
    submit: 'Incassa',
  },
} as const

/** Opens live mode with the merchant's IBAN and no processor account. */
async function openLiveWithIban(page: Page, { url }: { url: string }, language: 'en' | 'it') {
  await page.context().addCookies([{ name: 'incasso-language', value: language, url }])
  await page.request.post('/trpc/merchant.goLive', { data: {} })
  await page.context().addCookies([{ name: 'incasso-book', value: 'live', url }])
  const response = await page.request.post('/trpc/processorAccounts.connectTransfer', {
    data: { iban: 'IT60X0542811101000000123456', holder: 'Panificio' },
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** Makes every member of the server's merchants staff, as their owners would after naming another owner. */
function makeStaff({ databaseFile }: { databaseFile: string }) {
  const database = new Database(databaseFile)
  try {
    database.prepare("update merchant_members set role = 'staff'").run()
  } finally {
    database.close()
  }
}

for (const language of ['en', 'it'] as const) {
  const texts = words[language]

  test(`live tiles say what takes each method, and how to connect the others (${language})`, async ({
    page,
    account: _,
    server,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openLiveWithIban(page, server, language)
    await page.goto('/payments')
    const methods = page.getByRole('group', { name: texts.methods })
    const submit = page.getByRole('button', { name: texts.submit, exact: true })

    await expect(page.getByRole('radio', { name: texts.bank })).toBeChecked()
    await expect(methods).toContainText(texts.mine)
    await expect(methods).toContainText(texts.next)
    await expect(methods.getByText(texts.none, { exact: true })).toHaveCount(2)
    await expect(submit).toBeEnabled()

    await page.getByRole('radio', { name: texts.card }).check()
    await expect(methods.getByRole('link', { name: texts.connectCard })).toBeVisible()
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await expect(submit).toBeDisabled()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'without a processor')
    await methods.getByRole('link', { name: texts.connect }).click()
    await expect(page).toHaveURL(/\/settings\?tab=payments$/)
    await expect(page.getByRole('button', { name: texts.connect })).toBeVisible()

    makeStaff(server)
    await page.goto('/payments')
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await expect(methods).toContainText(texts.ask)
    await expect(methods.getByRole('link')).toHaveCount(0)
  })
}
