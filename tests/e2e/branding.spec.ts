import type { Page } from '@playwright/test'
import { png } from '#tests/support/pictures.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, makeLink, test } from './support/payer.ts'
import { expectNoSidewaysScroll, toast } from './support/screens.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const words = {
  en: {
    logo: 'Logo',
    remove: 'Remove the logo',
    yourLogo: 'Your logo',
    accent: 'Accent colour',
    contrast: /black text on it, with a contrast of 14\.\d to 1/,
    support: 'Email for questions',
    terms: 'URL of your terms',
    save: 'Save',
    saved: 'Branding saved',
    light: 'Light',
    dark: 'Dark',
    svg: 'Choose a PNG or JPEG picture. Other formats, such as SVG, are not accepted.',
    tooLarge: 'This picture is larger than 200 kB.',
    blurred: (size: string, sharper: string) =>
      `This logo has ${size} pixels and looks blurred on phones. It looks sharp from ${sharper} pixels.`,
    notAColour: 'Enter a colour such as #2f53cc, or leave the field empty.',
    notAnEmail: 'Enter an email address, or leave the field empty.',
    notHttps: 'Enter a URL that begins with https://',
    payer: { locale: 'en-US', pay: 'Pay by card', support: 'Questions? Write to', terms: 'Terms' },
  },
  it: {
    logo: 'Logo',
    remove: 'Togli il logo',
    yourLogo: 'Il tuo logo',
    accent: 'Colore',
    contrast: /il testo è nero, con un contrasto di 14,\d a 1/,
    support: 'Email per le domande',
    terms: 'URL delle tue condizioni',
    save: 'Salva',
    saved: 'Logo e colori salvati',
    light: 'Chiaro',
    dark: 'Scuro',
    svg: 'Scegli un’immagine PNG o JPEG. Altre, come SVG, non sono ammesse.',
    tooLarge: 'Questa immagine pesa più di 200 kB.',
    blurred: (size: string, sharper: string) =>
      `Questo logo ha ${size} pixel e sui telefoni appare sfocato. È nitido da ${sharper} pixel.`,
    notAColour: 'Scrivi un colore come #2f53cc, o lascia il campo vuoto.',
    notAnEmail: 'Scrivi un indirizzo email, o lascia il campo vuoto.',
    notHttps: 'Scrivi un URL che inizia con https://',
    payer: {
      locale: 'it-IT',
      pay: 'Paga con carta',
      support: 'Domande? Scrivi a',
      terms: 'Condizioni',
    },
  },
}

type ExpectedTexts = (typeof words)['en']

async function openBrandingTab(page: Page, language: 'en' | 'it', url: string) {
  await page.context().addCookies([{ name: 'incasso-language', value: language, url }])
  await page.goto('/settings?tab=look')
  await expect(page.getByLabel(words[language].accent, { exact: true })).toBeVisible()
}

/** Chooses a file as a person does with the button. */
async function chooseLogo(
  page: Page,
  texts: ExpectedTexts,
  file: Parameters<Page['setInputFiles']>[1],
) {
  const field = page.getByRole('group', { name: texts.logo }).locator('input[type=file]')
  await field.setInputFiles(file)
}

const picture = (bytes: Buffer, name = 'logo.png', mimeType = 'image/png') => ({
  name,
  mimeType,
  buffer: bytes,
})

const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text)

