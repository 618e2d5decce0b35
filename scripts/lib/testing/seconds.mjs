import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { inRoot } from '../paths.mjs'
import { elapsedMs, listSteps } from '../steps.mjs'

const FILE = 'test-results/seconds.json'
const SLOWEST = 12

const roundSeconds = (ms) => Math.round(ms / 100) / 10

const slowestOf = (files) => files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)

/** Writes the duration of each part and test file, for later decisions about which tests are worth their time. */
export function writeSeconds({ scope, parts, passed, failed, skipped, files }) {
  const result = {
    scope,
    parts,
    at: new Date().toISOString(),
    node: process.versions.node,
    processors: availableParallelism(),
    passed,
    failed,
    skipped,
    seconds: roundSeconds(elapsedMs()),
    steps: listSteps().map(({ name, ms }) => ({ name, seconds: roundSeconds(ms) })),
    files: files
      .toSorted((one, other) => other.ms - one.ms)
      .map(({ project, file, ms }) => ({ project, file, seconds: roundSeconds(ms) })),
  }
  mkdirSync(inRoot('test-results'), { recursive: true })
  writeFileSync(inRoot(FILE), `${JSON.stringify(result, undefined, 2)}\n`)
}

/** Prints the seconds of each part and of the slowest files. */
export function printSeconds(files) {
  console.log('\nSeconds of each part')
  for (const { name, ms } of listSteps()) console.log(line(name, ms))
  const slowest = slowestOf(files)
  if (slowest.length > 0) console.log('\nSlowest files, in seconds of a worker')
  for (const { project, file, ms } of slowest) console.log(line(`${file} (${project})`, ms))
  console.log(`\nall in ${FILE}`)
}

const line = (name, ms) => `${roundSeconds(ms).toFixed(1).padStart(8)}  ${name}`
