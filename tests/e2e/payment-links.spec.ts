import type { Page } from '@playwright/test'
import { type Ids, newAccount, onboard, signUp, takePayment } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, rowWith, toast } from './support/screens.ts'

const GRACE = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }

const words = {
  en: {
    empty: 'No payment links yet',
    make: 'Create a link',
    title: 'Title',
    amount: 'Amount',
    currency: 'Currency',
    more: 'More options',
    submit: 'Create link',
    ready: 'The link is ready',
    copy: 'Copy link',
    copied: 'Copied',
    done: 'Close',
    code: 'QR code that opens “Corso di cucina”',
    shown: '€45.00',
    page: 'See the link’s page',
    embed: 'Button for your website',
    newLink: 'New link',
  },
  it: {
    empty: 'Ancora nessun link di pagamento',
    make: 'Crea un link',
    title: 'Causale',
    amount: 'Importo',
    currency: 'Valuta',
    more: 'Altre opzioni',
    submit: 'Crea link',
    ready: 'Il link è pronto',
    copy: 'Copia il link',
    copied: 'Copiato',
    done: 'Chiudi',
    code: 'Codice QR che apre «Corso di cucina»',
    shown: '45,00 €',
    page: 'Vai alla pagina del link',
    embed: 'Pulsante per il tuo sito',
    newLink: 'Nuovo link',
  },
} as const

type Language = keyof typeof words

