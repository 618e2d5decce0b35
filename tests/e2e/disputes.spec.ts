import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pdf } from '../support/pdf.ts'
import { newAccount, onboard, signUp, takePayment } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, tabTo, toast, visit } from './support/screens.ts'

/** Folder for screenshots; without it none are taken. */
const folder = process.env.SCREENSHOTS_FOLDER

const words = {
  it: {
    bell: 'Avvisi: 1 da leggere',
    title: 'Nuova contestazione di 42,11 €',
    list: 'Contestazioni',
    form: 'Le tue prove',
    story: 'Descrizione dell’accaduto',
    bought: 'Descrizione dell’acquisto',
    slot: 'Prova di consegna',
    save: 'Salva bozza',
    saved: 'Bozza salvata',
    review: 'Controlla e invia',
    question: 'Inviare queste prove alla banca?',
    send: 'Invia in via definitiva',
    sent: 'Prove inviate',
    won: 'Contestazione vinta',
  },
  en: {
    bell: 'Notices: 1 unread',
    title: 'New dispute of €42.11',
    list: 'Disputes',
    form: 'Your evidence',
    story: 'What happened, in your words',
    bought: 'What was bought',
    slot: 'Proof of delivery',
    choose: 'Choose a file: Proof of delivery',
    save: 'Save draft',
    saved: 'Draft saved',
    review: 'Check and send',
    question: 'Send this evidence to the bank?',
    send: 'Send, it cannot be repeated',
    sent: 'The evidence was sent',
    won: 'Dispute won',
  },
} as const

type Language = keyof typeof words

const delivery = { name: 'consegna.pdf', mimeType: 'application/pdf', buffer: pdf() }

/** Signs up a merchant, one of whose payments the sandbox disputes. */
async function signUpDisputed(page: Page, url: string, language: Language) {
  await page.context().addCookies([{ name: 'incasso-language', value: language, url }])
  const account = newAccount()
  await signUp(page, account)
  await onboard(page, account)
  const payer = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
  await takePayment(page, { ...payer, amount: '42.11', currency: 'EUR', description: 'Torta' })
  await page.goto('/')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Pictures are taken of both languages and widths; the journey itself needs one. */
const journeys = [
  ['it', 390],
  ...(folder
    ? ([
        ['it', 1280],
        ['en', 390],
        ['en', 1280],
      ] as const)
    : []),
] as const

for (const [language, width] of journeys) {
  const texts = words[language]
  test.describe(`at ${width} px, in ${language}`, () => {
    test.use({
      viewport: { width, height: 844 },
      hasTouch: width < 500,
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('a merchant answers a dispute, from the notice to the evidence that was sent', async ({
      page,
      server,
    }) => {
      const takeScreenshot = async (name: string) => {
        if (!folder) return
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const path = join(folder, `dispute-${name}-${language}-${colorScheme}-${width}.png`)
          await page.screenshot({ path, animations: 'disabled', fullPage: true })
        }
        await page.emulateMedia({ colorScheme: 'light' })
      }
      const expectGood = async (name: string) => {
        await expectAccessible(page, name)
        await expectNoSidewaysScroll(page)
        await takeScreenshot(name)
      }
      await signUpDisputed(page, server.url, language)

      await expect(button(page, texts.bell)).toBeVisible()
      await visit(page, '/disputes')
      const row = page.getByRole('main').getByRole('link', { name: /^#TXN-/ })
      await expect(row).toBeVisible()
      await expectGood('list')
      await button(page, texts.bell).click()
      await page.getByRole('link', { name: texts.title }).click()
      await expect(page).toHaveURL(/\/disputes\/dsp_/)

      const story = page.getByRole('textbox', { name: texts.story })
      await expect(story).toBeVisible()
      await expect(page.getByRole('textbox', { name: texts.bought })).toHaveValue('Torta')
      await expectGood('page')
      await story.fill('Consegnata il 3 novembre, con firma.\nwinning_evidence')
      const slot = page.getByRole('group', { name: texts.slot })
      await slot.locator('input[type="file"]').setInputFiles(delivery)
      await expect(slot.getByRole('link', { name: delivery.name })).toBeVisible()
      await button(page, texts.save).click()
      await expect(toast(page, texts.saved)).toBeVisible()
      await expectGood('form')

      await button(page, texts.review).click()
      const preview = page.getByRole('dialog', { name: texts.question })
      await expect(preview.getByText('Consegnata il 3 novembre')).toBeVisible()
      await expect(preview.getByRole('link', { name: delivery.name })).toBeVisible()
      await expectOpenedAccessible(page, 'preview')
      await expectNoSidewaysScroll(page)
      await takeScreenshot('preview')
      await preview.getByRole('button', { name: texts.send }).click()
      await expect(toast(page, texts.sent)).toBeVisible()
      await expect(story).toHaveCount(0)
      await expect(page.getByText(texts.won)).toBeVisible()
      await expectGood('sent')
    })
  })
}

test('a dispute is answered without a mouse', async ({ page, server }) => {
  const texts = words.en
  page.on('filechooser', (chooser) => chooser.setFiles(delivery))
  await signUpDisputed(page, server.url, 'en')
  await tabTo(page, button(page, texts.bell))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: texts.title }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/disputes\/dsp_/)

  await tabTo(page, page.getByRole('textbox', { name: texts.story }))
  await page.keyboard.type('Delivered on 3 November. winning_evidence')
  await tabTo(page, button(page, texts.choose))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: delivery.name })).toBeVisible()
  await tabTo(page, button(page, texts.review))
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: texts.question })
  await expect(preview.getByText('Delivered on 3 November')).toBeVisible()
  await tabTo(page, preview.getByRole('button', { name: texts.send }))
  await page.keyboard.press('Enter')

  await expect(toast(page, texts.sent)).toBeVisible()
  await expect(preview).toHaveCount(0)
  await expect(page.getByText(texts.won)).toBeVisible()
})
