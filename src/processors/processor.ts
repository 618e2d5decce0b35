import type { ComponentType, Ref } from 'react'
import type { CardField, PaymentValues } from '#client/features/transactions/payment-values.ts'
import type { Form } from '#client/lib/hooks/use-form.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import type { CardScript } from '#server/features/transactions/payer/card-form.schema.ts'
import type { PagePayment } from '#server/features/transactions/transactions.schema.ts'

export type CardToken =
  | { token: string }
  /** In the processor's words, of one of its fields where it is one's fault. */
  | { problem: string | undefined; field: CardField | undefined }

/** The card in a processor's own fields, for the form around them. */
export type TypedCard = {
  /** Stands for what is typed. The same payment once more has the same, so that it stays one payment. */
  tokenOf: (input: PagePayment) => Promise<CardToken>
  /** The payment was answered: what is sent next is another. */
  forget: () => void
  clear: () => void
  /** Has the bank ask the holder, and resolves when it has, whatever they said. */
  prove: (clientSecret: string) => Promise<void>
}

export type CardFieldsProps = {
  form: Form<PaymentValues>
  script: CardScript
  card: Ref<TypedCard>
}

/** The page's part of a processor at which merchants connect accounts. Its section of the settings is `settings.tsx`. */
export type PageProcessor = {
  /** Its name as people write it. */
  label: string
  /** Fields in which its script takes a card, loaded when they are shown; missing where it has none. */
  CardFields?: ComponentType<CardFieldsProps>
  /** Says how the outcomes of an account's payments arrive. */
  Arrival: ComponentType<{ account: ProcessorAccount }>
}
