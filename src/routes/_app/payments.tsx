import { Grid, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#client/components/page.tsx'
import { SuspendedNotice } from '#client/features/session/suspended-notice.tsx'
import { isLiveBook } from '#client/lib/book.ts'
import { shell } from '#client/texts/shell.ts'
import { NoProcessor } from './-payments/no-processor.tsx'
import { PaymentForm } from './-payments/payment-form.tsx'
import { PaymentResult } from './-payments/payment-result.tsx'
import { SandboxHint } from './-payments/sandbox-hint.tsx'
import { useProcessPayment } from './-payments/use-process-payment.ts'

export const Route = createFileRoute('/_app/payments')({ component: PaymentsPage })

const focusMethod = () =>
  document.querySelector<HTMLElement>('input[name="paymentMethod"]:checked')?.focus()

function PaymentsPage() {
  return (
    <Page title={shell.pages.payments} width="68rem">
      <SuspendedNotice />
      {isLiveBook ? <NoProcessor /> : <TestPayment />}
    </Page>
  )
}

function TestPayment() {
  const payment = useProcessPayment()
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <PaymentForm onSubmit={payment.process} isPending={payment.isPending} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <PaymentResult outcome={payment.outcome} onTryAgain={focusMethod} />
          <SandboxHint />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}
