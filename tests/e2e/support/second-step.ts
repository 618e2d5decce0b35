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
export async function enableSecondStep(page: Caller, { password }: Account): Promise<SecondStep> {
  const enableResponse = await page.request.post('/api/auth/two-factor/enable', {
    data: { password },
  })
  equal(enableResponse.status(), 200, await enableResponse.text())
  const { totpURI: uri, backupCodes } = (await enableResponse.json()) as {
    totpURI: string
    backupCodes: string[]
  }
  const data = { code: codeNow(uri) }
  const verifyResponse = await page.request.post('/api/auth/two-factor/verify-totp', { data })
  equal(verifyResponse.status(), 200, await verifyResponse.text())
  return { uri, recoveryCodes: backupCodes }
}
