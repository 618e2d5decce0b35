#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { run } from './run.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  terminal: {
    out: (line) => process.stdout.write(`${line}\n`),
    error: (line) => process.stderr.write(`${line}\n`),
    now: () => Date.now(),
  },
  signal: ending.signal,
  version,
})
