import { Anchor, Button, Grid, Group, Paper, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { Page } from '#client/components/page.tsx'
import { PaymentEntries } from '#client/features/money/payment-entries.tsx'
import { MoneyPanel } from '#client/features/refunds/money-panel.tsx'
import { useCapture } from '#client/features/refunds/use-capture.tsx'
import { usePaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useOriginList } from '#client/features/transactions/list-origin.ts'
import { useDecision } from '#client/features/transactions/use-decision.tsx'
import { useTransaction } from '#client/features/transactions/use-transactions.ts'
import { readProblem } from '#client/lib/problem.ts'
import { shell } from '#client/texts/en/shell.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { queries } from '#client/trpc.ts'
import { MoneyActions } from './-components/money-actions.tsx'
import { MoreDetails } from './-components/more-details.tsx'
import { NeighbourLinks } from './-components/neighbour-links.tsx'
import { Printout } from './-components/printout.tsx'
import { SendLink } from './-components/send-link.tsx'
import { DetailSkeleton, TransactionFields } from './-components/transaction-fields.tsx'
import { TransactionHead } from './-components/transaction-head.tsx'
import { TransactionTimeline } from './-components/transaction-timeline.tsx'

export const Route = createFileRoute('/_app/transactions/$transactionId')({
  loader: ({ params }) => {
    void queries.transactions.get.prefetch({ id: params.transactionId })
    void queries.refunds.ofPayment.prefetch({ id: params.transactionId })
    void queries.receipts.ofPayment.prefetch({ id: params.transactionId })
    void queries.paymentLinks.ofPayment.prefetch({ id: params.transactionId })
    void queries.team.role.prefetch()
  },
  component: TransactionPage,
})

function TransactionPage() {
  const { transactionId } = Route.useParams()
  const { data, error, refetch, isFetching } = useTransaction(transactionId)
  const { timezone } = useSignedIn().merchant
  const { decide, dialog } = useDecision()
  const { onCapture, onVoid, dialog: captureDialog } = useCapture()
  const money = usePaymentMoney(data?.transactionId ?? '', { isNeeded: Boolean(data) })
  const list = useOriginList()
  const name = data ? `#${data.transactionId}` : shell.pages.transactions
  return (
    <Page title={name}>
      <Group justify="space-between" gap="xs" mih="2.25rem">
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/transactions" search={list} />}
          display="inline-flex"
        >
          <IconArrowLeft size={18} aria-hidden />
          &nbsp;{transactions.detail.back}
        </Anchor>
        {data && list && <NeighbourLinks transaction={data} list={list} />}
      </Group>
      {data ? (
        <>
          <TransactionHead
            transaction={data}
            money={money.data ?? undefined}
            onDecide={decide}
            onCapture={onCapture}
            timezone={timezone}
            actions={
              <>
                {money.data && (
                  <MoneyActions transaction={data} money={money.data} onVoid={onVoid} />
                )}
                {data.status === 'failed' && <SendLink transaction={data} />}
              </>
            }
          />
          <MoneyPanel transaction={data} timezone={timezone} />
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <TransactionFields transaction={data} money={money.data ?? undefined} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="md">
                <TransactionTimeline transaction={data} money={money.data ?? undefined} />
                <MoreDetails transaction={data} />
              </Stack>
            </Grid.Col>
          </Grid>
          <PaymentEntries payment={data} />
          <Printout transaction={data} money={money.data ?? undefined} />
        </>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : data === null ? (
        <EmptyState title={transactions.detail.notFoundTitle} text={transactions.detail.notFound} />
      ) : (
        <DetailSkeleton />
      )}
      {dialog}
      {captureDialog}
    </Page>
  )
}

type FailureProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

function Failure({ error, onRetry, isRetrying }: FailureProps) {
  const texts = transactions.detail
  return (
    <Paper>
      {readProblem(error).code === 'not_found' ? (
        <EmptyState
          title={texts.notFoundTitle}
          text={texts.notFound}
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/transactions" {...props} />}
            >
              {texts.back}
            </Button>
          }
        />
      ) : (
        <ErrorState
          title={texts.loadFailed}
          error={error}
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      )}
    </Paper>
  )
}
