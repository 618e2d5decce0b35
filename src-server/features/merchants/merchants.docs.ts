import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import { Merchant } from '#server/core/merchant.schema.ts'
import type { merchantRouter } from './merchants.router.ts'
import { Onboarding, UpdateMerchant } from './merchants.schema.ts'

export const merchant: Merchant = {
  id: 'mer_01K94B7C8D9E0F1G2H3J4K5M6N',
  businessName: 'Bar Centrale',
  businessType: 'retail',
  businessAddress: 'Piazza Garibaldi 1, Parma',
  businessPhone: '+39 0521 123456',
  businessWebsite: 'https://barcentrale.example',
  businessDescription: null,
  estimatedVolume: '5000-10000',
  email: 'giulia@barcentrale.example',
  verificationStatus: 'verified',
  currency: 'EUR',
  timezone: 'Europe/Rome',
  createdAt: '2025-11-02T17:00:00.000Z',
  updatedAt: '2025-11-02T17:00:00.000Z',
}

export const merchantsDocs = {
  tag: { name: 'Merchant', description: 'The business that takes the payments.' },
  inputs: {
    MerchantChange: describeSchema(UpdateMerchant, {
      example: { businessPhone: '+39 0521 123456', currency: 'EUR' },
    }),
    Onboarding: describeSchema(Onboarding, {
      example: {
        businessName: 'Bar Centrale',
        businessType: 'retail',
        businessPhone: '+39 0521 123456',
        businessAddress: 'Piazza Garibaldi 1, Parma',
        businessWebsite: 'https://barcentrale.example',
        estimatedVolume: '5000-10000',
        acceptedTerms: true,
        acceptedPrivacy: true,
        timezone: 'Europe/Rome',
      },
    }),
  },
  outputs: {
    Merchant: describeSchema(Merchant, {
      description: 'A business.',
      fields: { currency: 'The reporting currency', timezone: 'IANA name' },
      example: merchant,
    }),
  },
} satisfies DocsOf<typeof merchantRouter>
