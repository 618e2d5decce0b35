import { expect, type Page } from '@playwright/test'
import { totp } from '#tests/support/totp.ts'
import type { Account } from './account.ts'

const STEP_MS = 30_000

/** What the app shows now; each code counts once. */
export const codeNow = (uri: string): string => totp(uri, Date.now())

/** What it shows in half a minute: accepted already, and never used before it is shown. */
export const nextCode = (uri: string): string => totp(uri, Date.now() + STEP_MS)

export type SecondStep = { uri: string; recoveryCodes: string[] }

/** Turns on the second step of the person who is signed in on `page`, without the screens. */
export async function turnOnSecondStep(page: Page, { password }: Account): Promise<SecondStep> {
  const begun = await page.request.post('/api/auth/two-factor/enable', { data: { password } })
  expect(begun.status(), await begun.text()).toBe(200)
  const { totpURI: uri, backupCodes } = (await begun.json()) as {
    totpURI: string
    backupCodes: string[]
  }
  const data = { code: codeNow(uri) }
  const done = await page.request.post('/api/auth/two-factor/verify-totp', { data })
  expect(done.status(), await done.text()).toBe(200)
  return { uri, recoveryCodes: backupCodes }
}
