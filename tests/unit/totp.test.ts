import { expect, test } from 'vitest'
import { totp } from '../support/totp.ts'

/** The table of RFC 6238, appendix B, for SHA-1 and eight digits. */
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('an authenticator app shows at %i seconds %s', (seconds, code) => {
  const uri = 'otpauth://totp/A:b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8'

  expect(totp(uri, seconds * 1000)).toBe(code)
})
