import { blame, drill, type Tally, tally } from '../support/drill.ts'
import { runInnerTests } from '../support/inner-run.ts'

/** Runs the test of the kills with this number of them. */
async function killResponses(
  count: number,
  environment: Record<string, string> = {},
): Promise<Tally> {
  const { passed, failed } = await runInnerTests({
    project: 'sqlite',
    files: ['tests/server/response-kills.test.ts'],
    environment: { RESPONSE_KILLS: String(count), ...environment },
  })
  const found = tally({ tried: passed.length > 0 ? count : 0 })
  for (const { name, message } of failed) blame(found, 'lost', `${name}: ${message}`)
  return found
}

const fault = new URL('faults/forgotten-responses.mjs', import.meta.url).href

drill({
  row: 'kill-answers',
  what: 'processes that are to be killed (kill -9) at a statement of sending an answer to a dispute at PayPal, of which at least a third must meet it: each answer is there once',
  quick: 4,
  full: 300,
  only: 'sqlite',
  run: (count) => killResponses(count),
  selfTest: () => killResponses(4, { NODE_OPTIONS: `--import=${fault}` }),
})
