import { randomUUID } from 'node:crypto'
import type { Row } from './support/call-row.ts'

/** The calls of how pages for payers look, as `calls` has them. */
export const lookCalls: Record<string, Row> = {
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
