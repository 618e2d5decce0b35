// Runs the Stripe stand-in, for development without a network; `npm run dev -- --stripe` starts it with the server.
// Its first line of output contains its URL and the keys of an account, as JSON. It exits with its parent.
import { createInterface } from 'node:readline'
import { startStripeStandIn } from '../tests/support/stripe/stripe-stand-in.ts'

const TICK_MS = 1000

const stripe = await startStripeStandIn()
const account = stripe.addAccount()
const { key, publishableKey } = account
console.log(JSON.stringify({ url: stripe.url, key, publishableKey }))

// Advances the stand-in's clock in real time, and delivers its events to the endpoints registered with it.
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
