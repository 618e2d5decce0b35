import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { chownToPostgres } from './owner.ts'

/** True when PgBouncer is installed. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

const template = new URL('../../deploy/pgbouncer.ini', import.meta.url)

/** A running PgBouncer, which shares few connections to PostgreSQL among many clients. */
export type Pooler = {
  port: number
  stop: () => Promise<void>
}

function throughPooler(url: string, port: number): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

/** Returns the environment variables of a server that reaches its database through a pooler. */
export const poolerSettings = (url: string, port: number) => ({
  DATABASE_URL: throughPooler(url, port),
  DATABASE_DIRECT_URL: url,
  DATABASE_NAMED_STATEMENTS: 'off',
})

/** Starts PgBouncer with the configuration of deploy/, in front of the PostgreSQL at that URL. */
export async function startPooler(postgresUrl: string, { poolSize = 20 } = {}): Promise<Pooler> {
  const { port: postgresPort, username, password } = new URL(postgresUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-pooler-'))
  const port = await freePort()
  const users = path.join(folder, 'userlist.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  const text = readFileSync(template, 'utf8')
    .replace('port=5432', `port=${postgresPort}`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replace('default_pool_size = 20', `default_pool_size = ${poolSize}`)
  writeFileSync(settings, text)
  for (const file of [users, settings]) chmodSync(file, 0o644)
  const owner = chownToPostgres(folder)
  const child = spawn('pgbouncer', [settings], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Also ends PgBouncer when a test run is aborted.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  await waitUntilUp(child)
  return {
    port,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once PgBouncer reports that it runs. Continues to read its output. */
const waitUntilUp = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000)
      if (output.includes('process up')) resolve()
    })
    child.once('exit', () => reject(new Error(`PgBouncer ended: ${output}`)))
  })
