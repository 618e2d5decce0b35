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
    'Signing secret, `whsec_…`, of an endpoint that you created at the processor; for PayPal the id of the webhook',
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
      fields: {
        ...fields,
        makeWebhook: 'True when Incasso creates the webhook endpoint at the processor',
      },
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
      description: 'Permission that a key may need.',
      fields: {
        name: 'Name of the permission at the processor',
        needs: 'Extent of the permission that is needed',
        isNeeded:
          'True when payments need the permission; without the others only some details are missing',
        state: 'State of the permission; `unknown` when the processor did not respond',
        says: 'Message of the processor about a missing permission',
      },
    }),
    KeyPermissions: describeSchema(KeyPermissions, {
      description: 'Permissions of a key.',
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
      description:
        'Import of the payments that the account took before its connection, or without Incasso.',
      fields: {
        state: '`running` until all are imported',
        since: 'Start of the imported period',
        until: 'End of the imported period',
        count: 'Number of payments that were imported so far',
        failures:
          'Number of consecutive calls that the processor refused or did not respond; they are repeated',
      },
    }),
    ProcessorAccount: describeSchema(ProcessorAccount, {
      description: 'An account at a processor. No response contains its secrets.',
      fields: {
        paymentMethod: 'Method of the payments that go to the account',
        keyHint: 'Beginning and end of the key',
        publishableKey: fields.publishableKey,
        webhook: 'State of the webhook endpoint at the processor, made by Incasso or by you',
        heardAt: 'Time of the last event that the processor sent',
        polledAt: 'Time of the last poll for events',
        import: 'Import of its earlier payments; null when none was started',
      },
      example: account,
    }),
  },
} satisfies DocsOf<typeof processorAccountsRouter>
