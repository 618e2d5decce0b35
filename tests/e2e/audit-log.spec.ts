import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addCustomer, changeCustomer } from './support/account.ts'
import { expectAccessible, expectOpenedAccessible } from './support/axe.ts'
import { abortCall, refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import { createKey, dialog, joinAsStaff } from './support/integration.ts'
import { busyElements, expectNoSidewaysScroll, region, toast } from './support/screens.ts'

const entries = (page: Page) => region(page, 'Entries')
const list = (page: Page) => entries(page).getByRole('table', { name: 'Entries' })
const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const opener = (page: Page, name: string) => entries(page).getByRole('button', { name })

test('older entries load below, and new ones appear by themselves', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*ERR_FAILED/)
  for (let number = 1; number <= 55; number += 1) await addCustomer(page, `Customer ${number}`)
  await page.goto('/audit-log?action=customer.created')
  await expect(page.getByText('Newest 25 of 55 entries')).toBeVisible()
  const moreButton = page.getByRole('button', { name: 'Load older entries' })
  await moreButton.click()
  await expect(page.getByText('Newest 50 of 55 entries')).toBeVisible()

  const restoreCall = await abortCall(page, 'auditLog.list')
  await moreButton.click()
  await expect(page.getByText('Older entries could not be loaded')).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await restoreCall()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('All 55 entries')).toBeVisible()
  await expect(rows(page)).toHaveCount(55)
  await expect(moreButton).toHaveCount(0)

  await page.goto('/audit-log')
  await expect(page.getByText('Updating live', { exact: true })).toBeVisible()
  await expect(opener(page, 'Invitation created')).toHaveCount(0)
  await page.request.post('/trpc/team.invite', { data: { role: 'staff', email: null } })
  await expect(opener(page, 'Invitation created')).toHaveCount(1)
})

test('the export holds exactly the filtered entries, and a failure saves no file', async ({
  page,
  account: _,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*ERR_FAILED/)
  const id = await changeCustomer(page)
  await page.goto(`/audit-log?objectId=${id}`)
  const button = page.getByRole('link', { name: 'Export 2 entries' })
  const download = page.waitForEvent('download')
  await button.click()
  const file = await download
  expect(file.suggestedFilename()).toContain(`objectId-${id}`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('customer.updated')

  const restoreCall = await abortCall(page, 'auditLog.list')
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await button.click()
  await expect(toast(page, 'Nothing exported')).toContainText('The server could not be reached.')
  expect(downloads).toBe(0)
  await restoreCall()
})

test('staff can read the audit log too', async ({ page, browser, server }) => {
  const owner = await browser.newPage({ baseURL: server.url })
  await joinAsStaff(page, owner)
  await page.goto('/audit-log')
  await expect(opener(page, 'Member joined')).toBeVisible()
  await owner.close()
})

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

    test('axe finds no violations on the list, an entry, no match and a failure', async ({
      page,
      account: _,
      expectedErrors,
    }) => {
      test.slow()
      expectedErrors.push(/Failed to load resource.*(503|207)/)
      await changeCustomer(page)
      await createKey(page, 'Till')
      await page.goto('/audit-log')
      await expect(opener(page, 'Customer changed')).toBeVisible()
      await expect(busyElements(page)).toHaveCount(0)
      await expectAccessible(page)
      for (const name of ['Customer changed', 'Business set up']) {
        await opener(page, name).click()
        await expect(dialog(page, name)).toBeVisible()
        await expectOpenedAccessible(page, `with "${name}" open`)
        await page.keyboard.press('Escape')
        await expect(dialog(page, name)).toHaveCount(0)
      }
      if (width < 1000) {
        await page.setViewportSize({ width: 360, height: 740 })
        await expectNoSidewaysScroll(page)
        await opener(page, 'API key created').click()
        await expectNoSidewaysScroll(page)
      }
      await page.goto('/audit-log?objectId=cus_nobody')
      await expect(page.getByText('No entries found')).toBeVisible()
      await expectAccessible(page, 'with no match')
      await refuseCall(page, 'auditLog.list', {
        code: 'unavailable',
        status: 503,
        detail: 'The database does not respond.',
        requestId: 'req_audit',
      })
      await page.goto('/audit-log')
      await expect(page.getByText('The audit log could not be loaded')).toBeVisible()
      await expectAccessible(page, 'with a failure')
    })
  })
}
