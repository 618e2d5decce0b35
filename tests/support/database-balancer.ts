import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { freePort } from './free-port.ts'
import type { PostgresPair } from './postgres-pair.ts'

/** True when `haproxy` and `psql` are installed, which `startBalancer` needs. */
export const hasBalancer =
  spawnSync('haproxy', ['-v']).status === 0 && spawnSync('psql', ['--version']).status === 0

const deployFile = (name: string) => new URL(`../../deploy/${name}`, import.meta.url)

/** A running HAProxy. Its URL leads to the server of the pair that accepts writes. */
export type Balancer = AsyncDisposable & { url: string }

async function assertWritable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('show transaction_read_only')
    expect(rows[0].transaction_read_only).toBe('off')
  } finally {
    await client.end()
  }
}

/** Starts HAProxy with the configuration of deploy/, in front of a primary and its standby. */
export async function startBalancer({
  ports,
  url: primaryUrl,
}: Pick<PostgresPair, 'ports' | 'url'>): Promise<Balancer> {
  const client = new pg.Client({ connectionString: primaryUrl() })
  await client.connect()
  await client.query('create role haproxy login')
  await client.end()
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-balancer-'))
  const port = await freePort()
  const settings = path.join(folder, 'haproxy.cfg')
  const text = readFileSync(deployFile('haproxy.cfg'), 'utf8')
    .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replace('127.0.0.1:5432', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:5433', `127.0.0.1:${ports[1]}`)
    .replace('/etc/haproxy/is-primary.sh', fileURLToPath(deployFile('is-primary.sh')))
  writeFileSync(settings, text)
  const child = spawn('haproxy', ['-db', '-f', settings], {
    env: { PATH: process.env.PATH },
    stdio: 'ignore',
  })
  // Also ends HAProxy when a test run is aborted.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  // Before its first check, HAProxy treats both servers as writable.
  await vi.waitFor(
    async () => {
      for (let n = 0; n < 4; n++) await assertWritable(url)
    },
    { timeout: 60_000, interval: 100 },
  )
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
