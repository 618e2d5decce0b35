import { expect, type Locator, type Page } from '@playwright/test'
import type { AnyRouter } from '@tanstack/react-router'

/** The notice with this title; both kinds, friendly and urgent. */
export const toast = (page: Page, title: string): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title })

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

export async function signInOnScreen(page: Page, who: { email: string; password: string }) {
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
}

/** The row of the table of transactions that shows this amount. */
export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

/** The figure on the card with this label. */
export const figure = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: 'Key figures' }).getByText(label, { exact: true }).locator('..')

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // After a change of width the layout follows with the next rendering, not at the same instant.
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

/** So that the next visit begins anew, with who is signed in by then. */
export const leave = (page: Page) => page.goto('about:blank')

/**
 * Goes on to another address as a link does, without loading the page anew, which is most of what a look at
 * many screens takes; the first address is loaded.
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
        // What a visit before it still had to draw may come first.
        if (toLocation.pathname !== new URL(href, location.href).pathname) return
        stop()
        resolve()
      })
      void router.navigate({ href })
    })
  }, path)
}

/** A section of the page by its name. */
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name })

/** Whatever says that it is still loading. */
export const busy = (page: Page): Locator => page.locator('[aria-busy="true"]')

/** From the payment form by a link of the navigation, so that only what the page asks for is asked. */
export async function follow(page: Page, name: string) {
  await page.goto('/payments')
  await expect(page.getByText('Test amounts')).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
}

/** A click that no pointer moved to, such as some devices make of a tap. */
export const clickAt = (page: Page, x: number, y: number) =>
  page.evaluate(
    ([clientX, clientY]) => {
      const target = document.elementFromPoint(clientX, clientY)
      target?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY }))
    },
    [x, y] as const,
  )
