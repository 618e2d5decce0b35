import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { UsageError } from './output.ts'

/** The key and the server that commands use. */
export type Credentials = { key: string; url: string }

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the file of the stored key, in the user's folder for configuration. */
export function keyFile(environment: Environment): string {
  const folder =
    environment['XDG_CONFIG_HOME'] ??
    (process.platform === 'win32' ? environment['APPDATA'] : undefined) ??
    path.join(homedir(), '.config')
  return path.join(folder, 'incasso', 'credentials.json')
}

/** Stores a key so that only its user can read it. A reader never finds half of the file. */
export async function storeCredentials(
  environment: Environment,
  credentials: Credentials,
): Promise<string> {
  const file = keyFile(environment)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  // The mode above applies to a new file only.
  await chmod(draft, 0o600)
  await rename(draft, file)
  return file
}

async function readStored(environment: Environment): Promise<Partial<Credentials>> {
  const file = keyFile(environment)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new UsageError(`${file} cannot be read: ${error.message}`)
  })
  try {
    const { key, url }: Record<string, unknown> = JSON.parse(text)
    return {
      ...(typeof key === 'string' && { key }),
      ...(typeof url === 'string' && { url }),
    }
  } catch {
    throw new UsageError(`${file} is not JSON. Run "incasso login" again.`)
  }
}

/**
 * Returns the key and the server: from the options, then from the environment, then from the file that `login` wrote.
 * A stored key is used only for the server that it was stored for.
 */
export async function findCredentials(
  environment: Environment,
  options: Partial<Credentials>,
): Promise<Credentials> {
  const key = options.key ?? environment['INCASSO_API_KEY']
  const url = options.url ?? environment['INCASSO_URL']
  if (key !== undefined && url !== undefined) return { key, url }
  const stored = await readStored(environment)
  if (key !== undefined) return { key, url: stored.url ?? 'http://127.0.0.1:3000' }
  if (stored.key === undefined) {
    throw new UsageError('There is no key. Run "incasso login", or set INCASSO_API_KEY.')
  }
  const storedUrl = stored.url ?? 'http://127.0.0.1:3000'
  if (url !== undefined && url !== storedUrl) {
    throw new UsageError(`The stored key belongs to ${storedUrl}. Set INCASSO_API_KEY for ${url}.`)
  }
  return { key: stored.key, url: storedUrl }
}
