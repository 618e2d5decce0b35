import { Anchor, Grid, Skeleton, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { DetailFailure } from '#client/components/detail-failure.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { latestPayments } from '#client/features/customers/customer-search.ts'
import { customers } from '#client/texts/en/customers.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { CustomerDetail } from '#server/features/customers/customers.schema.ts'
import { CustomerHead } from './-components/customer-head.tsx'
import {
  CustomerFacts,
  CustomerFees,
  CustomerPayments,
  LifetimeValue,
} from './-components/customer-sections.tsx'

export const Route = createFileRoute('/_app/customers/$customerId')({
  loader: ({ params: { customerId } }) => {
    void queries.customers.get.prefetch({ id: customerId })
    void queries.refunds.figures.prefetch({ customerId })
    void queries.balanceEntries.summary.prefetch({ customerId })
    void queries.transactions.rows.prefetch(latestPayments(customerId))
  },
  component: CustomerPage,
})

const texts = customers.detail

function CustomerPage() {
  const { customerId } = Route.useParams()
  const { data, error, refetch, isFetching } = trpc.customers.get.useQuery({ id: customerId })
  return (
    <Page title={data?.name ?? shell.pages.customers}>
      <div>
        <Anchor
          size="sm"
          display="inline-flex"
          renderRoot={(props) => <Link to="/customers" {...props} />}
        >
          <IconArrowLeft size={18} aria-hidden />
          &nbsp;{texts.back}
        </Anchor>
      </div>
      {data ? (
        <Sections customer={data} />
      ) : error ? (
        <DetailFailure
          texts={texts}
          list={{ to: '/customers', label: texts.back }}
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

function Sections({ customer }: { customer: CustomerDetail }) {
  return (
    <>
      <CustomerHead customer={customer} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <LifetimeValue customer={customer} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <CustomerFacts customer={customer} />
        </Grid.Col>
      </Grid>
      <CustomerFees customer={customer} />
      <CustomerPayments customerId={customer.id} />
    </>
  )
}

function DetailSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height="6rem" radius="lg" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Skeleton height="13rem" radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Skeleton height="13rem" radius="lg" />
        </Grid.Col>
      </Grid>
      <Skeleton height="18rem" radius="lg" />
    </Stack>
  )
}
