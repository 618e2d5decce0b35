import { Button, Group, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { z } from 'zod'
import { Pager } from '#client/components/list/pager.tsx'
import { Page } from '#client/components/page.tsx'
import { AddCustomerDialog } from '#client/features/customers/add-customer-dialog.tsx'
import {
  CUSTOMERS_PER_PAGE,
  CustomerSearch,
  customerListInput,
  customerSearchDefaults,
} from '#client/features/customers/customer-search.ts'
import { useEditCustomer } from '#client/features/customers/edit-customer-dialog.tsx'
import {
  customerPageCount,
  isNarrowed,
  noCustomerFilter,
  useCustomerExtras,
  useCustomers,
} from '#client/features/customers/use-customers.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { useRescuedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { ListContent } from '#client/list/list-content.tsx'
import { useListChange } from '#client/list/use-list.ts'
import { customers } from '#client/texts/en/customers.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries } from '#client/trpc.ts'
import { CustomerCards, CustomerSkeletons, NoCustomers } from './-components/customer-cards.tsx'
import { CustomerFilters, MonthChips } from './-components/customer-filters.tsx'
import { LayoutChoice, useLayout } from './-components/customer-layout.tsx'
import { CustomerTable, type CustomerTableProps } from './-components/customer-table.tsx'

/** The list's state, and whether the form for a new customer is open. */
const CustomersPageSearch = CustomerSearch.extend({
  add: z.literal(true).optional().catch(undefined),
})

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: CustomersPageSearch,
  search: { middlewares: [stripSearchParams(customerSearchDefaults)] },
  loaderDeps: ({ search: { add: _, ...list } }) => list,
  loader: ({ deps }) => {
    void queries.customers.list.prefetch(customerListInput(deps))
  },
  component: CustomersPage,
})

function CustomersPage() {
  const { add: isAdding = false, ...search } = Route.useSearch()
  const query = useCustomers(customerListInput(search))
  const { edit, dialog } = useEditCustomer()
  const addButton = useRef<HTMLButtonElement>(null)
  const addDialog = useAddDialog()
  const change = useListChange<CustomerSearch>(search, {
    to: '/customers',
    scrollsToPage: true,
  })
  const clear = () => change(noCustomerFilter)
  const hasNoRows = query.data?.total === 0 && !isNarrowed(search)
  // The first customer removes the empty state and its focused button.
  const toAddButton = useCallback(() => addButton.current, [])
  useRescuedFocus(!hasNoRows, toAddButton)

  return (
    <Page title={shell.pages.customers}>
      <Stack gap="sm">
        <Group gap="sm" align="end" justify="space-between">
          <CustomerFilters search={search} onChange={change} />
          {!hasNoRows && (
            <Group gap="sm">
              <LayoutChoice />
              <EditorsOnly>
                <Button
                  ref={addButton}
                  leftSection={<IconUserPlus size={18} aria-hidden />}
                  onClick={addDialog.open}
                >
                  {customers.add.open}
                </Button>
              </EditorsOnly>
            </Group>
          )}
        </Group>
        <MonthChips search={search} onChange={change} />
      </Stack>
      <section aria-label={customers.list} aria-busy={query.isFetching}>
        <ListContent
          query={query}
          search={search}
          loadFailed={customers.loadFailed}
          skeleton={<CustomerSkeletons />}
          pagesOf={customerPageCount}
          empty={
            <NoCustomers isNarrowed={isNarrowed(search)} onAdd={addDialog.open} onClear={clear} />
          }
        >
          {(result) => (
            <>
              <Rows
                rows={result.data}
                sort={search.sort}
                isStale={query.isPlaceholderData}
                onSort={(sort) => change({ sort })}
                onEdit={edit}
              />
              <Pager
                page={search.page}
                pageSize={CUSTOMERS_PER_PAGE}
                pageCount={customerPageCount(result.total)}
                result={result}
                onPage={(page) => change({ page })}
                pt="md"
              />
            </>
          )}
        </ListContent>
      </section>
      {dialog}
      <AddCustomerDialog opened={isAdding} onClose={addDialog.close} substitute={toAddButton} />
    </Page>
  )
}

/** Opens and closes the dialog without adding history entries that Back would undo. */
function useAddDialog() {
  // Relative to the current path, because a response may arrive after the page was left.
  const navigate = useNavigate()
  const show = (add: true | undefined) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, add }),
      replace: true,
      resetScroll: false,
    })
  return { open: () => show(true), close: () => show(undefined) }
}

type RowsProps = Omit<CustomerTableProps, 'extras'>

/** The customers as cards or as table rows. */
function Rows({ sort, onSort, ...props }: RowsProps) {
  const layout = useLayout()
  const extras = useCustomerExtras(props.rows.map(({ id }) => id))
  return layout === 'table' ? (
    <CustomerTable {...props} extras={extras} sort={sort} onSort={onSort} />
  ) : (
    <CustomerCards {...props} extras={extras} />
  )
}
