import { expect, test, watch } from './support/fixtures.ts'

test('a payer decides on a phone without JavaScript, and an outdated page changes nothing', async ({
  page,
  account,
  browser,
  server,
}) => {
  const response = await page.request.post('/api/payments', {
    data: { amount: '20.06', customerName: 'Grace Hopper', customerEmail: 'grace@example.com' },
    headers: { 'api-version': 'v2' },
  })
  const { id, next } = await response.json()
  await using context = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
    locale: 'it-IT',
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
  })
  const [payer, secondPage] = [await context.newPage(), await context.newPage()]
  const pageErrors = [watch(payer), watch(secondPage)]
  const { pathname } = new URL(next.url)
  await secondPage.goto(pathname)
  await payer.goto(pathname)

  const heading = payer.getByRole('heading', { name: `Pagamento a ${account.businessName}` })
  await expect(heading).toBeVisible()
  await expect(payer.getByText('20,06')).toBeVisible()
  const box = await payer.getByRole('main').boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320)
  await payer.getByRole('button', { name: 'Approva' }).click()
  await expect(payer.getByText('Il pagamento è confermato.')).toBeVisible()
  await secondPage.getByRole('button', { name: 'Rifiuta' }).click()
  await expect(secondPage.getByText('Il pagamento è confermato.')).toBeVisible()

  const payment = await (await page.request.get(`/api/transactions/${id}`)).json()
  expect(payment.status).toBe('success')
  expect(await context.cookies()).toEqual([])
  expect(pageErrors).toEqual([[], []])
})
