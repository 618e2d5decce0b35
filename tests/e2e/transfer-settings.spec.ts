import type { Page } from '@playwright/test'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, makeLink, test } from './support/payer.ts'
import { expectNoSidewaysScroll, region, toast } from './support/screens.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const IBAN = 'IT60 X054 2811 1010 0000 0123 456'
/** Payers in test mode cannot transfer money. */
const MASKED = 'IT60 •••• •••• •••• •••• •••3 456'

const words = {
  en: {
    section: 'Bank transfers',
    open: 'Enter account',
    change: 'Change account',
    remove: 'Remove account',
    iban: 'IBAN',
    holder: 'Account holder',
    save: 'Save account',
    missing: 'Enter the IBAN.',
    wrong: 'This is not a valid IBAN',
    missingHolder: 'Enter the account holder.',
    saved: 'Account saved',
    removed: 'Account removed',
    methods: 'Payment methods',
    own: 'Your account',
    payer: {
      locale: 'en-US',
      name: 'Name',
      pay: 'Pay by bank transfer',
      title: 'Please transfer the amount',
      what: 'You pay for',
    },
  },
  it: {
    section: 'Bonifici',
    open: 'Inserisci conto',
    change: 'Cambia conto',
    remove: 'Rimuovi conto',
    iban: 'IBAN',
    holder: 'Intestatario',
    save: 'Salva conto',
    missing: 'Scrivi l’IBAN.',
    wrong: 'L’IBAN non è valido',
    missingHolder: 'Scrivi l’intestatario.',
    saved: 'Conto salvato',
    removed: 'Conto rimosso',
    methods: 'Metodi di pagamento',
    own: 'Il tuo account',
    payer: {
      locale: 'it-IT',
      name: 'Nome e cognome',
      pay: 'Paga con bonifico',
      title: 'Esegui un bonifico con questi dati',
      what: 'Stai pagando',
    },
  },
}

const press = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

for (const language of ['en', 'it'] as const) {
  test(`an account is entered, shown to a payer and removed, in ${language}`, async ({
    page,
    account,
    server,
    payerOf,
  }) => {
    const texts = words[language]
    await page
      .context()
      .addCookies([{ name: 'incasso-language', value: language, url: server.url }])
    await page.goto('/settings?tab=payments')
    const section = region(page, texts.section)
    await section.getByRole('button', { name: texts.open }).click()
    const dialog = page.getByRole('dialog')

    await press(page, texts.save)
    await expect(dialog.getByLabel(texts.iban)).toHaveAccessibleDescription(texts.missing)
    await expect(dialog.getByLabel(texts.holder)).toHaveAccessibleDescription(
      new RegExp(texts.missingHolder),
    )
    await dialog.getByLabel(texts.iban).fill('IT60 X054 2811 1010 0000 0123 457')
    await dialog.getByLabel(texts.holder).fill(account.businessName)
    await press(page, texts.save)
    await expect(dialog.getByLabel(texts.iban)).toHaveAccessibleDescription(new RegExp(texts.wrong))
    await expect(dialog.getByLabel(texts.iban)).toBeFocused()
    await expectOpenedAccessible(page, `with a wrong IBAN, in ${language}`)

    await dialog.getByLabel(texts.iban).fill(IBAN.toLowerCase().replaceAll(' ', ''))
    await press(page, texts.save)
    await expect(toast(page, texts.saved)).toBeVisible()
    await expect(section.getByText(IBAN)).toBeVisible()
    await expect(page.getByRole('list', { name: texts.methods })).toContainText(texts.own)
    await expectAccessible(page, `with an account, in ${language}`)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)

    const link = await makeLink(page, { title: 'Dinner' })
    const { page: payPage } = await payerOf({
      viewport: { width: 320, height: 640 },
      locale: texts.payer.locale,
    })
    await payPage.goto(link.url)
    await payPage.getByLabel(texts.payer.name, { exact: true }).fill('Grace Hopper')
    await payPage.getByLabel('Email').fill('grace@example.com')
    await payPage.getByRole('button', { name: texts.payer.pay }).click()
    await expect(payPage.getByRole('status')).toHaveText(texts.payer.title)
    await expect(payPage.getByRole('definition').filter({ hasText: MASKED })).toBeVisible()
    // Each label appears once: only one value is called the reference of the transfer.
    const terms = await payPage.getByRole('term').allTextContents()
    expect(terms).toContain(texts.payer.what)
    expect(new Set(terms).size).toBe(terms.length)

    await section.getByRole('button', { name: texts.remove }).click()
    await press(page, texts.remove)
    await expect(toast(page, texts.removed)).toBeVisible()
    await expect(section.getByRole('button', { name: texts.open })).toBeFocused()
    // Payers who already have these details still see them; new payers do not get them.
    await payPage.reload()
    await expect(payPage.getByRole('definition').filter({ hasText: MASKED })).toBeVisible()
  })
}
