import { newAccount, signUp } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll } from './support/screens.ts'

const guides = [
  ['/docs/integrate', 'Integrate in ten minutes'],
  ['/docs/sdk', '@incasso/sdk'],
  ['/docs/api', 'Calling the API'],
  ['/docs/webhooks', 'Receiving webhooks'],
  ['/docs/agents', 'Assistants and coding agents'],
  ['/docs/problems', 'Problems and declines'],
  ['/docs/typescript-receiver', 'A webhook receiver in TypeScript'],
  ['/docs/python-receiver', 'A webhook receiver in Python'],
] as const

test('the guides are readable without an account, and link to each other', async ({ page }) => {
  for (const [path, title] of guides) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} · Incasso`)
  }
  await page.goto('/docs/api')
  await page.getByRole('article').getByRole('link', { name: 'webhooks.md' }).first().click()
  await expect(page).toHaveURL('/docs/webhooks#what-arrives')
  await expect(page.getByRole('heading', { name: 'What arrives' })).toBeInViewport()
  await page.getByRole('navigation', { name: 'Documents' }).getByText('Calling the API').click()
  await expect(page).toHaveURL('/docs/api')
  await expect(page.getByRole('cell', { name: 'unavailable' })).toBeVisible()
})

test('an unknown guide is not found', async ({ page }) => {
  await page.goto('/docs/no-such-guide')
  await expect(page.getByText('Il tuo gateway per i pagamenti digitali')).toBeVisible()
})

test('API Integration links to the guides and the reference', async ({ page, account: _ }) => {
  await page.goto('/integration')
  const links = page.getByRole('navigation', { name: 'Guides' }).getByRole('link')
  await expect(links).toHaveText([
    'Calling the API',
    'Receiving webhooks',
    'Problems and declines',
    'API reference',
    'Docs',
  ])
  for (const link of await links.all()) {
    const response = await page.request.get(String(await link.getAttribute('href')))
    expect(response.status()).toBe(200)
  }
})

test('the acceptance boxes of the onboarding link to their texts, in a new tab', async ({
  page,
}) => {
  await signUp(page, newAccount())
  await page.goto('/onboarding')
  const nextButton = page.getByRole('button', { name: 'Continua' })
  await nextButton.click()
  await page.getByLabel('Nome Attività').fill('Bar Centrale')
  await page.getByLabel('Tipo di Attività').selectOption({ label: 'Negozio al dettaglio' })
  await page.getByLabel('Telefono').fill('+39 0521 123456')
  await nextButton.click()
  await nextButton.click()
  for (const [link, title] of [
    ['termini e condizioni', 'Termini e condizioni'],
    ['privacy policy', 'Privacy policy'],
  ] as const) {
    const popup = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('link', { name: link }).first().click()
    const tab = await popup
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(tab.getByText('Testo predefinito')).toBeVisible()
    await expect(tab.locator('html')).toHaveAttribute('lang', 'it')
    await tab.close()
    // A click on the link must not tick the checkbox.
    await expect(page.getByRole('checkbox', { name: link })).not.toBeChecked()
  }
})

test('every page has the links in its footer, in its language', async ({ page, account: _ }) => {
  await page.goto('/dashboard')
  const footer = page.getByRole('navigation', { name: 'Legal documents' })
  await expect(footer.getByRole('link')).toHaveText(['Terms and conditions', 'Privacy policy'])
  await footer.getByRole('link', { name: 'Privacy policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
  await expect(page.getByText('Default text')).toBeVisible()
  await page.getByRole('link', { name: 'Italiano' }).click()
  await expect(page.getByText('Testo predefinito')).toBeVisible()

  await page.context().clearCookies()
  for (const path of ['/sign-up', '/sign-in', '/']) {
    await page.goto(path)
    const links = page.getByRole('navigation', { name: 'Documenti legali' }).getByRole('link')
    await expect(links).toHaveText(['Termini e condizioni', 'Privacy policy'])
  }
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    // The pages of the sample receivers are left out: they look like the other guides.
    for (const path of ['/docs/webhooks', '/docs/problems', '/terms?lang=it', '/privacy?lang=en']) {
      test(`axe finds no violations on ${path}`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, path)
        await expectNoSidewaysScroll(page)
      })
    }
  })
}
