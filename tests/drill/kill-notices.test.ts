import { drill } from '../support/drill.ts'
import { runInnerDrill } from '../support/inner-drill.ts'

const notices = { files: ['tests/server/notice-kills.test.ts'], counts: ['NOTICE_KILLS'] }

drill({
  row: 'kill-notices',
  what: 'kill -9 before each statement of recording a dispute and of queueing the mails of its notices: each notice is there once, and each member gets one mail',
  quick: 1,
  full: 300,
  only: 'sqlite',
  run: runInnerDrill(notices),
  selfTest: () => runInnerDrill({ ...notices, fault: 'notices-later' })(1),
})
