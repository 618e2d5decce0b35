import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'

/**
 * The built server in a process of its own on an empty SQLite file, with one merchant, one key and
 * one payment. Durability is as shipped: WAL with synchronous=FULL.
 */
export async function startServer(folder) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const databaseUrl = `file:${join(folder, 'incasso.db')}`
  const child = spawn(process.execPath, [inRoot('dist/server/server.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await ready(child, url)

  const { send, ...made } = await makeMerchant(url)
  return {
    url,
    databaseUrl,
    ...made,
    stop: async () => {
      const list = await send('/api/transactions?limit=1')
      const stored = Number(list.headers.get('x-total-count'))
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      const memoryMb = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return { stored, memoryMb }
    },
  }
}

/** Signs somebody up over the API itself, and takes one payment. */
async function makeMerchant(url) {
  let cookie = ''
  const send = async (path, body) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    const setCookie = response.headers.getSetCookie().map((each) => each.split(';')[0])
    if (setCookie.length > 0) cookie = setCookie.join('; ')
    return response
  }
  await send('/api/auth/sign-up/email', {
    email: 'bench@example.com',
    password: 'correct horse battery',
    name: 'Bench',
  })
  await send('/api/merchant/onboarding', {
    businessName: 'Bench',
    businessType: 'other',
    businessPhone: '1',
    acceptedTerms: true,
    acceptedPrivacy: true,
    timezone: 'Europe/Rome',
  })
  const { secret } = await (await send('/api/api-keys', { name: 'Bench' })).json()
  const paid = await send('/api/payments', {
    amount: '12.34',
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
  })
  const { id: transactionId, transactionId: reference } = await paid.json()
  return { send, secret, transactionId, reference }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

async function ready(child, url) {
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error('the server ended')
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the server did not become ready')
}
