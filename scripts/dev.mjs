// Runs the server and the dashboard for development: they restart or reload when their sources change.
// `--stripe` and `--paypal` also run the stand-ins of Stripe and PayPal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { endWithNpm } from './lib/parent.mjs'
import { bin, inRoot } from './lib/paths.mjs'
import { releaseSignals } from './lib/run.mjs'

requireNode()
endWithNpm()
process.chdir(inRoot())
if (existsSync('.env')) process.loadEnvFile('.env')
await ensureInstalled()
releaseSignals()

const port = Number(process.env.PORT ?? 3000)
const apiPort = port + 1
const appUrl = process.env.APP_URL ?? `http://127.0.0.1:${port}`
const children = []

function stopAll(code) {
  process.exitCode ??= code
  for (const child of children) child.kill('SIGTERM')
}

function start(name, args, env, stdin = 'ignore') {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`))
  }
  // Stops all processes when one exits: the server and the dashboard need each other.
  child.on('exit', (code) => stopAll(code ?? 0))
  children.push(child)
  return child
}

/** Starts a stand-in, and returns the first line of its output: its URL and the keys of an account. */
async function startStandIn(name) {
  const child = start(name, [bin.tsx, `scripts/${name}.ts`], {}, 'pipe')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return JSON.parse(line)
}

/** Starts the Stripe stand-in, prints its keys for the settings, and returns its URLs as environment variables. */
async function startStripe() {
  const { url, key, publishableKey } = await startStandIn('stripe')
  console.log(
    `The stand-in of Stripe is at ${url}. Settings, Payments, Connect Stripe takes these keys:`,
  )
  console.log(`  restricted key   ${key}\n  publishable key  ${publishableKey}`)
  return { STRIPE_API_URL: url, STRIPE_JS_URL: url }
}

/** Starts the PayPal stand-in, prints its keys for the settings, and returns its URL as an environment variable. */
async function startPayPal() {
  const { url, clientId, secret } = await startStandIn('paypal')
  console.log(
    `The stand-in of PayPal is at ${url}. Settings, Payments, Connect PayPal takes these keys:`,
  )
  console.log(`  client ID   ${clientId}\n  secret key  ${secret}`)
  return { PAYPAL_API_URL: url }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(0))

const standIns = {
  ...(process.argv.includes('--stripe') && (await startStripe())),
  ...(process.argv.includes('--paypal') && (await startPayPal())),
}

start('server', [bin.tsx, 'watch', '--clear-screen=false', 'src-server/server.ts'], {
  PORT: String(apiPort),
  APP_URL: appUrl,
  ...standIns,
})
start(
  'page  ',
  [bin.vite, '--host', '127.0.0.1', '--port', String(port), '--strictPort', '--clearScreen=false'],
  { API_PORT: String(apiPort) },
)
console.log(`The page is at ${appUrl}, the API behind it on port ${apiPort}. Ctrl-C ends both.`)
