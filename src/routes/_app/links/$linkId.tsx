import { Anchor, Grid, Skeleton, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { DetailFailure } from '#client/components/detail-failure.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { CounterCard } from '#client/features/payment-links/counter-card.tsx'
import { latestOfLink } from '#client/features/payment-links/link-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { LatestTransactions } from '#client/features/transactions/latest-transactions.tsx'
import { linkPage as texts } from '#client/texts/en/link-page.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { EmbedSection } from './-components/embed-section.tsx'
import { LinkCounts, LinkFacts } from './-components/link-facts.tsx'
import { LinkHead } from './-components/link-head.tsx'
import { LinkUrl } from './-components/link-url.tsx'

export const Route = createFileRoute('/_app/links/$linkId')({
  loader: ({ params: { linkId } }) => {
    void queries.paymentLinks.get.prefetch({ id: linkId })
    void queries.paymentLinks.choices.prefetch({ id: linkId })
    void queries.paymentLinks.qr.prefetch({ id: linkId })
    void queries.transactions.rows.prefetch(latestOfLink(linkId))
  },
  component: LinkPage,
})

function LinkPage() {
  const { linkId } = Route.useParams()
  const { data, error, refetch, isFetching } = trpc.paymentLinks.get.useQuery({ id: linkId })
  return (
    <Page title={data?.title ?? shell.pages.links}>
      <div>
        <Anchor
          size="sm"
          display="inline-flex"
          renderRoot={(props) => <Link to="/links" {...props} />}
        >
          <IconArrowLeft size={18} aria-hidden />
          &nbsp;{texts.back}
        </Anchor>
      </div>
      {data ? (
        <Sections link={data} />
      ) : error ? (
        <DetailFailure
          texts={texts}
          list={{ to: '/links', label: texts.back }}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : data === null ? (
        <EmptyState title={texts.notFoundTitle} text={texts.notFound} />
      ) : (
        <DetailSkeleton />
      )}
    </Page>
  )
}

function Sections({ link }: { link: PaymentLink }) {
  const { timezone, businessName } = useSignedIn().merchant
  return (
    <>
      <LinkHead link={link} timezone={timezone} />
      <LinkCounts link={link} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <LinkUrl link={link} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <LinkFacts link={link} timezone={timezone} />
        </Grid.Col>
      </Grid>
      <LatestTransactions
        input={latestOfLink(link.id)}
        timezone={timezone}
        about="customer"
        texts={texts.latest}
        emptyAction={null}
        link={
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/transactions" search={{ linkId: link.id }} />
            )}
          >
            {texts.latest.all}
          </Anchor>
        }
      />
      <EmbedSection link={link} />
      <CounterCard link={link} businessName={businessName} />
    </>
  )
}

function DetailSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height="7rem" radius="lg" />
      <Skeleton height="5rem" radius="lg" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Skeleton height="26rem" radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Skeleton height="26rem" radius="lg" />
        </Grid.Col>
      </Grid>
      <Skeleton height="18rem" radius="lg" />
    </Stack>
  )
}
