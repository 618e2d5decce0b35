import { z } from 'zod'
import { confirmedOwner, owner, router, signedInMember } from '#server/core/calls/trpc.ts'
import { connectableLabels } from '#server/services/processors/account-schemas.ts'
import { listOpenAccounts } from '#server/services/processors/processor-accounts.queries.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { changeAccount, disconnectAccount } from './change-account.ts'
import { connectAccount } from './connect-account.ts'
import { assertSameMode } from './key-checks.ts'
import { setAdditionalMethod } from './methods/additional-method.ts'
import {
  AdditionalMethodChange,
  MethodExclusion,
  OfferedMethods,
} from './methods/offered-methods.schema.ts'
import { excludeMethods, readOfferedMethods } from './methods/offered-methods.ts'
import { findConnectable, requireOpenAccount } from './open-account.ts'
import { accountOf } from './processor-accounts.rules.ts'
import {
  ChangedProcessorAccount,
  CheckKey,
  KeyPermissions,
  NewProcessorAccount,
  NewTransferAccount,
  ProcessorAccount,
  ProcessorAccountId,
  TransferAccount,
} from './processor-accounts.schema.ts'
import { startImport } from './start-import.ts'
import { connectTransfer, disconnectTransfer, findTransferAccount } from './transfer-account.ts'

export const processorAccountsRouter = router({
  list: signedInMember
    .meta({
      rest: {
        method: 'GET',
        path: '/api/processor-accounts',
        summary: 'List the connected processors',
        description: 'Accounts of the merchant that take real payments. No response contains keys.',
      },
    })
    .input(NoInput)
    .output(ProcessorAccount.array())
    .query(async ({ ctx }) =>
      (await listOpenAccounts(ctx.db, { merchantId: ctx.merchant.id }))
        .filter(({ processor }) => ctx.processors.named(processor).accounts)
        .map(accountOf),
    ),
  /** Returns a key's permissions before the key is stored. For the dashboard only. */
  check: owner
    .input(CheckKey)
    .output(KeyPermissions)
    .mutation(async ({ ctx, input: { processor: name, secretKey } }) => {
      const processor = findConnectable(ctx.processors, name)
      await assertSameMode(ctx.merchant, processor, { secretKey })
      return { permissions: await processor.accounts.tryPermissions(secretKey) }
    }),
  connect: confirmedOwner
    .meta({
      rest: {
        method: 'POST',
        path: '/api/processor-accounts',
        status: 201,
        summary: 'Connect a processor',
        description: `Lets payments go to a ${connectableLabels} account. The key is tried first; it is stored encrypted, and no response shows it again. An account that was connected before takes no more payments.`,
        errors: ['conflict', 'unavailable'],
      },
    })
    .input(NewProcessorAccount)
    .output(ProcessorAccount)
    .mutation(({ ctx, input }) => connectAccount(ctx, input)),
  update: confirmedOwner
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/processor-accounts/{id}',
        summary: 'Change the keys of a processor',
        description:
          'For the same account at the processor. A former webhook secret is accepted for 24 hours more.',
        errors: ['not_found', 'conflict', 'unavailable'],
      },
    })
    .input(ChangedProcessorAccount)
    .output(ProcessorAccount)
    .mutation(({ ctx, input }) => changeAccount(ctx, input)),
  disconnect: confirmedOwner
    .meta({
      rest: {
        method: 'DELETE',
        path: '/api/processor-accounts/{id}',
        status: 204,
        summary: 'Disconnect a processor',
        description:
          'It takes no more payments. Its payments can still be refunded, and open ones are still checked.',
        errors: ['not_found'],
      },
    })
    .input(ProcessorAccountId)
    .output(z.void())
    .mutation(({ ctx, input }) => disconnectAccount(ctx, input)),
  import: confirmedOwner
    .meta({
      rest: {
        method: 'POST',
        path: '/api/processor-accounts/{id}/import',
        summary: 'Bring in earlier payments',
        description:
          'Brings in the payments of the last 90 days that the account took without Incasso, and that have come to their end. It goes on by itself, and the list of accounts says how far it is. Each payment comes in once, however often this is asked.',
        errors: ['not_found', 'conflict', 'unavailable'],
      },
    })
    .input(ProcessorAccountId)
    .output(ProcessorAccount)
    .mutation(({ ctx, input }) => startImport(ctx, input)),
  /** Returns the methods that the processor's page can offer. For the dashboard only. */
  methods: owner
    .input(ProcessorAccountId)
    .output(OfferedMethods)
    .query(({ ctx, input }) => readOfferedMethods(ctx, input)),
  excludeMethods: owner
    .input(MethodExclusion)
    .output(z.void())
    .mutation(({ ctx, input }) => excludeMethods(ctx, input)),
  /**
   * Starts or stops sending payments of another method to the account, besides the account's own method. For the
   * dashboard only.
   */
  setFurtherMethod: owner
    .input(AdditionalMethodChange)
    .output(z.void())
    .mutation(({ ctx, input }) => setAdditionalMethod(ctx, input)),
  /** Returns the bank account that payers transfer to. For the dashboard only. */
  transfer: signedInMember
    .input(NoInput)
    .output(TransferAccount.nullable())
    .query(({ ctx }) => findTransferAccount(ctx, { merchantId: ctx.merchant.id })),
  connectTransfer: confirmedOwner
    .input(NewTransferAccount)
    .output(TransferAccount)
    .mutation(({ ctx, input }) => connectTransfer(ctx, input)),
  disconnectTransfer: confirmedOwner
    .input(ProcessorAccountId)
    .output(z.void())
    .mutation(({ ctx, input }) => disconnectTransfer(ctx, input)),
  test: owner
    .meta({
      rest: {
        method: 'POST',
        path: '/api/processor-accounts/{id}/test',
        summary: 'Test what a key may do',
        description: 'Tries each permission with a call that changes nothing.',
        errors: ['not_found'],
      },
    })
    .input(ProcessorAccountId)
    .output(KeyPermissions)
    .mutation(async ({ ctx, input: { id } }) => {
      const { processor, secretKey } = await requireOpenAccount(ctx, {
        merchantId: ctx.merchant.id,
        id,
      })
      return { permissions: await processor.accounts.tryPermissions(secretKey) }
    }),
})
