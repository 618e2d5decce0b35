import { z } from 'zod'
import {
  ConnectableName,
  KeyPermissionName,
  keyShape,
  NewAccount,
} from '#server/services/processors/account-schemas.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Iban } from '#server/shared/money/iban.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { Instant, line } from '#server/shared/text/text.ts'

/** Import of the payments that an account took before it was connected, or without Incasso. */
export const PaymentImport = z.strictObject({
  state: z.enum(['running', 'done']),
  since: Instant,
  until: Instant,
  count: z.int(),
  failures: z.int(),
})
export type PaymentImport = z.infer<typeof PaymentImport>

/** A processor account of the merchant. No response contains its secrets. */
export const ProcessorAccount = z.strictObject({
  id: z.string(),
  processor: ConnectableName,
  paymentMethod: PaymentMethod,
  keyHint: z.string(),
  publishableKey: z.string(),
  webhook: z.enum(['made', 'pasted', 'none']),
  heardAt: Instant.nullable(),
  polledAt: Instant.nullable(),
  import: PaymentImport.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ProcessorAccount = z.infer<typeof ProcessorAccount>

/** A permission that an API key may need, and whether the key has it. */
export const KeyPermission = z.strictObject({
  name: KeyPermissionName,
  needs: z.enum(['read', 'write']),
  isNeeded: z.boolean(),
  state: z.enum(['allowed', 'missing', 'unknown']),
  says: z.string().nullable(),
})
export type KeyPermission = z.infer<typeof KeyPermission>

export const KeyPermissions = z.strictObject({ permissions: z.array(KeyPermission) })
export type KeyPermissions = z.infer<typeof KeyPermissions>

export const NewProcessorAccount = NewAccount
export type NewProcessorAccount = z.infer<typeof NewProcessorAccount>

export const CheckKey = z.strictObject({
  processor: ConnectableName,
  secretKey: keyShape('secretKey'),
})
export type CheckKey = z.infer<typeof CheckKey>

export const ChangedProcessorAccount = z.strictObject({
  id: LookupKey,
  secretKey: keyShape('secretKey').optional(),
  publishableKey: keyShape('publishableKey').optional(),
  webhookSecret: keyShape('webhookSecret').optional(),
})
export type ChangedProcessorAccount = z.infer<typeof ChangedProcessorAccount>

export const ProcessorAccountId = z.strictObject({ id: LookupKey })
export type ProcessorAccountId = z.infer<typeof ProcessorAccountId>

/** The merchant's own bank account, as payers see it. */
export const TransferAccount = z.strictObject({
  id: z.string(),
  iban: z.string(),
  holder: z.string(),
  createdAt: Instant,
})
export type TransferAccount = z.infer<typeof TransferAccount>

export const NewTransferAccount = z.strictObject({ iban: Iban, holder: line(70) })
export type NewTransferAccount = z.infer<typeof NewTransferAccount>
