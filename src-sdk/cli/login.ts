import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Incasso } from '../incasso.ts'
import { storeCredentials } from './key-store.ts'
import { type ExitCode, exitCodes, type Terminal, UsageError } from './output.ts'

type Input = NodeJS.ReadableStream & { isTTY?: boolean }

/** Reads one line. A terminal does not show it, since it is a secret. */
async function readSecret(input: Input, terminal: Terminal): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  if (input.isTTY) terminal.error('Paste an API key (sk_test_…), then press Enter:')
  const lines = createInterface({ input, output: hidden, terminal: input.isTTY === true })
  try {
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
  }
}

/** Stores a key that the server accepts. */
export async function login(
  { environment, url, input }: { environment: NodeJS.ProcessEnv; url: string; input: Input },
  terminal: Terminal,
): Promise<ExitCode> {
  const key = await readSecret(input, terminal)
  if (key === '') throw new UsageError('There was no key.')
  const client = new Incasso({ key, baseUrl: url, maxRetries: 1 })
  const { businessName } = await client.merchant()
  const file = await storeCredentials(environment, { key, url })
  const mode = key.startsWith('sk_live_') ? 'live' : 'test'
  terminal.out(`Stored a ${mode} key of ${businessName} for ${url} in ${file}`)
  return exitCodes.done
}
