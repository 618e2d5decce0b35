import { parseArgs } from 'node:util'

/** The parts of `npm test`, in their order, and what each does. */
export const PARTS = {
  check: 'format, lint, types, unit tests and server tests on SQLite',
  postgres: 'server tests on PostgreSQL',
  contract: 'the build, contract tests and drills, on both databases',
  browser: 'the build and browser tests',
}

export const USAGE = [
  'npm test                                    everything',
  ...Object.entries(PARTS).map(
    ([name, does]) => `${`npm test -- --only ${name}`.padEnd(44)}${does}`,
  ),
  'npm test -- --only browser --shard 1/2      the first half of the browser tests',
].join('\n')

const wrong = (text) => new Error(`${text}\n\n${USAGE}`)

/** Which of `count` equal pieces `1/2` means: `{ index: 1, count: 2 }`. */
function shardOf(text) {
  const [, index, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text)?.map(Number) ?? []
  if (index === undefined || index > count) throw wrong(`--shard ${text} is no part such as 1/2.`)
  return { index, count }
}

/** What the arguments of `npm test` ask for. Throws an error that says what they may be. */
export function wantedParts(args) {
  const { values } = parseKnown(args)
  const names = values.only ?? Object.keys(PARTS)
  for (const name of names) {
    if (!Object.hasOwn(PARTS, name)) throw wrong(`There is no part ${name}.`)
  }
  const shard = values.shard === undefined ? undefined : shardOf(values.shard)
  if (shard && names.join() !== 'browser') throw wrong('--shard goes with --only browser alone.')
  return { parts: new Set(names), shard }
}

function parseKnown(args) {
  const options = { only: { type: 'string', multiple: true }, shard: { type: 'string' } }
  try {
    return parseArgs({ args, options })
  } catch (error) {
    throw wrong(error.message)
  }
}
