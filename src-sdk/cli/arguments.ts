import { parseArgs } from 'node:util'
import { UsageError } from './output.ts'

const optionTypes = {
  'forward-to': { type: 'string' },
  target: { type: 'string' },
  secret: { type: 'string' },
  events: { type: 'string' },
  'state-url': { type: 'string' },
  story: { type: 'string', multiple: true },
  'junit-file': { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
  key: { type: 'string' },
  url: { type: 'string' },
  amount: { type: 'string' },
  reference: { type: 'string' },
  'test-event': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export type Options = ReturnType<typeof readOptions>

const readOptions = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: optionTypes, allowPositionals: true, strict: true })

/** Options that each command accepts, besides `--url`, `--json` and `--help`. */
const accepted: Record<string, readonly string[]> = {
  login: [],
  payments: ['status', 'limit'],
  trigger: ['test-event', 'amount', 'reference'],
  listen: ['forward-to', 'secret', 'events'],
  rehearse: ['target', 'secret', 'state-url', 'story', 'junit-file'],
}
const common = ['url', 'json', 'help', 'version']

/** Reads the arguments. Throws a UsageError for an option that the command does not have. */
export function readArguments(args: readonly string[]): Options {
  let parsed: Options
  try {
    parsed = readOptions(args)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  const [command = ''] = parsed.positionals
  const known = accepted[command]
  if (!known) return parsed
  for (const name of Object.keys(parsed.values)) {
    if (name === 'key')
      throw new UsageError('A key on the command line is visible to others. Use "incasso login".')
    if (![...known, ...common].includes(name)) {
      throw new UsageError(`"incasso ${command}" has no option --${name}.`)
    }
  }
  return parsed
}

/** Returns a URL of this machine or of a network, for requests of this program. */
export function httpUrl(name: string, text: string | undefined): URL {
  const withScheme = text !== undefined && /^[\w.-]+:\d+/.test(text) ? `http://${text}` : text
  if (withScheme !== undefined && URL.canParse(withScheme)) {
    const url = new URL(withScheme)
    if (/^https?:$/.test(url.protocol)) return url
  }
  throw new UsageError(`${name} must be a URL, such as http://127.0.0.1:4000/webhooks.`)
}
