import { randomUUID } from 'node:crypto'
import type { Row } from './support/call-row.ts'

/** Calls about the merchant's branding on payer pages; part of `calls`. */
export const brandingCalls: Record<string, Row> = {
  'look.get': { who: 'signedInMember' },
  'look.update': {
    who: 'owner',
    input: () => ({ supportEmail: `${randomUUID().replaceAll(/\d/g, 'x')}@example.com` }),
    bad: [
      { accent: 'red' },
      { termsUrl: 'http://evil.example' },
      { supportEmail: 'nobody' },
      { logo: 'PHN2Zz48L3N2Zz4=' },
    ],
    changes: ['audit_log', 'merchant_looks'],
  },
}
