import { Anchor, Grid, Skeleton, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { DetailFailure } from '#client/components/detail-failure.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { disputePages as texts } from '#client/texts/en/dispute-pages.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import { DisputeFacts } from './-components/dispute-facts.tsx'
import { DisputeHead } from './-components/dispute-head.tsx'
import { DisputeHistory } from './-components/dispute-history.tsx'
import { DisputePlan } from './-components/dispute-plan.tsx'
import { EvidenceSection } from './-components/evidence-section.tsx'

export const Route = createFileRoute('/_app/disputes/$disputeId')({
  loader: ({ params: { disputeId } }) => void queries.disputes.get.prefetch({ id: disputeId }),
  component: DisputePage,
})

function DisputePage() {
  const { disputeId } = Route.useParams()
  const { data, error, refetch, isFetching } = trpc.disputes.get.useQuery({ id: disputeId })
  return (
    <Page title={data ? texts.title(`#${data.reference}`) : shell.pages.disputes}>
      <div>
        <Anchor
          size="sm"
          display="inline-flex"
          renderRoot={(props) => <Link to="/disputes" {...props} />}
        >
          <IconArrowLeft size={18} aria-hidden />
          &nbsp;{texts.toList}
        </Anchor>
      </div>
      {data ? (
        <>
          <DisputeHead dispute={data} />
          {data.canAccept && <DisputePlan id={data.id} />}
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 7 }}>
              {/* Another dispute starts with an empty form. */}
              <EvidenceSection key={data.id} dispute={data} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="md">
                <DisputeFacts dispute={data} />
                <DisputeHistory dispute={data} />
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      ) : error ? (
        <DetailFailure
          texts={{ ...texts, loadFailed: texts.oneLoadFailed }}
          list={{ to: '/disputes', label: texts.toList }}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : data === null ? (
        <EmptyState title={texts.notFoundTitle} text={texts.notFound} />
      ) : (
        <Stack gap="md" aria-busy>
          <Skeleton height="8rem" radius="lg" />
          <Skeleton height="24rem" radius="lg" />
        </Stack>
      )}
    </Page>
  )
}
