import { type Ref, Suspense } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import type { PaymentValues } from '#client/features/transactions/payment-values.ts'
import type { Form } from '#client/lib/hooks/use-form.ts'
import { CardLoading, ReloadNotice } from '#client/processors/card-notices.tsx'
import type { TypedCard } from '#client/processors/processor.ts'
import { pageProcessor } from '#client/processors/registry.ts'
import { admitsScript } from '#client/processors/script-document.ts'
import { trpc } from '#client/trpc.ts'
import { CardFields } from './card-fields.tsx'

type Props = { form: Form<PaymentValues>; card: Ref<TypedCard> }

/** The card fields, from the processor or from this page. */
export function CardSection({ form, card }: Props) {
  const { data: cardForm, error, refetch } = trpc.transactions.cardForm.useQuery()
  const isShown = form.values.paymentMethod === 'card'
  const { by = null, script = null } = cardForm ?? {}
  const processor = pageProcessor(by)
  const ScriptFields = processor?.CardFields
  if (by && script && ScriptFields && admitsScript(by)) {
    // Hides the processor's fields for other methods: unmounting them would lose the typed text.
    return (
      <div hidden={!isShown}>
        <Suspense fallback={<CardLoading />}>
          <ScriptFields form={form} script={script} card={card} />
        </Suspense>
      </div>
    )
  }
  if (!isShown) return null
  if (!cardForm && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!cardForm) return <CardLoading />
  return script && processor ? (
    <ReloadNotice processor={processor.label} />
  ) : (
    <CardFields form={form} />
  )
}
