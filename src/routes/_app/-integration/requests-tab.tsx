import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { IconFilterOff, IconListSearch, IconRefresh } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ListStates } from '../../../components/list-states.tsx'
import { noPage, nullAs } from '../../../lib/visitor.ts'
import { requestLog as texts } from '../../../texts/request-log.ts'
import { trpc } from '../../../trpc.ts'
import {
  type IntegrationSearch,
  isNarrowed,
  noRequestFilter,
  pageCountOf,
  requestsInput,
} from './integration-search.ts'
import { ListPager } from './list-pager.tsx'
import { RequestFilters } from './request-filters.tsx'
import { RequestRows } from './request-rows.tsx'
import { Section } from '../../../components/section.tsx'
import { useChangeSearch } from './use-change-search.ts'

type Props = { search: IntegrationSearch }

const useRequests = (search: IntegrationSearch) =>
  trpc.requestLog.list.useQuery(requestsInput(search), {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
    // Nothing tells the page of calls that were made meanwhile.
    refetchOnMount: 'always',
  })

export function RequestsTab({ search }: Props) {
  const { page, method, answer, path, key } = search
  const change = useChangeSearch()
  const query = useRequests(search)
  const { data, isPlaceholderData, isFetching, refetch } = query
  const filter = { method, answer, path, key }
  const pageCount = data ? pageCountOf(data.total) : 0
  if (!isPlaceholderData && pageCount > 0 && page > pageCount) {
    return <Navigate to="." search={{ ...search, page: pageCount }} replace />
  }
  return (
    <Section
      title={texts.title}
      text={texts.text}
      isBusy={isFetching}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void refetch()}
        >
          {texts.refresh}
        </Button>
      }
    >
      <RequestFilters
        filter={filter}
        shownKeys={(data?.data ?? []).map(({ keyPrefix }) => keyPrefix)}
        onChange={(changed) =>
          change(
            { ...changed, page: 1 },
            // One step back leaves the path, not each pause in typing.
            { replace: 'path' in changed && path !== undefined },
          )
        }
      />
      <Content
        query={query}
        isFiltered={isNarrowed(filter)}
        onClear={() => change({ ...noRequestFilter, page: 1 })}
      />
      {data && data.data.length > 0 && (
        <ListPager page={page} result={data} onPage={(next) => change({ page: next })} />
      )}
    </Section>
  )
}

type ContentProps = {
  query: ReturnType<typeof useRequests>
  isFiltered: boolean
  onClear: () => void
}

function Content({ query, isFiltered, onClear }: ContentProps) {
  return (
    <ListStates query={query} failed={texts.loadFailed} rows={3}>
      {({ data }) =>
        data.length > 0 ? (
          <RequestRows rows={data} isStale={query.isPlaceholderData} />
        ) : (
          <NoRequests isFiltered={isFiltered} onClear={onClear} />
        )
      }
    </ListStates>
  )
}

function NoRequests({ isFiltered, onClear }: Omit<ContentProps, 'query'>) {
  return isFiltered ? (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />}
      title={texts.noMatchTitle}
      text={texts.noMatch}
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconListSearch size={28} stroke={1.5} aria-hidden />}
      title={texts.empty}
      text={texts.emptyHelp}
    />
  )
}
