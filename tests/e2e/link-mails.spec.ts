import { join } from 'node:path'
import type { Page } from '@playwright/test'
import SqliteDatabase from 'better-sqlite3'
import { type Account, newAccount, onboard, signUp, takePayment } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, toast } from './support/screens.ts'

/** Folder for screenshots; without it none are taken. */
const folder = process.env.SCREENSHOTS_FOLDER

const words = {
  en: {
    more: 'More about Corso di cucina',
    send: 'Send by email',
    reminders: /Remind if it is not paid/,
    mail: 'Send email',
    printed: 'Email written to the log',
    subject: '[Test] Payment request from',
    sent: /^Sent 1/,
    next: 'Next:',
    addCustomer: '+ Customer',
    customer: 'Customer',
    chosen: 'Customer Zoe Bianchi',
    close: 'Close for good',
    confirm: 'Close the link',
    closed: 'Link closed',
    forGood: 'for good',
    page: 'This payment link is closed',
    request: 'Request a payment',
  },
  it: {
    more: 'Altro su Corso di cucina',
    send: 'Invia per email',
    reminders: /Ricorda se non paga/,
    mail: 'Invia email',
    printed: 'Email scritta nel log',
    subject: '[Prova] Richiesta di pagamento da',
    sent: /^Inviato 1/,
    next: 'Il prossimo:',
    addCustomer: '+ Cliente',
    customer: 'Cliente',
    chosen: 'Cliente Zoe Bianchi',
    close: 'Chiudi per sempre',
    confirm: 'Chiudi il link',
    closed: 'Link chiuso',
    forGood: 'per sempre',
    page: 'Questo link di pagamento è chiuso',
    request: 'Richiedi un pagamento',
  },
} as const

type Language = keyof typeof words

type LinkIds = { id: string; url: string }

const signUpInLanguage = async (page: Page, { url }: { url: string }, language: Language) => {
  await page.context().addCookies([{ name: 'incasso-language', value: language, url }])
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
  return account
}

/**
 * Creates a link for the account's own e-mail address, the only one that test mails reach, and one without a customer.
 */
async function makeLinks(page: Page, { email }: Account, language: Language): Promise<LinkIds> {
  const customer = { customerName: 'Zoe Bianchi', customerEmail: email }
  const paid = await takePayment(page, { ...customer, amount: '20.00', currency: 'EUR' })
  const { customerId } = (await paid.json()) as { customerId: string }
  await takePayment(page, {
    customerName: 'Ugo Neri',
    customerEmail: 'ugo@example.com',
    amount: '10.00',
  })
  const linkFields = { title: 'Corso di cucina', amount: '45.00', currency: 'EUR', maxUses: 1 }
  await page.request.post('/api/payment-links', { data: { ...linkFields, title: 'Cena' } })
  const created = await page.request.post('/api/payment-links', {
    data: { ...linkFields, customerId, language },
  })
  return (await created.json()) as LinkIds
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openMenu(page: Page, more: string, item: string) {
  await button(page, more).click()
  await page.getByRole('menuitem', { name: item }).click()
}

for (const language of ['en', 'it'] as const) {
  const texts = words[language]
  for (const width of [1280, 390]) {
    test.describe(`at ${width} px, in ${language}`, () => {
      test.use({
        viewport: { width, height: 844 },
        contextOptions: { reducedMotion: 'reduce' },
      })

      test('a link is mailed with reminders, found by its customer, and closed for good', async ({
        page,
        server,
      }) => {
        test.slow()
        const takeScreenshot = async (name: string) => {
          if (!folder) return
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            const path = join(folder, `${name}-${language}-${colorScheme}-${width}.png`)
            await page.screenshot({ path, animations: 'disabled' })
          }
          await page.emulateMedia({ colorScheme: 'light' })
        }
        const account = await signUpInLanguage(page, server, language)
        const link = await makeLinks(page, account, language)
        await page.goto('/links')

        await openMenu(page, texts.more, texts.send)
        const reminders = dialogOf(page).getByRole('switch', { name: texts.reminders })
        await expect(reminders).not.toBeChecked()
        await expect(dialogOf(page)).toContainText(account.email)
        await reminders.check()
        await expect(reminders).toBeChecked()
        await expectOpenedAccessible(page, 'the dialog that mails a link')
        await takeScreenshot('send')
        await button(page, texts.mail).click()
        await expect(toast(page, texts.printed)).toBeVisible()
        const printed = `Mail to ${account.email}: ${texts.subject}`
        await expect.poll(() => server.output().includes(printed)).toBe(true)
        await expect(page.getByRole('link', { name: texts.sent })).toBeVisible()

        await button(page, texts.addCustomer).click()
        const search = page.getByRole('textbox', { name: texts.customer })
        await expect(search).toBeFocused()
        await page.keyboard.type('bianc')
        await expect(page.getByRole('button', { name: /Zoe Bianchi/ })).toBeVisible()
        await expectOpenedAccessible(page, 'the filter by customer')
        await takeScreenshot('filter')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/customerId=cus_/)
        await expect(button(page, texts.chosen)).toBeVisible()
        await expect(page.getByText('Cena')).toHaveCount(0)
        await expectAccessible(page, 'narrowed to a customer')
        await takeScreenshot('list')

        await page.goto(`/links/${link.id}`)
        await expect(page.getByText(texts.next)).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expectAccessible(page, 'the page of a link that was mailed')
        await expectNoSidewaysScroll(page)
        await takeScreenshot('page')
        await button(page, texts.close).click()
        await expectOpenedAccessible(page, 'the question before closing')
        await takeScreenshot('close')
        await button(page, texts.confirm).click()
        await expect(toast(page, texts.closed)).toBeVisible()
        await expect(page.getByText(texts.forGood)).toBeVisible()
        await expect(button(page, texts.close)).toHaveCount(0)
        await page.goto('/links')
        await expect(page.getByText(texts.forGood)).toBeVisible()
        await expectNoSidewaysScroll(page)
        await takeScreenshot('closed')

        const response = await page.request.get(link.url)
        expect([response.status(), await response.text()]).toEqual([
          410,
          expect.stringContaining(texts.page),
        ])
      })
    })
  }
}

