import { randomInt } from 'node:crypto'
import { addFault, addFaults, drill, type Fault, type Tally, tally } from '../support/drill.ts'
import { type Command, sequencesOf } from '../support/sequences/commands.ts'
import { differenceOf, type ObservedReply } from '../support/sequences/merchant-client.ts'
import type { Step } from '../support/sequences/model.ts'
import {
  type Merchant,
  newMerchant,
  type ServerPair,
  STRANGER,
  startPair,
} from '../support/sequences/pair.ts'
import { lastSteps, stepOf } from '../support/sequences/steps.ts'

/** Merchants that are active at the same time. */
const LANES = 4
/**
 * Sequences per merchant. The first sequence begins without data, the other sequences with the data of earlier
 * sequences.
 */
const SEQUENCES_PER_MERCHANT = 5
/** Sequences per pair of fresh databases, since each sequence ends with a check of all stored data. */
const SEQUENCES_PER_DATABASE = 50
const SELF_TEST = 12

/** A sequence with a wrong response, and the responses of both servers. */
class WrongResponse extends Error {
  readonly answers: ObservedReply[]
  constructor(message: string, answers: ObservedReply[]) {
    super(message)
    this.answers = answers
  }
}

async function runStep(merchant: Merchant, step: Step): Promise<void> {
  const [sqlite, postgres] = await Promise.all([
    merchant.sqlite.runStep(step),
    merchant.postgres.runStep(step),
  ])
  const answers = [sqlite, postgres]
  const isLeaked = answers.some((response) =>
    JSON.stringify(response.whole ?? '').includes(STRANGER),
  )
  const difference = isLeaked
    ? 'it shows what is a stranger’s'
    : differenceOf(step, sqlite, postgres)
  if (difference === undefined) return
  throw new WrongResponse(
    `${step.method} ${step.path} ${JSON.stringify(step.body)}: ${difference}`,
    answers,
  )
}

async function runSequence(merchant: Merchant, commands: readonly Command[]): Promise<number> {
  for (const command of commands) await runStep(merchant, stepOf(merchant.modelState, command))
  const finalSteps = lastSteps(merchant.modelState)
  for (const step of finalSteps) await runStep(merchant, step)
  return commands.length + finalSteps.length
}

function faultOf({ answers, message }: WrongResponse): Fault {
  if (answers.some(({ status }) => status >= 500)) return 'crashed'
  return message.includes('stranger’s') ? 'leaked' : 'lost'
}

type Run = { pair: ServerPair; sequences: Command[][]; seed: number; from: number }

/** Plays the sequences on one pair of servers, and returns the number of commands. */
async function runSequences({ pair, sequences, seed, from }: Run, found: Tally): Promise<number> {
  let next = 0
  let commands = 0
  const lane = async (name: string) => {
    for (
      let sequenceCount = 0, merchant: Merchant | undefined;
      next < sequences.length;
      sequenceCount++
    ) {
      const at = next++
      const isNew = merchant === undefined || sequenceCount % SEQUENCES_PER_MERCHANT === 0
      merchant = isNew ? await newMerchant(pair, `${name}-${sequenceCount}`) : merchant
      try {
        const commandCount = await runSequence(merchant as Merchant, sequences[at] ?? [])
        commands += commandCount
      } catch (error) {
        if (!(error instanceof WrongResponse)) throw error
        addFault(found, faultOf(error), `seed ${seed}, sequence ${from + at}: ${error.message}`)
        // After a fault the merchant's model no longer matches the servers.
        merchant = undefined
      }
      const broken = await Promise.all([
        pair.sqlite.findBrokenInvariants(),
        pair.postgres.findBrokenInvariants(),
      ])
      addFaults(found, 'crashed', broken.flat())
      found.tried += 1
    }
  }
  const before = await Promise.all([pair.sqlite.strangersView(), pair.postgres.strangersView()])
  await Promise.all(Array.from({ length: LANES }, (_, at) => lane(`lane${at}`)))
  const after = await Promise.all([pair.sqlite.strangersView(), pair.postgres.strangersView()])
  for (const [at, view] of after.entries()) {
    if (view !== before[at]) addFault(found, 'leaked', `what the stranger has became ${view}`)
  }
  return commands
}

type Attempt = { fault?: string; seed?: number }

async function runAttempt(
  count: number,
  { fault, seed = randomInt(2 ** 31) }: Attempt = {},
): Promise<Tally> {
  const found = tally()
  const all = sequencesOf(seed, count)
  let commands = 0
  for (let from = 0; from < count; from += SEQUENCES_PER_DATABASE) {
    await using pair = await startPair(LANES * 2, fault)
    const sequences = all.slice(from, from + SEQUENCES_PER_DATABASE)
    commands += await runSequences({ pair, sequences, seed, from }, found)
  }
  found.notes = [
    `${commands} commands answered thrice: by the model, on SQLite and on PostgreSQL`,
    `made from seed ${seed}`,
  ]
  return found
}

drill({
  row: 'sequences',
  what: 'random sequences of commands: model, SQLite and PostgreSQL say the same, checked after each',
  only: 'postgres',
  quick: 200,
  full: 2000,
  run: (count) => runAttempt(count),
  selfTest: async () => {
    const [inexact, unerased] = await Promise.all([
      runAttempt(SELF_TEST, { fault: 'inexact', seed: 1 }),
      runAttempt(SELF_TEST, { fault: 'unerased', seed: 1 }),
    ])
    // Each of the two faults must be found separately.
    return inexact.lost > 0 && unerased.lost > 0 ? inexact : tally()
  },
})
