import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { startKillableServer } from '../support/killable-server.ts'
import { startMailServer } from '../support/mail-server.ts'

const PASSWORD = 'correct horse battery'
const MESSAGE_ID = /^Message-ID: (<\S+>)\r$/m

test('a mail that is being sent when the server is killed is sent after the restart', async () => {
  let isHanging = true
  const messageIds: string[] = []
  await using mails = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      messageIds.push(address)
      if (!isHanging) done()
    },
  })
  await using server = await startKillableServer(mails.environment)
  const signUp = () =>
    fetch(`${server.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD, name: 'Ann' }),
    })

  expect((await signUp()).status).toBe(200)
  await expect.poll(() => messageIds.length, { timeout: 60_000, interval: 10 }).toBe(1)
  isHanging = false
  await server.killAndRestart()
  // On PostgreSQL the mail is due again when its lease has expired.
  await expect.poll(() => mails.taken.length, { timeout: 60_000, interval: 100 }).toBe(1)
  await server.stop()

  const { db, close } = openDatabase({ url: server.databaseUrl })
  const rows = await db.selectFrom('mails').selectAll().execute()
  await close()
  expect(rows).toMatchObject([{ kind: 'verification', status: 'sent', attempts: 2, text: null }])
  expect(MESSAGE_ID.exec(mails.taken[0]?.source ?? '')?.[1]).toBe(`<${rows[0]?.id}@example.com>`)
})
