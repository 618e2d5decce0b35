import { Button, Group, Stack } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { IconFilterOff } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { EmptyState } from '../../../components/empty-state.tsx'
import { noPage, nullAs } from '../../../lib/visitor.ts'
import { webhookEvents as texts } from '../../../texts/webhook-events.ts'
import { trpc } from '../../../trpc.ts'
import { EventFilters } from './event-filters.tsx'
import { EventsContent } from './events-content.tsx'
import {
  eventsInput,
  type IntegrationSearch,
  isNarrowed,
  noEventFilter,
  pageCountOf,
} from './integration-search.ts'
import { ListPager } from './list-pager.tsx'
import { ReplayFailed } from './replay-failed.tsx'
import { Section } from '../../../components/section.tsx'
import { TestEventMenu } from './test-event-menu.tsx'
import { useChangeSearch } from './use-change-search.ts'
import { useEndpoint } from './use-integration.ts'
import { VerifySection } from './verify-section.tsx'

type Props = { search: IntegrationSearch }

export function EventsTab({ search }: Props) {
  const { page, status, type } = search
  const change = useChangeSearch()
  const isReady = useEndpoint() === 'ready'
  const query = trpc.webhooks.list.useQuery(eventsInput(search), {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
  const { data, isPlaceholderData } = query
  const isFiltered = isNarrowed({ status, type })
  const pageCount = data ? pageCountOf(data.total) : 0
  if (!isPlaceholderData && pageCount > 0 && page > pageCount) {
    return <Navigate to="." search={{ ...search, page: pageCount }} replace />
  }
  return (
    <Stack gap="md">
      <Section
        title={texts.title}
        text={texts.help}
        isBusy={query.isFetching}
        action={
          isReady && (
            <Group gap="xs">
              <ReplayFailed type={type} />
              <TestEventMenu />
            </Group>
          )
        }
      >
        <EventFilters
          filter={{ status, type }}
          onChange={(changed) => change({ ...changed, page: 1 })}
        />
        <EventsContent
          query={query}
          label={texts.list}
          empty={
            isFiltered ? (
              <NoMatch onClear={() => change({ ...noEventFilter, page: 1 })} />
            ) : undefined
          }
        />
        {data && data.data.length > 0 && (
          <ListPager page={page} result={data} onPage={(next) => change({ page: next })} />
        )}
      </Section>
      <VerifySection />
    </Stack>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />}
      title={texts.empty}
      text={texts.noMatch}
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      }
    />
  )
}
