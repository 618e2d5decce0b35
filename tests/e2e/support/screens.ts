import { expect, type Locator, type Page } from '@playwright/test'
import type { AnyRouter } from '@tanstack/react-router'

/** Finds the notice with this title, of either kind: friendly or urgent. */
export const toast = (page: Page, title: string): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title })

/** Exports with the choices that the dialog begins with: the rows of the list. */
export async function exportList(page: Page) {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
}

export const choose = (page: Page, label: string | RegExp, option: string) =>
  page.getByRole('combobox', { name: label }).selectOption({ label: option })

export const amountField = (page: Page): Locator => page.getByRole('spinbutton', { name: 'Amount' })

type FormPayment = {
  amount?: string
  name?: string
  email?: string
  method?: 'Credit Card' | 'PayPal' | 'Bank Transfer'
  card?: { number?: string; expiry?: string; cvc?: string } | false
}

export const TEST_CARD = { number: '4242424242424242', expiry: '12/29', cvc: '737' }

export async function fillPayment(page: Page, payment: FormPayment) {
  const { amount, name = 'Grace Hopper', email = 'grace@example.com' } = payment
  const { method = 'Credit Card', card = TEST_CARD } = payment
  if (amount !== undefined) await amountField(page).fill(amount)
  await page.getByLabel('Customer Name').fill(name)
  await page.getByLabel('Customer Email').fill(email)
  await page.getByRole('radio', { name: method }).check({ force: true })
  if (method === 'Credit Card' && card) {
    await page.getByLabel('Card Number').fill(card.number ?? '')
    await page.getByLabel('Expiry').fill(card.expiry ?? '')
    await page.getByLabel('CVC').fill(card.cvc ?? '')
  }
}

export const submitPayment = (page: Page) =>
  page.getByRole('button', { name: 'Process Payment' }).click()

export async function signInOnScreen(page: Page, account: { email: string; password: string }) {
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
}

/** Finds the table row that contains this text. */
export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

/** Finds the figure on the card with this label. */
export const figure = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: 'Key figures' }).getByText(label, { exact: true }).locator('..')

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // After a change of width, the layout follows with the next rendering, not at once.
  await expect
    .poll(
      () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      { message: `${page.url()} is wider than the window` },
    )
    .toBeLessThanOrEqual(0)
}

/** Leaves the app, so that the next visit loads it with the session of that time. */
export const leaveApp = (page: Page) => page.goto('about:blank')

/**
 * Opens a path by client-side navigation, as a link does. Loading every page would take most of the time of a test over
 * many screens. The first visit loads the page.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isOpen = page.url() !== 'about:blank'
  if (!isOpen) {
    await page.goto(path)
    return
  }
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: AnyRouter }
    await new Promise<void>((resolve) => {
      const stop = router.subscribe('onRendered', ({ toLocation }) => {
        // An earlier visit may still render first.
        if (toLocation.pathname !== new URL(href, location.href).pathname) return
        stop()
        resolve()
      })
      void router.navigate({ href })
    })
  }, path)
}

/** Finds a section of the page by its name. */
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name })

/** Finds every part of the page that is still loading. */
export const busyElements = (page: Page): Locator => page.locator('[aria-busy="true"]')

/** Opens a page from the payment form through the navigation, so that only that page's own calls are sent. */
export async function follow(page: Page, name: string) {
  await page.goto('/payments')
  await expect(page.getByText('Test amounts')).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
}

/** Clicks without moving a pointer, as some devices do for a tap. */
export const clickAt = (page: Page, x: number, y: number) =>
  page.evaluate(
    ([clientX, clientY]) => {
      const target = document.elementFromPoint(clientX, clientY)
      target?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY }))
    },
    [x, y] as const,
  )

const MAX_TAB_STOPS = 60

/** Presses Tab until the element has the focus: these tests neither click nor focus by other means. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
