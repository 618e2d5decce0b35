import { newAccount, signUp } from './support/account.ts'
import { expectAccessible } from './support/axe.ts'
import { type Procedure, refuseCall, respondToCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { expectNoSidewaysScroll, region } from './support/screens.ts'

const guides: { path: string; title: string; button: string; call: Procedure; text: string }[] = [
  {
    path: '/clerk-production',
    title: 'Clerk in produzione',
    button: 'Genera guida',
    call: 'clerk.productionGuide',
    text: 'Crea l’istanza di produzione in Clerk',
  },
  {
    path: '/clerk-migration',
    title: 'Migrazione di Clerk',
    button: 'Genera piano',
    call: 'clerk.migrationStatus',
    text: 'Clerk non è configurato',
  },
  {
    path: '/openai-environment-config',
    title: 'Config OpenAI',
    button: 'Genera configurazione',
    call: 'openai.environmentAdvice',
    text: 'Questo server gira in development',
  },
]

for (const { path, title, button, call, text } of guides) {
  test(`${path} requests its guide after a click, not before`, async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(call)) requests.push(request.url())
    })
    await signUp(page, newAccount())
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(requests).toEqual([])

    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(text).first()).toBeVisible()
    expect(requests).toHaveLength(1)
    expect(
      await region(page, 'Testo della guida').evaluate((area) => area.clientHeight),
    ).toBeLessThanOrEqual(384)
    await expectAccessible(page, 'with its guide')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  })

  test(`${path} shows an error when the call fails`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    await signUp(page, newAccount())
    await refuseCall(page, call, {
      code: 'unavailable',
      status: 503,
      detail: 'The database does not respond.',
      requestId: 'req_test',
    })
    await page.goto(path)
    await page.getByRole('button', { name: button }).click()
    const box = page.getByRole('alert')
    await expect(box).toContainText('503: Il server non è disponibile in questo momento.')
    await expect(box).not.toContainText('database')
    expect(await box.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(
      'it',
    )
  })
}

test('the page shows which error OpenAI returned, or that its response was invalid', async ({
  page,
}) => {
  await signUp(page, newAccount())
  await respondToCall(page, 'clerk.productionGuide', {
    success: false,
    guide: null,
    error: 'Busy.',
  })
  await page.goto('/clerk-production')
  await page.getByRole('button', { name: 'Genera guida' }).click()
  const box = page.getByRole('alert')
  await expect(box).toContainText('Errore OpenAI')
  await expect(box).toContainText('Busy.')

  await respondToCall(page, 'clerk.productionGuide', { success: false, guide: null, error: null })
  await page.getByRole('button', { name: 'Genera di nuovo' }).click()
  await expect(box).toContainText('Risposta non valida')

  await respondToCall(page, 'clerk.productionGuide', { success: true, guide: null, error: null })
  await page.getByRole('button', { name: 'Genera di nuovo' }).click()
  await expect(region(page, 'Testo della guida')).toHaveText('Guida non disponibile')
})
