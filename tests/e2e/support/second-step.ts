import { equal } from 'node:assert/strict'
import { totp } from '#tests/support/totp.ts'
import type { Account, Caller } from './account.ts'

const STEP_MS = 30_000

/** Returns the code that the app shows now. Each code can be used once. */
export const codeNow = (uri: string): string => totp(uri, Date.now())

/** Returns the code of the next half minute: the server accepts it already, and it was never used. */
export const nextCode = (uri: string): string => totp(uri, Date.now() + STEP_MS)

export type SecondStep = { uri: string; recoveryCodes: string[] }

/** Enables the second step of the person who is signed in on `page`, without the screens. */
export async function turnOnSecondStep(page: Caller, { password }: Account): Promise<SecondStep> {
  const begun = await page.request.post('/api/auth/two-factor/enable', { data: { password } })
  equal(begun.status(), 200, await begun.text())
  const { totpURI: uri, backupCodes } = (await begun.json()) as {
    totpURI: string
    backupCodes: string[]
  }
  const data = { code: codeNow(uri) }
  const done = await page.request.post('/api/auth/two-factor/verify-totp', { data })
  equal(done.status(), 200, await done.text())
  return { uri, recoveryCodes: backupCodes }
}
