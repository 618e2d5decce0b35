import { Grid, Skeleton, Stack, Text } from '@mantine/core'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { Page } from '#client/components/page.tsx'
import { SuspendedNotice } from '#client/features/session/suspended-notice.tsx'
import { useCanEdit } from '#client/lib/hooks/use-can-edit.tsx'
import { isLiveMode } from '#client/lib/mode.ts'
import { isFreshDocument, markPageLeft, mayReload } from '#client/processors/script-document.ts'
import { months } from '#client/texts/en/months.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import { LookupKey } from '#server/shared/id.ts'
import { AuthenticationDialog } from './-payments/authentication-dialog.tsx'
import { firstConnected } from './-payments/method-processors.ts'
import { NoProcessor } from './-payments/no-processor.tsx'
import { PaymentForm } from './-payments/payment-form.tsx'
import { PaymentResult } from './-payments/payment-result.tsx'
import { SandboxHint } from './-payments/sandbox-hint.tsx'
import { useProcessPayment } from './-payments/use-process-payment.ts'

/** The customer whose name and email the form starts with. */
const PaymentsSearch = z.object({ customer: LookupKey.optional().catch(undefined) })

export const Route = createFileRoute('/_app/payments')({
  validateSearch: PaymentsSearch,
  // Reloads the document after a navigation inside the app: only a document loaded for this page admits a
  // processor's script.
  beforeLoad: async ({ preload, location: { href } }) => {
    if (isFreshDocument()) return
    const form = await queries.transactions.cardForm.fetch().catch(() => undefined)
    if (form?.script && mayReload(form.by ?? '') && !preload)
      throw redirect({ href, reloadDocument: true })
  },
  loader: () => {
    void queries.transactions.cardForm.prefetch()
  },
  onLeave: markPageLeft,
  component: PaymentsPage,
})

const focusMethod = () =>
  document.querySelector<HTMLElement>('input[name="paymentMethod"]:checked')?.focus()

function PaymentsPage() {
  const { data, isPending } = trpc.transactions.cardForm.useQuery(undefined, {
    enabled: isLiveMode,
  })
  const mayChange = useCanEdit()
  const canTake = !isLiveMode || (data && firstConnected(data.processors) !== undefined)
  return (
    <Page title={shell.pages.payments}>
      <SuspendedNotice />
      {/* In test mode the sandbox takes all methods without an account. */}
      {!mayChange ? (
        <Text size="sm">{months.readsOnly}</Text>
      ) : canTake ? (
        <Payment />
      ) : (
        !isPending && <NoProcessor />
      )}
    </Page>
  )
}

function Payment() {
  const { data: cardForm } = trpc.transactions.cardForm.useQuery()
  const payment = useProcessPayment()
  const { customer: id = '' } = Route.useSearch()
  const { data: customer, isLoading } = trpc.customers.get.useQuery({ id }, { enabled: id !== '' })
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        {isLoading ? (
          <Skeleton height="32rem" radius="lg" aria-busy />
        ) : (
          <PaymentForm
            customer={customer ?? undefined}
            onSubmit={payment.process}
            isPending={payment.isPending}
          />
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <PaymentResult outcome={payment.outcome} onTryAgain={focusMethod} />
          {!isLiveMode && cardForm && <SandboxHint processors={cardForm.processors} />}
        </Stack>
      </Grid.Col>
      {payment.waiting && <AuthenticationDialog {...payment.waiting} />}
    </Grid>
  )
}
