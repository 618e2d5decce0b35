import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { clerkRouter } from './clerk.router.ts'
import { MigrationStatus, ProductionGuide } from './clerk.schema.ts'

export const clerkDocs = {
  tag: {
    name: 'Clerk',
    description: 'Requirements of signing in with Clerk. For signed-in people.',
  },
  outputs: {
    MigrationStatus: describeSchema(MigrationStatus, {
      description: 'Requirements of signing in with Clerk that production still lacks, in Italian.',
      example: {
        status: {
          currentEnvironment: 'staging',
          publicKey: 'pk_test_bmF0aXZlLWhlcm9uLTEyLmNsZXJrLmFjY291bnRzLmRldiQ',
          secretKey: 'sk_test_••••••••',
          issues: ['Le chiavi sono di prova (pk_test_, sk_test_) ma l’ambiente è staging.'],
          recommendations: ['Crea un’istanza di produzione in Clerk e usa le sue chiavi.'],
        },
        plan: {
          plan: 'Clerk firma già gli accessi in staging, e c’è un punto da sistemare.',
          steps: ['Crea l’istanza di produzione in Clerk, copiando quella di prova.'],
        },
      },
    }),
    ProductionGuide: describeSchema(ProductionGuide, {
      description: 'Steps that bring Clerk into production, in Italian.',
      fields: { error: 'Reason why the model gave no guide' },
      example: {
        success: false,
        guide: null,
        error: 'The AI service did not respond within 20 s.',
      },
    }),
  },
} satisfies DocsOf<typeof clerkRouter>