for (const language of ['en', 'it'] as const) {
  const texts = words[language]

  test(`an owner previews the chosen branding in both schemes, and payers see it, in ${language}`, async ({
    page,
    account,
    server,
    payerOf,
  }) => {
    await openBrandingTab(page, language, server.url)
    await chooseLogo(page, texts, picture(png({ width: 256, height: 128 })))
    await expect(page.getByRole('img', { name: texts.yourLogo })).toBeVisible()
    await fill(page, texts.accent, '#ffd43b')
    await fill(page, texts.support, 'help@shop.example')
    await fill(page, texts.terms, 'https://shop.example/terms')

    await expect(page.getByText(texts.contrast)).toBeVisible()
    for (const name of [texts.light, texts.dark]) {
      const figure = page.getByRole('figure', { name })
      await expect(figure).toContainText(account.businessName)
      await expect(figure).toContainText(texts.payer.pay)
      await expect(figure).toContainText(`${texts.payer.support} help@shop.example`)
    }
    // axe also checks the contrast of the preview's texts.
    await expectAccessible(page, `with a look that is not saved, in ${language}`)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: texts.save }).click()
    await expect(toast(page, texts.saved)).toBeVisible()

    const link = await makeLink(page)
    const payer = await payerOf({
      viewport: { width: 320, height: 640 },
      locale: texts.payer.locale,
    })
    await payer.page.goto(link.url)
    const button = payer.page.getByRole('button', { name: texts.payer.pay })
    await expect(button).toHaveCSS('background-color', 'rgb(255, 212, 59)')
    await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(payer.page.getByRole('link', { name: 'help@shop.example' })).toBeVisible()
    await expect(payer.page.getByRole('link', { name: texts.payer.terms })).toHaveAttribute(
      'href',
      'https://shop.example/terms',
    )
    const logo = payer.page.locator('img')
    await expect
      .poll(() => logo.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBe(256)
    await payer.page.emulateMedia({ colorScheme: 'dark' })
    // Dark letters on a transparent background would be invisible.
    await expect(logo).toHaveCSS('background-color', 'rgb(255, 255, 255)')

    await page.getByRole('button', { name: texts.remove }).click()
    await page.getByRole('button', { name: texts.save }).click()
    await expect(page.getByRole('img', { name: texts.yourLogo })).toHaveCount(0)
    await expect(page.getByRole('button', { name: texts.save })).toBeDisabled()
    await payer.page.reload()
    await expect(logo).toHaveCount(0)
  })

  test(`a logo with too few pixels shows the size that is sharp on phones, and that size is, in ${language}`, async ({
    page,
    account: _,
    server,
    payerOf,
  }) => {
    await openBrandingTab(page, language, server.url)
    const notice = page.getByRole('group', { name: texts.logo }).getByRole('status')
    await chooseLogo(page, texts, picture(png({ width: 32, height: 32 })))
    await expect(notice).toHaveText(texts.blurred('32 × 32', '128 × 128'))
    await chooseLogo(page, texts, picture(png({ width: 300, height: 40 })))
    await expect(notice).toHaveText(texts.blurred('300 × 40', '796 × 106'))
    await expectAccessible(page, `with a logo that is blurred on phones, in ${language}`)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    // The server accepts the logo anyway, and the notice appears again for the saved logo.
    await page.getByRole('button', { name: texts.save }).click()
    await expect(toast(page, texts.saved)).toBeVisible()
    await page.reload()
    await expect(notice).toHaveText(texts.blurred('300 × 40', '796 × 106'))

    const yourLogo = page.getByRole('img', { name: texts.yourLogo })
    const { page: paying } = await payerOf({ locale: texts.payer.locale })
    const link = await makeLink(page)
    for (const [width, height] of [
      [796, 106],
      [128, 128],
    ] as const) {
      await chooseLogo(page, texts, picture(png({ width, height })))
      await page.getByRole('button', { name: texts.save }).click()
      await expect(yourLogo).toHaveAttribute('src', /^\/pay\/logo\//)
      for (const wide of [320, 440, 1280]) {
        await paying.setViewportSize({ width: wide, height: 640 })
        await paying.goto(link.url)
        const density = () =>
          paying.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth / img.width)
        await expect.poll(density, `at ${wide} px`).toBeGreaterThanOrEqual(2)
      }
      const pixels = () => yourLogo.evaluate((img: HTMLImageElement) => img.naturalWidth)
      await expect.poll(pixels).toBe(width)
      await expect(notice).toHaveCount(0)
    }
  })

  test(`invalid or too large pictures and mistyped values show errors at their fields, in ${language}`, async ({
    page,
    account,
    server,
  }) => {
    await openBrandingTab(page, language, server.url)
    await chooseLogo(page, texts, picture(Buffer.from('<svg/>'), 'logo.svg', 'image/svg+xml'))
    await expect(page.getByRole('alert').filter({ hasText: texts.svg })).toBeVisible()
    await chooseLogo(page, texts, picture(Buffer.alloc(200_001)))
    await expect(page.getByRole('alert').filter({ hasText: texts.tooLarge })).toBeVisible()
    await expect(page.getByRole('img', { name: texts.yourLogo })).toHaveCount(0)

    await fill(page, texts.accent, 'red')
    await fill(page, texts.support, 'call us')
    await fill(page, texts.terms, 'http://shop.example')
    await page.getByRole('button', { name: texts.save }).click()

    for (const [label, message] of [
      [texts.accent, texts.notAColour],
      [texts.support, texts.notAnEmail],
      [texts.terms, texts.notHttps],
    ] as const) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        new RegExp(message.replaceAll('.', '\\.')),
      )
    }
    await expect(page.getByLabel(texts.accent, { exact: true })).toBeFocused()
    await expect(page.getByLabel(texts.support)).toHaveValue('call us')
    await expectAccessible(page, `with faults, in ${language}`)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    expect(account.email).toBeTruthy()
  })
}
