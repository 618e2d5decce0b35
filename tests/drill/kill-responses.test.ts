import { drill } from '../support/drill.ts'
import { runInnerDrill } from '../support/inner-drill.ts'

const responses = { files: ['tests/server/response-kills.test.ts'], counts: ['RESPONSE_KILLS'] }

drill({
  row: 'kill-answers',
  what: 'kill -9 before each statement of sending a response to a dispute at PayPal: each response is there once',
  quick: 1,
  full: 300,
  only: 'sqlite',
  run: runInnerDrill(responses),
  selfTest: () => runInnerDrill({ ...responses, fault: 'forgotten-responses' })(1),
})