const signUpInLanguage = async (page: Page, { url }: { url: string }, language: Language) => {
  await page.context().addCookies([{ name: 'incasso-language', value: language, url }])
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const language of ['en', 'it'] as const) {
  const texts = words[language]
  for (const [device, viewport] of [
    ['a desktop', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ] as const) {
    test.describe(`on ${device}, in ${language}`, () => {
      test.use({ viewport, permissions: ['clipboard-read', 'clipboard-write'] })

      test('a link is created in one form, with the mouse, and copied', async ({
        page,
        server,
      }) => {
        await signUpInLanguage(page, server, language)
        await page.goto('/links')
        await expect(page.getByText(texts.empty)).toBeVisible()

        await button(page, texts.make).click()
        await expect(dialogOf(page).getByLabel(texts.title)).toBeFocused()
        await page.keyboard.type('Corso di cucina', { delay: 60 })
        await dialogOf(page)
          .getByRole('spinbutton', { name: texts.amount })
          .pressSequentially('45', { delay: 60 })
        await dialogOf(page)
          .getByRole('combobox', { name: texts.currency })
          .selectOption({ label: 'EUR' })
        await button(page, texts.submit).click()
        await expect(dialogOf(page)).toContainText(texts.ready)
        await button(page, texts.copy).click()
        await expect(button(page, texts.copied)).toBeVisible()

        const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
        expect(clipboardText).toMatch(/\/pay\/[\w-]{22}$/)
        await expect(dialogOf(page).getByRole('img', { name: texts.code })).toBeVisible()
        await button(page, texts.done).click()
        await expect(button(page, texts.newLink)).toBeFocused()
        await expect(page.getByText(texts.shown).first()).toBeVisible()
      })

      test('axe finds no violations on the list, the dialog and the page of a link', async ({
        page,
        server,
      }) => {
        test.slow()
        await signUpInLanguage(page, server, language)
        await page.goto('/links')
        await expect(page.getByText(texts.empty)).toBeVisible()
        await expectAccessible(page, 'without links')
        const response = await page.request.post('/api/payment-links', {
          data: { title: 'Corso di cucina', amount: '45.00', currency: 'EUR', maxUses: 3 },
        })
        const { id } = (await response.json()) as { id: string }
        await page.request.post(`/api/payment-links/${id}/pause`, { data: {} })
        await page.reload()
        await expect(page.getByText(texts.shown).first()).toBeVisible()
        await expectAccessible(page, 'with a link')

        await button(page, texts.newLink).click()
        await button(page, texts.more).click()
        await expectOpenedAccessible(page, 'the dialog, unfolded')
        await button(page, texts.submit).click()
        await expect(dialogOf(page).locator('[aria-invalid="true"]')).toHaveCount(2)
        await expectOpenedAccessible(page, 'the dialog, refused')
        await dialogOf(page).getByLabel(texts.title).fill('Cena')
        await dialogOf(page).getByRole('spinbutton', { name: texts.amount }).fill('45')
        await button(page, texts.submit).click()
        await expect(dialogOf(page).locator('img')).toBeVisible()
        await expectOpenedAccessible(page, 'the link that was made')

        await dialogOf(page).getByRole('link', { name: texts.page }).click()
        await expect(page).toHaveURL(/\/links\/lnk_/)
        await expect(page.getByRole('region', { name: texts.embed })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expectAccessible(page)
        for (const width of [320, 768]) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoSidewaysScroll(page)
        }
      })
    })
  }
}

test('the menu of a row edits, pauses and duplicates by keyboard, and returns the focus', async ({
  page,
  account: _,
}) => {
  await page.request.post('/api/payment-links', {
    data: { title: 'Dinner', amount: '40.00', currency: 'EUR' },
  })
  await page.goto('/links')
  const opener = button(page, 'More about Dinner').first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expectOpenedAccessible(page, 'the menu of a link')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await dialogOf(page).getByRole('spinbutton', { name: 'Amount' }).fill('41')
  await button(page, 'Save').press('Enter')
  await expect(toast(page, 'Link changed')).toBeVisible()
  await expect(rowWith(page, 'Dinner')).toContainText('€41.00')
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Pause' }).press('Enter')
  await expect(rowWith(page, 'Dinner')).toContainText('Paused')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
  await expect(dialogOf(page)).toContainText('The copy is ready')
  await page.keyboard.press('Escape')
  await expect(rowWith(page, 'Dinner')).toHaveCount(2)
})

test('the code is saved in two formats, and a card of size A6 is printed', async ({
  page,
  account: _,
}) => {
  const response = await page.request.post('/api/payment-links', {
    data: { title: 'Corso di cucina', amount: '45.00', currency: 'EUR' },
  })
  const { id } = (await response.json()) as { id: string }
  await page.goto(`/links/${id}`)
  for (const [name, file] of [
    ['For print (SVG)', 'corso-di-cucina-qr.svg'],
    ['Download the code', 'corso-di-cucina-qr.png'],
  ] as const) {
    const download = page.waitForEvent('download')
    await button(page, name).click()
    expect((await download).suggestedFilename()).toBe(file)
  }

  await page.emulateMedia({ media: 'print' })
  const card = page.getByTestId('counter-card')
  await expect(card).toBeVisible()
  await expect(card).toContainText('Scan to pay')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  // 105 by 148 mm, in points.
  expect(Math.round(Number(width))).toBe(298)
  expect([419, 420]).toContain(Math.round(Number(height)))
  expect(pdf).toContain('/Count 1')
})

test('a link starts from a failed payment, from a customer and from the palette', async ({
  page,
  account: _,
}) => {
  const failed = await takePayment(page, { ...GRACE, amount: '20.01', description: 'Supper' })
  const { transactionId, customerId } = (await failed.json()) as Ids
  await page.goto(`/transactions/${transactionId}`)
  await button(page, 'Send a link').click()
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Supper')
  await button(page, 'Create link').click()
  await expect(dialogOf(page)).toContainText('The link is ready')
  await button(page, 'Close').click()
  await expect(button(page, 'Send a link')).toBeFocused()

  await page.goto(`/customers/${customerId}`)
  await button(page, 'Request a payment').click()
  await expect(dialogOf(page)).toContainText('For Grace Hopper, to be paid once.')
  await button(page, 'Cancel').click()
  await page.getByRole('link', { name: 'Show', exact: true }).click()
  await expect(rowWith(page, 'Supper')).toContainText('$20.01')

  await page.keyboard.press('Control+k')
  await page
    .getByRole('combobox', { name: 'Search payments, customers and pages' })
    .fill('create a pay')
  await page.getByRole('option', { name: 'Create a payment link' }).click()
  await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
})
