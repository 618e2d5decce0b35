import { newAccount, onboard, takeOnePayment } from './support/account.ts'
import { expect, newPerson, test } from './support/clerk.ts'

// A server of its own: after a failure, a server does not call Clerk's API for ten seconds, about any person.
// On a shared server, people of other tests would then have no e-mail address.
test.use({ settlementMs: 3_600_000 })

test('a signed-in person can work while neither Clerk’s script nor its API is reachable', async ({
  page,
  clerk,
  host,
  setCookie,
  expectedErrors,
}) => {
  host.isDown = true
  expectedErrors.push(/clerk\.accounts\.dev/, /Failed to load Clerk/)
  await setCookie(newPerson(clerk).id)
  await onboard(page, newAccount())
  await takeOnePayment(page)
  clerk.behave('failing')

  await page.goto('/transactions')

  await expect(page.getByText('Grace Hopper').first()).toBeVisible()
})
