import { refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { region, toast } from './support/screens.ts'

const PATH = '/environment-management'

test('the page marks the environment that the server runs in', async ({ page, account: _ }) => {
  await page.goto(PATH)
  await expect(region(page, 'Ambiente attuale')).toContainText('Development')
  await expect(region(page, 'Ambiente attuale')).toContainText('Accesso con email e password')
  const cards = region(page, 'I tre ambienti').getByRole('article')
  await expect(cards).toHaveCount(3)
  await expect(cards.getByText('In uso', { exact: true })).toHaveCount(1)
  const developmentCard = page.getByRole('article', { name: 'Development' })
  await expect(developmentCard.getByText('In uso', { exact: true })).toBeVisible()
  for (const name of ['Staging', 'Production']) {
    await expect(page.getByRole('article', { name })).toContainText('Non in uso qui')
  }
  await expect(page.getByRole('article', { name: 'Production' })).toContainText(
    'RATE_LIMITS=off e WEBHOOK_PRIVATE=all sono rifiutati',
  )
})

test('a button copies the start command', async ({ page, account: _ }) => {
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Copia il comando di avvio' }).click()
  await expect(toast(page, 'Copiato!')).toBeVisible()
  expect(await page.clipboard()).toBe('npm start')
})

test('the page shows an error without a response, and retries', async ({ page, account: _ }) => {
  const restoreCall = await refuseCall(page, 'environment.config', {
    code: 'unavailable',
    status: 503,
    detail: 'The database does not respond.',
    requestId: 'req_test',
  })
  await page.goto(PATH)
  const current = region(page, 'Ambiente attuale')
  await expect(current.getByRole('alert')).toContainText('Non è stato possibile leggere l’ambiente')
  await expect(page.getByText('In uso', { exact: true })).toHaveCount(0)

  await restoreCall()
  await current.getByRole('button', { name: 'Riprova' }).click()

  await expect(current).toContainText('Development')
  await expect(page.getByText('In uso', { exact: true })).toHaveCount(1)
})
