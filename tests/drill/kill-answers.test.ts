import { drill } from '../support/drill.ts'
import { runInnerDrill } from '../support/inner-drill.ts'

const answers = { files: ['tests/server/answer-kills.test.ts'], counts: ['ANSWER_KILLS'] }

drill({
  row: 'kill-answers',
  what: 'processes that are to be killed (kill -9) at a statement of sending an answer to a dispute at PayPal, of which at least a third must meet it: each answer is there once',
  quick: 4,
  full: 300,
  only: 'sqlite',
  run: runInnerDrill(answers),
  selfTest: () => runInnerDrill({ ...answers, fault: 'forgotten-answers' })(4),
})
