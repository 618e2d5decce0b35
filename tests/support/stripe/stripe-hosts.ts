import type { BrowserContext, Page } from '@playwright/test'
import type { StripeStandIn } from './stripe-stand-in.ts'

const OF_STRIPE = /^https:\/\/(?:js|api)\.stripe\.com\//

/**
 * Gives Stripe's own names to the stand-in within one browser: a page loads Stripe.js from where it always
 * does, under the content security policy that it always has.
 */
export async function asStripe(
  browser: BrowserContext | Page,
  { url }: Pick<StripeStandIn, 'url'>,
): Promise<void> {
  await browser.route(OF_STRIPE, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    try {
      await route.fulfill({ response: await route.fetch({ url: `${url}${pathname}${search}` }) })
    } catch {
      // To the browser Stripe cannot be reached, where it has not gone away itself.
      await route.abort().catch(() => undefined)
    }
  })
}
