import { fireEvent } from '@testing-library/dom'
import { disputeAtSandbox } from '#tests/support/disputes.ts'
import { archiveEnd, pdf } from '#tests/support/pdf.ts'
import { png } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { expect, test } from './support/fixtures.ts'
import type { Page } from './support/page.ts'
import { toast } from './support/screens.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const form = (page: Page) => page.getByRole('form', { name: 'Your evidence' })
// The button that takes a suggestion names the field too, so only the exact label is the field's.
const story = (page: Page) => form(page).getByLabel('What happened, in your words', { exact: true })
const slot = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

const fileOf = (bytes: Buffer, name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type })

const choose = (page: Page, name: string, file: File) =>
  fireEvent.change(slot(page, name).locator('input[type=file]').one(), {
    target: { files: [file] },
  })

async function openDispute(page: Page, server: TestApp): Promise<string> {
  const id = await disputeAtSandbox(server, page.request)
  await page.goto(`/disputes/${id}`)
  await expect(form(page)).toBeVisible()
  return id
}

type StoredEvidence = {
  version: number
  fields: Record<string, string | null>
  files: { slot: string; name: string }[]
}

const evidenceOf = async (page: Page, id: string): Promise<StoredEvidence> =>
  ((await (await page.request.get(`/api/disputes/${id}`)).json()) as { evidence: StoredEvidence })
    .evidence

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

test('a file is chosen, replaced by a dropped one, shown before sending, and removed', async ({
  page,
  server,
}) => {
  const id = await openDispute(page, server)
  await story(page).fill('Delivered')

  choose(page, 'Receipt', fileOf(pdf(), 'scontrino.pdf', 'application/pdf'))
  await expect(slot(page, 'Receipt').getByRole('link', { name: 'scontrino.pdf' })).toBeVisible()
  fireEvent.drop(slot(page, 'Receipt').one(), {
    dataTransfer: { files: [fileOf(png(), 'foto.png', 'image/png')] },
  })
  await expect(slot(page, 'Receipt').getByRole('link', { name: 'foto.png' })).toBeVisible()

  expect(await evidenceOf(page, id)).toMatchObject({ version: 2, files: [{ name: 'foto.png' }] })
  await expect(form(page)).toContainText(/of 10\sMB left/)
  // The text that is not saved yet stays, and is saved upon the new version.
  await button(page, 'Check and send').click()
  await expect(page.getByRole('dialog')).toContainText('foto.png (1')
  await expect(page.getByRole('dialog')).toContainText('Delivered')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Remove the file: Receipt').click()
  await expect(slot(page, 'Receipt').getByRole('link')).toHaveCount(0)
  expect(await evidenceOf(page, id)).toMatchObject({ version: 4, files: [] })
})

test('a file that cannot be sent is refused beside its slot', async ({ page, server }) => {
  const id = await openDispute(page, server)

  choose(page, 'Receipt', fileOf(Buffer.from('a'), 'a.txt', 'text/plain'))
  await expect(slot(page, 'Receipt').getByRole('alert')).toContainText('Only PDF, PNG and JPEG')
  choose(page, 'Receipt', fileOf(Buffer.alloc(5 * 1024 * 1024 + 1), 'a.pdf', 'application/pdf'))
  await expect(slot(page, 'Receipt').getByRole('alert')).toContainText('at most 5')
  choose(page, 'Receipt', fileOf(pdf({ after: archiveEnd() }), 'a.pdf', 'application/pdf'))
  await expect(slot(page, 'Receipt').getByRole('alert')).toContainText('nothing but a PDF')

  expect(await evidenceOf(page, id)).toMatchObject({ version: 0, files: [] })
})

test('a file chosen upon an older answer is not lost in silence: both are shown', async ({
  page,
  server,
}) => {
  const id = await openDispute(page, server)
  const other = await page.request.put(`/api/disputes/${id}/evidence`, {
    data: { version: 0, fields: { explanation: 'Theirs' } },
  })
  expect(other.status(), await other.text()).toBe(200)

  choose(page, 'Receipt', fileOf(pdf(), 'scontrino.pdf', 'application/pdf'))

  const notice = page.getByRole('alert', { name: 'Another person changed this response' })
  await expect(notice).toContainText('Theirs')
  await expect(slot(page, 'Receipt').getByRole('alert')).toContainText('choose the file again')
  await button(page, 'Use the saved texts').click()
  choose(page, 'Receipt', fileOf(pdf(), 'scontrino.pdf', 'application/pdf'))
  await expect(slot(page, 'Receipt').getByRole('link')).toBeVisible()
  expect(await evidenceOf(page, id)).toMatchObject({
    version: 2,
    fields: { explanation: 'Theirs' },
  })
})

test('what is known of the payment is proposed, and only taken by the person', async ({
  page,
  server,
}) => {
  const id = await openDispute(page, server)
  const field = story(page)
  const name = form(page).getByLabel('Customer’s name', { exact: true })

  await expect(form(page)).toContainText('From the payment')
  await expect(field).toHaveValue('')
  await expect(name).not.toHaveValue('')
  expect(await evidenceOf(page, id)).toMatchObject({ version: 0, fields: { customerName: null } })
  await button(
    page,
    'Use for “What happened, in your words”: the mails that were sent, and the receipt',
  ).click()
  await expect(field).toHaveValue(/^Receipt: http/)
  await name.fill('')
  await button(page, 'Save draft').click()
  await expect(toast(page, 'Draft saved')).toBeVisible()

  await page.goto('/disputes')
  await page.goto(`/disputes/${id}`)
  // A saved answer is shown as it was saved; the suggestion waits beside the field.
  await expect(name).toHaveValue('')
  await button(page, 'Use for “Customer’s name”: the payment').click()
  await expect(name).not.toHaveValue('')
})
