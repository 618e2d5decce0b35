import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { NewPaymentsNotice, useNewPayments } from '#client/features/live/new-payments-notice.tsx'
import { useCapture } from '#client/features/refunds/use-capture.tsx'
import { useRefund } from '#client/features/refunds/use-refund-dialog.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { ListSearchContext } from '#client/features/transactions/list-origin.ts'
import {
  TransactionSearch,
  transactionDefaults,
} from '#client/features/transactions/transaction-search.ts'
import { useDecision } from '#client/features/transactions/use-decision.tsx'
import { useTransactions } from '#client/features/transactions/use-transactions.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { listInput, summaryInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { useListChange } from '#client/list/use-list.ts'
import { queries } from '#client/trpc.ts'
import { noTransactions, transactionList } from './-components/transaction-list.tsx'

export const Route = createFileRoute('/_app/transactions/')({
  validateSearch: TransactionSearch,
  search: { middlewares: [stripSearchParams(transactionDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    prefetchList(deps, {
      list: (input) => queries.transactions.rows.prefetch(input),
      summary: (input) => queries.transactions.summary.prefetch(summaryInput(input)),
    }),
  component: TransactionsPage,
})

function TransactionsPage() {
  const search = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const query = useTransactions(input)
  const { decide: onDecide, dialog } = useDecision()
  const { refund: onRefund, dialog: refundDialog } = useRefund()
  const { onCapture, onVoid, dialog: captureDialog } = useCapture()
  const context = useMemo(
    () => ({ onDecide, onRefund, onCapture, onVoid }),
    [onDecide, onRefund, onCapture, onVoid],
  )
  const change = useListChange(search, { to: transactionList.to })
  // New rows appear on top only when sorted newest first; in other orders they would shift the rows being
  // read.
  const isNewestFirst = search.page === 1 && search.sort === transactionDefaults.sort
  const { count, show } = useNewPayments(isNewestFirst)
  const showNewest = () => {
    show()
    change({ sort: transactionDefaults.sort })
  }
  return (
    <ListSearchContext value={useListSearchRef(search)}>
      <ListPage
        list={transactionList}
        search={search}
        input={input}
        query={query}
        context={context}
        empty={noTransactions}
        notice={<NewPaymentsNotice count={isNewestFirst ? 0 : count} onShow={showNewest} />}
      >
        {dialog}
        {refundDialog}
        {captureDialog}
      </ListPage>
    </ListSearchContext>
  )
}

/** Returns a ref to the list's current state, which a followed row passes to the payment's page. */
function useListSearchRef(search: TransactionSearch) {
  const searchRef = useRef(search)
  useEffect(() => {
    searchRef.current = search
  }, [search])
  return searchRef
}
