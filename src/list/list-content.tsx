import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import type { ListQuery, ListResult } from './list.ts'

type Props<Row> = {
  query: ListQuery<Row>
  search: { page: number }
  loadFailed: string
  /** Shown until the first rows have loaded. */
  skeleton: ReactNode
  /** Returns the number of pages for a number of rows. */
  pagesOf: (total: number) => number
  empty: ReactNode
  children: (result: ListResult<Row>) => ReactNode
}

/** A list's rows, or its error, skeleton or empty state. A URL beyond the last page redirects to the last page. */
export function ListContent<Row>(props: Props<Row>) {
  const { query, search, loadFailed, skeleton, pagesOf, empty, children } = props
  const { data: result, error, refetch, isFetching, isPlaceholderData } = query
  if (error && !result) {
    return (
      <ErrorState
        title={loadFailed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!result) return skeleton
  if (result.data.length > 0) return children(result)
  const pageCount = pagesOf(result.total)
  if (!isPlaceholderData && pageCount > 0 && search.page > pageCount) {
    return <Navigate to="." search={{ ...search, page: pageCount } as never} replace />
  }
  return empty
}
