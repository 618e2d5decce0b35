import { Anchor, Skeleton, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { DetailFailure } from '#client/components/detail-failure.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { money } from '#client/texts/en/money.ts'
import { queries, trpc } from '#client/trpc.ts'
import { PayoutContents, PayoutFacts } from '../-components/payout-sections.tsx'

const texts = money.payout

export const Route = createFileRoute('/_app/money/payouts/$payoutId')({
  loader: ({ params: { payoutId } }) => {
    void queries.payouts.get.prefetch({ id: payoutId })
  },
  component: PayoutPage,
})

function PayoutPage() {
  const { payoutId } = Route.useParams()
  const { timezone } = useSignedIn().merchant
  const { data, error, refetch, isFetching } = trpc.payouts.get.useQuery({ id: payoutId })
  const name = data ? `${texts.title} ${formatMoney(data.amount, data.currency)}` : texts.title
  return (
    <Page title={name}>
      <div>
        <Anchor
          size="sm"
          display="inline-flex"
          renderRoot={(props) => <Link {...props} to="/money" />}
        >
          <IconArrowLeft size={18} aria-hidden />
          &nbsp;{texts.toList}
        </Anchor>
      </div>
      {data ? (
        <>
          <PayoutFacts payout={data} timezone={timezone} />
          <PayoutContents payout={data} />
        </>
      ) : error ? (
        <DetailFailure
          texts={texts}
          list={{ to: '/money', label: texts.toList }}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : data === null ? (
        <EmptyState title={texts.notFoundTitle} text={texts.notFound} />
      ) : (
        <Stack gap="lg" aria-busy>
          <Skeleton height="16rem" radius="lg" />
          <Skeleton height="12rem" radius="lg" />
        </Stack>
      )}
    </Page>
  )
}
