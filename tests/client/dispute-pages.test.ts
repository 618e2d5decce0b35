import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { payment } from '#tests/support/make.ts'
import type { TestApp } from '#tests/support/test-app.ts'

import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { region, toast } from './support/screens.ts'
import { SETTLEMENT_MS } from './support/server.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Your evidence' })
// The button that takes a suggestion names the field too, so only the exact label is the field's.
const story = (page: Page) => form(page).getByLabel('What happened, in your words', { exact: true })

/** Takes a payment that the sandbox disputes, and returns the dispute's id. */
async function openDispute(page: Page, server: TestApp, amount = '42.11'): Promise<string> {
  const response = await page.request.post('/api/transactions', { data: payment({ amount }) })
  expect(response.status(), await response.text()).toBe(201)
  const { id } = (await response.json()) as { id: string }
  await checkDueDisputes(server.world)
  server.clock.advance(SETTLEMENT_MS)
  await checkDueDisputes(server.world)
  const list = await page.request.get(`/api/disputes?transactionId=${id}`)
  expect(list.status(), await list.text()).toBe(200)
  const [dispute] = (await list.json()) as { id: string }[]
  if (!dispute) throw new Error('the payment is not disputed')
  return dispute.id
}

const stored = async (page: Page, id: string) => {
  const response = await page.request.get(`/api/disputes/${id}`)
  return (await response.json()) as {
    submittedAt: string | null
    acceptedAt: string | null
    evidence: { version: number; fields: Record<string, string | null> }
  }
}

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('the tabs count, and a sum opens its rows, which open the dispute', async ({
  page,
  server,
}) => {
  await openDispute(page, server)
  await page.goto('/disputes')
  const list = region(page, 'Disputes')
  await expect(page.getByRole('group', { name: 'Disputes by state' })).toContainText('All 1')

  await list.getByRole('link', { name: /\$42\.11/ }).click()

  await expect(page).toHaveURL(/status=needs_response/)
  await expect(list.getByRole('row')).toHaveCount(2)
  await list.getByRole('link', { name: /^#/ }).click()
  await expect(story(page)).toBeVisible()
})

test('a draft is saved, checked and sent once', async ({ page, server }) => {
  const id = await openDispute(page, server)
  await page.goto(`/disputes/${id}`)
  await story(page).fill('winning_evidence')
  await button(page, 'Save draft').click()
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect((await stored(page, id)).evidence.fields).toMatchObject({
    explanation: 'winning_evidence',
  })

  await button(page, 'Check and send').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('winning_evidence')
  expect((await stored(page, id)).submittedAt).toBeNull()
  await dialog.getByRole('button', { name: 'Send, it cannot be repeated' }).click()

  await expect(toast(page, 'The evidence was sent')).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await expect(region(page, 'Your evidence')).toContainText('winning_evidence')
})

test('texts that another person saved meanwhile are shown, and nothing is lost', async ({
  page,
  server,
}) => {
  const id = await openDispute(page, server)
  await page.goto(`/disputes/${id}`)
  await story(page).fill('Mine')
  const other = await page.request.put(`/api/disputes/${id}/evidence`, {
    data: { version: 0, fields: { explanation: 'Theirs' } },
  })
  expect(other.status(), await other.text()).toBe(200)

  await button(page, 'Save draft').click()

  const notice = page.getByRole('alert', { name: 'Another person changed this response' })
  await expect(notice).toContainText('Theirs')
  await expect(story(page)).toHaveValue('Mine')
  expect((await stored(page, id)).evidence.fields).toMatchObject({ explanation: 'Theirs' })
  await button(page, 'Keep my texts').click()
  await expect(story(page)).toHaveValue('Mine')
  await button(page, 'Save draft').click()
  await expect(toast(page, 'Draft saved')).toBeVisible()
  expect((await stored(page, id)).evidence.fields).toMatchObject({ explanation: 'Mine' })
})

test('an owner accepts a dispute after one question', async ({ page, server }) => {
  const id = await openDispute(page, server)
  await page.goto(`/disputes/${id}`)
  await button(page, 'Accept the dispute').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$42.11')
  expect((await stored(page, id)).acceptedAt).toBeNull()

  await dialog.getByRole('button', { name: 'Accept the dispute' }).click()

  await expect(toast(page, 'Dispute accepted')).toBeVisible()
  await expect(form(page)).toHaveCount(0)
})

test('staff see why they cannot answer, until an owner allows it', async ({ page, server }) => {
  const id = await openDispute(page, server)
  await page.goto('/settings')
  const rights = page.getByRole('form', { name: 'Disputes answered by staff' })
  const save = rights.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await server.db.updateTable('merchantMembers').set({ role: 'staff' }).execute()
  await page.goto(`/disputes/${id}`)
  await expect(region(page, 'Your evidence')).toContainText('Only an owner can respond')
  await expect(form(page)).toHaveCount(0)

  await server.db.updateTable('merchantMembers').set({ role: 'owner' }).execute()
  await page.goto('/settings')
  await rights.getByLabel('Staff may answer disputes').click()
  await save.click()
  await expect(toast(page, 'Choice saved')).toBeVisible()
  await server.db.updateTable('merchantMembers').set({ role: 'staff' }).execute()
  await page.goto(`/disputes/${id}`)

  await expect(story(page)).toBeVisible()
  await expect(button(page, 'Accept the dispute')).toHaveCount(0)
})

test('an answer that waits for a permission of the key says so in the processor’s words', async ({
  page,
  server,
}) => {
  const id = await openDispute(page, server)
  const says = "Having the 'rak_file_write' permission would allow this request to continue."
  const waiting = { answer: 'submit', answerAt: '2026-11-21T09:00:00.000Z', answerProblem: says }
  await server.db
    .updateTable('disputes')
    .set(waiting as object)
    .where('id', '=', id)
    .execute()

  await page.goto(`/disputes/${id}`)

  await expect(page.getByText('The evidence is not sent yet')).toBeVisible()
  await expect(page.getByText(says)).toBeVisible()
  await expect(form(page)).toHaveCount(0)
})
