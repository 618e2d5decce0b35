import { Button, Group, NativeSelect } from '@mantine/core'
import { IconListSearch, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import { ListStates } from '#client/components/list/list-states.tsx'
import { Pager } from '#client/components/list/pager.tsx'
import { SearchField } from '#client/components/list/search-field.tsx'
import { Section } from '#client/components/section.tsx'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { requestLog as texts } from '#client/texts/en/request-log.ts'
import { trpc } from '#client/trpc.ts'
import { statusClasses } from '#server/features/request-log/status-classes.schema.ts'
import classes from './integration.module.css'
import {
  type IntegrationSearch,
  methods,
  type RequestFilter,
  ROWS_PER_PAGE,
} from './integration-search.ts'
import { RequestRows } from './request-rows.tsx'
import {
  isNarrowed,
  noRequestFilter,
  pageCountOf,
  requestsInput,
  useChangeSearch,
  useIsOwner,
} from './use-integration.ts'

type Props = { search: IntegrationSearch }

const useRequests = (search: IntegrationSearch) =>
  trpc.requestLog.list.useQuery(requestsInput(search), {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
    // No event reports requests made meanwhile.
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
            // Replaces the history entry while typing, so that one step back clears the path.
            { replace: changed.path !== undefined && path !== undefined },
          )
        }
      />
      <Content
        query={query}
        isFiltered={isNarrowed(filter)}
        onClear={() => change({ ...noRequestFilter, page: 1 })}
      />
      {data && data.data.length > 0 && (
        <Pager
          page={page}
          pageSize={ROWS_PER_PAGE}
          pageCount={pageCountOf(data.total)}
          result={data}
          onPage={(next) => change({ page: next })}
        />
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
    <NoMatch
      title={texts.noMatchTitle}
      text={texts.noMatch}
      clear={texts.clearFilters}
      onClear={onClear}
    />
  ) : (
    <EmptyState
      icon={<IconListSearch size={28} stroke={1.5} aria-hidden />}
      title={texts.empty}
      text={texts.emptyHelp}
    />
  )
}

type RequestFiltersProps = {
  filter: RequestFilter
  /** Keys of the visible rows: only owners may load the list of keys. */
  shownKeys: string[]
  onChange: (changed: Partial<RequestFilter>) => void
}

const methodOptions = [
  { value: '', label: texts.allMethods },
  ...methods.map((value) => ({ value, label: value })),
]

const statusOptions = [
  { value: '', label: texts.allStatuses },
  ...statusClasses.map((value) => ({ value, label: texts.classes[value] })),
]

function RequestFilters({ filter, shownKeys, onChange }: RequestFiltersProps) {
  const { method, answer, path, key } = filter
  const isOwner = useIsOwner() === true
  const keys = trpc.apiKeys.list.useQuery(undefined, { enabled: isOwner })
  const names = new Map((keys.data ?? []).map(({ prefix, name }) => [prefix, name]))
  const prefixes = [...new Set([...names.keys(), ...shownKeys, ...(key ? [key] : [])])]
  const keyOptions = [
    { value: '', label: texts.allKeys },
    ...prefixes.map((prefix) => ({
      value: prefix,
      label: names.has(prefix) ? `${names.get(prefix)} (${prefix}…)` : `${prefix}…`,
    })),
  ]
  return (
    <Group gap="sm" align="end" role="search" aria-label={texts.filters}>
      <SearchField
        label={texts.path}
        placeholder={texts.pathPlaceholder}
        clearLabel={texts.clearPath}
        value={path ?? ''}
        onSearch={(text) => onChange({ path: text || undefined })}
      />
      <NativeSelect
        label={texts.method}
        className={classes.choice}
        data={methodOptions}
        value={method ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ method: methods.find((each) => each === value) })
        }
      />
      <NativeSelect
        label={texts.status}
        className={classes.choice}
        data={statusOptions}
        value={answer ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ answer: statusClasses.find((each) => each === value) })
        }
      />
      <NativeSelect
        label={texts.key}
        className={classes.choice}
        data={keyOptions}
        value={key ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ key: value || undefined })}
      />
    </Group>
  )
}
