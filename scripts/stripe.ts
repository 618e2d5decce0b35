// A server that stands in for Stripe, for development without a network: `npm run dev -- --stripe` starts it beside
// the server. The first line says its address and the keys of an account, as JSON; it ends with its parent.
import { createInterface } from 'node:readline'
import { stripeStandIn } from '../tests/support/stripe/stripe-stand-in.ts'

const TICK_MS = 1000

const stripe = await stripeStandIn()
const account = stripe.addAccount()
const { key, publishableKey } = account
console.log(JSON.stringify({ url: stripe.url, key, publishableKey }))

// Its clock goes as ours does, and what happened is told to the endpoints that were made there.
const ticking = setInterval(() => {
  stripe.advance(TICK_MS)
  stripe
    .deliver(account)
    .catch((error: Error) => console.log(`no endpoint was reached: ${error.message}`))
}, TICK_MS)

createInterface({ input: process.stdin }).on('close', () => {
  clearInterval(ticking)
  void stripe[Symbol.asyncDispose]()
})
