import { Button, Group } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { createFileRoute, Navigate, stripSearchParams } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { Page } from '../../../components/page.tsx'
import { AddCustomerDialog } from '../../../features/customers/add-customer-dialog.tsx'
import {
  customerListInput,
  customerPageCount,
  CustomerSearch,
  customerSearchDefaults,
  isNarrowed,
} from '../../../features/customers/customer-search.ts'
import { useRescuedFocus } from '../../../features/customers/use-focus.ts'
import { useCustomers } from '../../../features/customers/use-customers.ts'
import { useEditCustomer } from '../../../features/customers/use-edit-customer.tsx'
import { customers } from '../../../texts/customers.ts'
import { shell } from '../../../texts/shell.ts'
import { queries } from '../../../trpc.ts'
import { CustomerCards } from './-components/customer-cards.tsx'
import { CustomerFilters } from './-components/customer-filters.tsx'
import { CustomerPager } from './-components/customer-pager.tsx'
import { CustomerSkeletons } from './-components/customer-skeletons.tsx'
import { NoCustomers } from './-components/no-customers.tsx'

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: CustomerSearch,
  search: { middlewares: [stripSearchParams(customerSearchDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void queries.customers.list.prefetch(customerListInput(deps))
  },
  component: CustomersPage,
})

function CustomersPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useCustomers(customerListInput(search))
  const { edit, dialog } = useEditCustomer()
  const [adding, setAdding] = useState({ opened: false, count: 0 })
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => setAdding(({ count }) => ({ opened: true, count: count + 1 }))
  const closeAdd = () => setAdding(({ count }) => ({ opened: false, count }))
  // Another filter or order starts at the first page again.
  const change = (changed: Partial<CustomerSearch>) =>
    void navigate({
      search: (before) => ({ ...before, page: 1, ...changed }),
      resetScroll: 'page' in changed,
      // One step back leaves the search, not each pause in typing.
      replace: 'search' in changed && search.search !== undefined,
    })
  const clear = () => change({ search: undefined, status: undefined })
  const isNothingYet = query.data?.total === 0 && !isNarrowed(search)
  // The first customer takes away the empty state and the button in it.
  const toAddButton = useCallback(() => addButton.current, [])
  useRescuedFocus(!isNothingYet, toAddButton)

  return (
    <Page title={shell.pages.customers}>
      <Group gap="sm" align="end" justify="space-between">
        <CustomerFilters search={search} onChange={change} />
        {!isNothingYet && (
          <Button
            ref={addButton}
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={add}
          >
            {customers.add.open}
          </Button>
        )}
      </Group>
      <section aria-label={customers.list} aria-busy={query.isFetching}>
        <Content
          search={search}
          query={query}
          onChange={change}
          onEdit={edit}
          empty={<NoCustomers isNarrowed={isNarrowed(search)} onAdd={add} onClear={clear} />}
        />
      </section>
      {dialog}
      <AddCustomerDialog
        key={adding.count}
        opened={adding.opened}
        onClose={closeAdd}
        substitute={toAddButton}
      />
    </Page>
  )
}

type ContentProps = {
  search: CustomerSearch
  query: ReturnType<typeof useCustomers>
  onChange: (changed: Partial<CustomerSearch>) => void
  onEdit: (customer: Customer) => void
  empty: ReactNode
}

function Content({ search, query, onChange, onEdit, empty }: ContentProps) {
  const { data: result, error, refetch, isFetching, isPlaceholderData } = query
  if (error && !result) {
    return (
      <ErrorState
        title={customers.loadFailed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!result) return <CustomerSkeletons />
  if (result.data.length === 0) {
    const pageCount = customerPageCount(result.total)
    if (!isPlaceholderData && pageCount > 0 && search.page > pageCount) {
      return <Navigate to="." search={{ ...search, page: pageCount }} replace />
    }
    return empty
  }
  return (
    <>
      <CustomerCards rows={result.data} isStale={isPlaceholderData} onEdit={onEdit} />
      <CustomerPager page={search.page} result={result} onPage={(page) => onChange({ page })} />
    </>
  )
}
