import { drill } from '../support/drill.ts'
import { runInnerDrill } from '../support/inner-drill.ts'

const answers = { files: ['tests/server/answer-kills.test.ts'], counts: ['ANSWER_KILLS'] }

drill({
  row: 'kill-answers',
  what: 'kill -9 before each statement of sending an answer to a dispute at PayPal: each answer is there once',
  quick: 1,
  full: 300,
  only: 'sqlite',
  run: runInnerDrill(answers),
  selfTest: () => runInnerDrill({ ...answers, fault: 'forgotten-answers' })(1),
})