test('a link for a customer is created and mailed in one dialog by keyboard, and reminds once', async ({
  page,
  account,
  server,
}) => {
  test.slow()
  const customer = { customerName: 'Zoe Bianchi', customerEmail: account.email }
  const paid = await takePayment(page, { ...customer, amount: '20.00', currency: 'EUR' })
  const { customerId } = (await paid.json()) as { customerId: string }
  await page.goto(`/customers/${customerId}`)
  await button(page, 'Request a payment').click()
  await page.keyboard.type('Deposit')
  const dialog = dialogOf(page)
  await dialog.getByRole('spinbutton', { name: 'Amount' }).fill('45')
  await dialog.getByRole('combobox', { name: 'Currency' }).selectOption({ label: 'EUR' })
  await dialog.getByRole('switch', { name: words.en.reminders }).focus()
  await page.keyboard.press('Space')
  await button(page, 'Create link').click()
  await button(page, 'Send by email').focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('switch', { name: words.en.reminders })).toBeChecked()
  await button(page, 'Send email').focus()
  await page.keyboard.press('Enter')

  await expect(toast(page, 'Email written to the log')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Request a payment')).toBeFocused()
  const list = await page.request.get(`/api/payment-links?customerId=${customerId}`)
  expect(await list.json()).toMatchObject([
    { title: 'Deposit', hasReminders: true, sentCount: 1, nextReminderAt: expect.any(String) },
  ])

  // Three days pass while the server is stopped.
  await page.goto('about:blank')
  await server.stop()
  const database = new SqliteDatabase(server.databaseFile)
  database.exec(
    "update payment_links set next_reminder_at = '2026-01-01T00:00:00.000Z' where title = 'Deposit'",
  )
  database.close()
  await server.start()
  const reminder = `Mail to ${account.email}: [Prova] Promemoria: richiesta di pagamento da`
  await expect.poll(() => server.output().split(reminder).length - 1).toBe(1)
  await page.goto('/links')
  await page.getByRole('link', { name: 'Sent 2: mails of Deposit in the audit log' }).click()
  await expect(page.getByRole('button', { name: /Payment link sent/ })).toHaveCount(2)
})
