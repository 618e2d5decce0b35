import { Incasso } from '../incasso.ts'
import { IncassoProblem, NoResponse } from '../problems.ts'
import { runRehearsal } from '../rehearse/command.ts'
import { checkSettings } from '../settings.ts'
import { httpUrl, type Options, readArguments } from './arguments.ts'
import { helpOf } from './help.ts'
import { type Credentials, findCredentials } from './key-store.ts'
import { listen } from './listen.ts'
import { login } from './login.ts'
import { type ExitCode, exitCodes, printable, type Terminal, UsageError } from './output.ts'
import { listPayments } from './payments.ts'
import { isSecret } from './sign.ts'
import { trigger } from './trigger.ts'

export type ProcessParts = {
  environment: NodeJS.ProcessEnv
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  terminal: Terminal
  /** Aborts when the user ends the command. */
  signal: AbortSignal
  version: string
}

const clientOf = ({ key, url }: Credentials): Incasso => new Incasso({ key, baseUrl: url })

/** Runs a command and returns the exit code of the process. */
export async function run(args: readonly string[], parts: ProcessParts): Promise<ExitCode> {
  const { terminal } = parts
  try {
    return await runCommand(args, parts)
  } catch (error) {
    if (error instanceof UsageError || error instanceof TypeError) {
      terminal.error(`${error.message}\nHelp: incasso --help`)
      return exitCodes.usage
    }
    if (error instanceof IncassoProblem || error instanceof NoResponse) {
      const id = error instanceof IncassoProblem ? error.requestId : undefined
      terminal.error(printable(`${error.message}${id ? ` (request ${id})` : ''}`))
      return exitCodes.refused
    }
    throw error
  }
}

function secretOf({ values }: Options): string | undefined {
  const { secret } = values
  if (secret === undefined || isSecret(secret)) return secret
  throw new UsageError('--secret must be a signing secret, whsec_…')
}

async function runCommand(args: readonly string[], parts: ProcessParts): Promise<ExitCode> {
  const { environment, terminal, signal, input, version } = parts
  const options = readArguments(args)
  const { values, positionals } = options
  const [command, second, ...rest] = positionals
  if (values.version) {
    terminal.out(version)
    return exitCodes.done
  }
  if (values.help || command === undefined) {
    terminal.out(helpOf(command))
    return command === undefined && !values.help ? exitCodes.usage : exitCodes.done
  }
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one word too many.`)
  const isJson = values.json ?? false
  const common = { isJson, signal, environment }
  if (command === 'login') {
    const url = values.url ?? environment['INCASSO_URL'] ?? 'http://127.0.0.1:3000'
    return login({ environment, url, input }, terminal)
  }
  const url = values.url === undefined ? {} : { url: values.url }
  const credentials = async (): Promise<Credentials> => {
    const found = await findCredentials(environment, url)
    // Checks key and URL. Refuses a URL that would send the key unencrypted to another machine.
    const { key, baseUrl } = checkSettings({ key: found.key, baseUrl: found.url })
    return { key, url: baseUrl }
  }
  switch (command) {
    case 'payments': {
      const { status, limit } = values
      return listPayments(
        clientOf(await credentials()),
        { verb: second, status, limit, isJson },
        terminal,
      )
    }
    case 'trigger': {
      const { amount = '12.00', reference, 'test-event': isTestEvent = false } = values
      return trigger(
        clientOf(await credentials()),
        { type: second, amount, reference, isTestEvent, isJson },
        terminal,
      )
    }
    case 'listen': {
      const target = values['forward-to']
      const forwardTo = target === undefined ? undefined : httpUrl('--forward-to', target)
      const secret = secretOf(options)
      const types = values.events?.split(',')
      return listen(await credentials(), { forwardTo, secret, types, ...common }, terminal)
    }
    case 'rehearse':
      return runRehearsal(
        await credentials(),
        { values, secret: secretOf(options), signal },
        terminal,
      )
    default:
      throw new UsageError(`There is no command "${printable(command)}".`)
  }
}
