import type { ComponentType, Ref } from 'react'
import type { CardField, PaymentValues } from '#client/features/transactions/payment-values.ts'
import type { Form } from '#client/lib/hooks/use-form.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import type { CardScript } from '#server/features/transactions/payer/card-form.schema.ts'
import type { PagePayment } from '#server/features/transactions/transactions.schema.ts'
import type { Mode } from '#server/shared/mode.ts'
import type { PaymentMethod } from '#server/shared/money/payment-method.ts'

export type CardToken =
  | { token: string }
  /** A problem in the processor's words, with the field that caused it, if any. */
  | { problem: string | undefined; field: CardField | undefined }

/** The card in a processor's own fields, for the surrounding form. */
export type TypedCard = {
  /**
   * Resolves to a token for the typed card. The same payment gets the same token again, so that a retry pays
   * once.
   */
  tokenOf: (input: PagePayment) => Promise<CardToken>
  /** Called when the payment has an outcome: the next payment gets a new token. */
  forget: () => void
  clear: () => void
  /** Starts the bank's authentication of the card holder, and resolves when it ends, whatever its result. */
  prove: (clientSecret: string) => Promise<void>
}

export type CardFieldsProps = {
  form: Form<PaymentValues>
  script: CardScript
  card: Ref<TypedCard>
}

/**
 * The page's part of a processor with accounts of merchants. Its section of the settings is in
 * `settings.tsx`.
 */
export type PageProcessor = {
  /** The processor's name as people write it. */
  label: string
  /** A sentence for each method that the processor takes: how, and the next step. */
  takes: Readonly<Partial<Record<PaymentMethod, Record<Mode, string>>>>
  /** Card fields of the processor's script, loaded when shown; undefined where it has none. */
  CardFields?: ComponentType<CardFieldsProps>
  /** Shows how the outcomes of an account's payments arrive. */
  NotificationStatus: ComponentType<{ account: ProcessorAccount }>
}
