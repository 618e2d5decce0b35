import { parseArgs } from 'node:util'

/** The parts of `npm test` and `npm run test:all`, in their order, and what each does. */
export const PARTS = {
  check: 'format, lint, types, unit tests, screens and server tests on SQLite',
  postgres: 'server tests on PostgreSQL',
  contract: 'the build and contract tests',
  drills: 'the build and drills',
  browser: 'the build and browser tests',
}

const SHARDED = ['drills', 'browser']

export const USAGE = [
  'npm test                                    what proves a change',
  'npm run test:all                            everything, before a release',
  'npm run test:timed                          what looks at the clock: reports and does not gate',
  ...Object.entries(PARTS).map(
    ([name, does]) => `${`npm test -- --only ${name}`.padEnd(44)}${does}`,
  ),
  'npm run test:all -- --only browser --shard 1/2   the first half of the browser tests',
].join('\n')

const usageError = (text) => new Error(`${text}\n\n${USAGE}`)

/** Parses `1/2`, the first of two equal shards: `{ index: 1, count: 2 }`. */
function shardOf(text) {
  const [, index, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text)?.map(Number) ?? []
  if (index === undefined || index > count)
    throw usageError(`--shard ${text} is not a part such as 1/2.`)
  return { index, count }
}

/**
 * Parses the arguments of `scripts/test.mjs`. The scope is `change` (npm test), `all` (npm run test:all) or
 * `timed` (npm run test:timed). Throws an error whose message lists the valid arguments.
 */
export function wantedParts(args) {
  const { values } = parseOptions(args)
  if (values.all && values.timed) throw usageError('--all and --timed exclude each other.')
  const scope = values.timed ? 'timed' : values.all ? 'all' : 'change'
  if (scope === 'timed' && values.only) throw usageError('--timed has no parts.')
  const names = values.only ?? Object.keys(PARTS)
  for (const name of names) {
    if (!Object.hasOwn(PARTS, name)) throw usageError(`There is no part ${name}.`)
  }
  const shard = values.shard === undefined ? undefined : shardOf(values.shard)
  if (shard && !SHARDED.includes(names.join())) {
    throw usageError(`--shard goes with --only ${SHARDED.join(' or --only ')} alone.`)
  }
  return { scope, parts: new Set(names), shard }
}

function parseOptions(args) {
  const options = {
    all: { type: 'boolean' },
    timed: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    shard: { type: 'string' },
  }
  try {
    return parseArgs({ args, options })
  } catch (error) {
    throw usageError(error.message)
  }
}
