import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'

/** More than the statements of a sign-up. The loop ends at the first sign-up that no kill interrupts. */
const MAX_KILLS = 60
const LIMIT_MS = Number(process.env.DRILL_LIMIT_MS ?? 240_000)
const PASSWORD = 'correct horse battery'

const post = (server: KillableServer, name: string, body: object) =>
  fetch(`${server.url}/api/auth/${name}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Returns the e-mail addresses of users without a sign-in method, whose owners cannot sign in. */
async function findHalfSignUps(databaseUrl: string): Promise<string[]> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1 })
  const users = await db
    .selectFrom('authUsers')
    .select('email')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('authAccounts').select('id').whereRef('userId', '=', 'authUsers.id'))),
    )
    .execute()
  await close()
  return users.map(({ email }) => email)
}

test(
  'a kill before any sign-up statement leaves an e-mail address that can sign up again, or a working account',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'incasso-kill-'))
    const file = path.join(folder, 'at')
    await using server = await startKillableServer(
      { KILL_AT_FILE: file },
      { fault: 'kill-at-statement' },
    )
    let kills = 0

    for (let at = 1; at <= MAX_KILLS; at++) {
      const person = { email: `p${at}@example.com`, password: PASSWORD, name: 'Ann' }
      writeFileSync(file, String(at))
      process.kill(server.pid(), 'SIGUSR2')
      const response = await post(server, 'sign-up', person).catch(() => undefined)
      if (response) break
      kills += 1
      await server.killAndRestart()

      const repeated = await post(server, 'sign-up', person)
      const signedIn = await post(server, 'sign-in', person)
      expect([at, repeated.status, signedIn.status]).toEqual([
        at,
        expect.toBeOneOf([200, 422]),
        200,
      ])
    }

    // Statements: look-up of the e-mail address, user, account, session, and the statements around them.
    expect(kills).toBeGreaterThan(5)
    expect(kills).toBeLessThan(MAX_KILLS)
    expect(await findHalfSignUps(server.databaseUrl)).toEqual([])
    rmSync(folder, { recursive: true })
  },
  LIMIT_MS,
)
