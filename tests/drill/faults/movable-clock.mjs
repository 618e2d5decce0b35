// No fault: on SIGUSR2 the server reads from a file how many milliseconds its clock is ahead.
import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { onSignal } from './on-signal.mjs'

const file = process.env.CLOCK_FILE
const RealDate = Date
const realNow = Date.now.bind(Date)
let aheadMs = 0

const now = () => realNow() + aheadMs
RealDate.now = now
const MovedDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new MovedDate().toString(),
})
RealDate.prototype.constructor = MovedDate
globalThis.Date = MovedDate

onSignal(() => {
  const text = readFileSync(file, 'utf8')
  aheadMs = Number(text)
  if (isMainThread) writeFileSync(`${file}.seen`, text)
})
