import type { BrowserContext, Page } from '@playwright/test'
import type { StripeStandIn } from './stripe-stand-in.ts'

const STRIPE_URLS = /^https:\/\/(?:js|api)\.stripe\.com\//

/**
 * Routes Stripe's own hostnames to the stand-in within one browser. A page loads Stripe.js from its usual URL, under
 * its usual content security policy.
 */
export async function routeStripeHosts(
  browser: BrowserContext | Page,
  { url }: Pick<StripeStandIn, 'url'>,
): Promise<void> {
  await browser.route(STRIPE_URLS, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    try {
      await route.fulfill({ response: await route.fetch({ url: `${url}${pathname}${search}` }) })
    } catch {
      // Makes Stripe unreachable for the browser, unless the browser itself has closed.
      await route.abort().catch(() => undefined)
    }
  })
}
