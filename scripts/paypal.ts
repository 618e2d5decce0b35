// Runs the PayPal stand-in, for development without a network; `npm run dev -- --paypal` starts it with the server.
// Its first line of output contains its URL and the keys of an account, as JSON. It exits with its parent.
import { createInterface } from 'node:readline'
import { startPayPalStandIn } from '../tests/support/paypal/paypal-stand-in.ts'

const TICK_MS = 1000

const paypal = await startPayPalStandIn()
const account = paypal.addAccount()
const { clientId, secret } = account
console.log(JSON.stringify({ url: paypal.url, clientId, secret }))

// Advances the stand-in's clock in real time, and delivers its events to the webhooks registered with it.
const ticking = setInterval(() => {
  paypal.advance(TICK_MS)
  paypal
    .deliver(account)
    .catch((error: Error) => console.log(`no webhook was reached: ${error.message}`))
}, TICK_MS)

createInterface({ input: process.stdin }).on('close', () => {
  clearInterval(ticking)
  void paypal[Symbol.asyncDispose]()
})
