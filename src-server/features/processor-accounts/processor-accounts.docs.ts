import { type DocsOf, describeSchema } from '#server/core/calls/docs.ts'
import type { processorAccountsRouter } from './processor-accounts.router.ts'
import {
  ChangedProcessorAccount,
  KeyPermission,
  KeyPermissions,
  NewProcessorAccount,
  PaymentImport,
  ProcessorAccount,
} from './processor-accounts.schema.ts'

const account: ProcessorAccount = {
  id: 'acc_01KGA2Z9YX3W4V5T6S7R8Q9P0N',
  processor: 'stripe',
  paymentMethod: 'card',
  keyHint: 'rk_test_…x7Qz',
  publishableKey: 'pk_test_51Nq0Y2eZvKYlo2C',
  webhook: 'made',
  heardAt: '2026-01-31T19:20:00.000Z',
  polledAt: '2026-01-31T19:19:30.000Z',
  import: {
    state: 'done',
    since: '2025-11-02T18:05:00.000Z',
    until: '2026-01-31T18:05:00.000Z',
    count: 1234,
    failures: 0,
  },
  createdAt: '2026-01-31T18:00:00.000Z',
  updatedAt: '2026-01-31T18:00:00.000Z',
}

const fields = {
  secretKey:
    'A restricted key of the account, `rk_test_…` or `rk_live_…`; for PayPal the client id and the secret of a REST app, joined by a colon',
  publishableKey: 'The key that the processor’s script in a browser needs',
  webhookSecret:
    'Of an endpoint that you made by hand, `whsec_…`; for PayPal the id of the webhook',
}

export const processorAccountsDocs = {
  tag: {
    name: 'Processors',
    description:
      'The accounts that take real payments, with the merchant’s own keys. For signed-in owners.',
  },
  parameters: { id: { description: 'The id of the account (`acc_…`)', example: account.id } },
  inputs: {
    NewProcessorAccount: describeSchema(NewProcessorAccount, {
      fields: { ...fields, makeWebhook: 'Whether we make the webhook endpoint there' },
      example: {
        processor: 'stripe',
        secretKey: 'rk_test_51Nq0Y2eZvKYlo2C',
        publishableKey: 'pk_test_51Nq0Y2eZvKYlo2C',
        makeWebhook: true,
      },
    }),
    ProcessorAccountChange: describeSchema(ChangedProcessorAccount, {
      fields,
      example: { secretKey: 'rk_test_51Nq0Y2eZvKYlo2C' },
    }),
  },
  outputs: {
    KeyPermission: describeSchema(KeyPermission, {
      description: 'One thing that a key may have to do.',
      fields: {
        name: 'As the processor names it',
        needs: 'How much of it is needed',
        isNeeded:
          'True when payments need the permission; without the others only some details are missing',
        state: 'Whether the key may; `unknown` when the processor did not answer',
        says: 'What the processor says is missing, in its own words',
      },
    }),
    KeyPermissions: describeSchema(KeyPermissions, {
      description: 'What a key may do.',
      example: {
        permissions: [
          {
            name: 'payment_intents',
            needs: 'write',
            isNeeded: true,
            state: 'allowed',
            says: null,
          },
        ],
      },
    }),
    PaymentImport: describeSchema(PaymentImport, {
      description: 'The payments that the account took before, or without us.',
      fields: {
        state: '`running` until all of them are here',
        since: 'From when on they are brought in',
        until: 'Up to when',
        count: 'How many were brought in so far, in all',
        failures: 'How often in a row the processor refused, or did not answer; it is asked again',
      },
    }),
    ProcessorAccount: describeSchema(ProcessorAccount, {
      description: 'An account at a processor. Its secrets are in no answer.',
      fields: {
        paymentMethod: 'The payments that go to it',
        keyHint: 'How the key begins and ends',
        publishableKey: fields.publishableKey,
        webhook: 'Whether the processor tells us of events, by an endpoint that we made or you did',
        heardAt: 'When it last told us of an event',
        polledAt: 'When it was last asked for events',
        import: 'How far its earlier payments are brought in; null where nobody asked for them',
      },
      example: account,
    }),
  },
} satisfies DocsOf<typeof processorAccountsRouter>
