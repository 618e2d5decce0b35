import { takePayment } from '#tests/e2e/support/account.ts'
import { delayCall, type Procedure, recordRequests, refuseCall } from './support/calls.ts'
import { expect, test } from './support/fixtures.ts'
import type { Locator } from './support/locator.ts'
import type { Page } from './support/page.ts'
import { toast } from './support/screens.ts'

const button = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true })

const dialogOf = (page: Page) => page.getByRole('dialog')

type FinalCall = {
  what: string
  procedure: Procedure
  /** Labels of the button that opens the dialog and of the button that confirms. */
  opener: string
  action: string
  /** Label of the button that leaves the dialog. */
  back: string
  asks: string
  failed: string
  done: string
  /** Creates the object of the call, and returns the path of its page. */
  prepare: (page: Page) => Promise<string>
}

const finalCalls: FinalCall[] = [
  {
    what: 'closing a link',
    procedure: 'paymentLinks.close',
    opener: 'Close for good',
    action: 'Close the link',
    back: 'Cancel',
    asks: 'Close “Dinner”?',
    failed: 'The link was not closed',
    done: 'Link closed',
    prepare: async (page) => {
      const data = { title: 'Dinner', amount: '40.00', currency: 'EUR' }
      const response = await page.request.post('/api/payment-links', { data })
      return `/links/${((await response.json()) as { id: string }).id}`
    },
  },
  {
    what: 'voiding a payment',
    procedure: 'transactions.void',
    opener: 'Void',
    action: 'Void payment',
    back: 'Keep payment',
    asks: 'Void payment of $60.00?',
    failed: 'Not voided',
    done: 'Payment voided',
    prepare: async (page) => {
      const grace = { customerName: 'Grace Hopper', customerEmail: 'grace@example.com' }
      const authorization = { ...grace, amount: '60.00', captureMethod: 'manual' }
      const response = await takePayment(page, authorization)
      return `/transactions/${((await response.json()) as { transactionId: string }).transactionId}`
    },
  },
]

test.beforeEach(async ({ account: _ }) => {
  // The `account` fixture signs the page in.
})

for (const { what, procedure, opener, action, back, asks, failed, done, prepare } of finalCalls) {
  test(`${what} needs a confirmation and is sent once while its response is pending`, async ({
    page,
  }) => {
    await page.goto(await prepare(page))
    const requests = recordRequests(page.network, procedure)
    await button(page, opener).click()
    await expect(dialogOf(page)).toContainText(asks)
    await expect(button(dialogOf(page), back)).toBeFocused()
    await button(dialogOf(page), back).click()
    await expect(dialogOf(page)).toHaveCount(0)
    expect(requests).toEqual([])

    await button(page, opener).click()
    const release = await delayCall(page, procedure)
    await button(dialogOf(page), action).click()
    await expect(button(dialogOf(page), back)).toBeDisabled()
    const form = dialogOf(page).locator('form').one()
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    release()
    await expect(toast(page, done)).toBeVisible()
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(button(page, opener)).toHaveCount(0)
    expect(requests).toHaveLength(1)
  })

  test(`${what} that is refused shows the reason in the dialog and can be retried there`, async ({
    page,
  }) => {
    await page.goto(await prepare(page))
    const restoreCall = await refuseCall(page, procedure, {
      code: 'conflict',
      status: 409,
      detail: 'Somebody else was quicker.',
      requestId: 'req_1',
    })
    await button(page, opener).click()
    await button(dialogOf(page), action).click()
    const alert = dialogOf(page).getByRole('alert')
    await expect(alert).toContainText(failed)
    await expect(alert).toContainText('Somebody else was quicker.')
    await expect(toast(page, done)).toHaveCount(0)

    await restoreCall()
    await button(dialogOf(page), action).click()
    await expect(toast(page, done)).toBeVisible()
    await expect(dialogOf(page)).toHaveCount(0)
  })
}
