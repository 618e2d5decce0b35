import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '../error-state.tsx'

type Props<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown; isFetching: boolean }
  /** The title of the error message. */
  failed: string
  /** The number of skeleton rows: as many as the list usually shows at first. */
  rows: number
  rowHeight?: string
  children: (data: T) => ReactNode
}

/** Renders `children` with the list's data; until then, an error message or skeleton rows. */
export function ListStates<T>({ query, failed, rows, rowHeight = '2.5rem', children }: Props<T>) {
  const { data, error, refetch, isFetching } = query
  if (data) return children(data)
  if (error) {
    return (
      <ErrorState
        title={failed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <Stack gap="sm" aria-busy>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={rowHeight} />
      ))}
    </Stack>
  )
}

const SKELETON_ROWS = 8

/** Skeletons of a table's head, rows and foot. */
export function ListSkeleton() {
  return (
    <Stack gap="md" p="md" aria-busy>
      <Skeleton height="1.25rem" />
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <Skeleton key={index} height="2.25rem" />
      ))}
      <Skeleton height="2rem" />
    </Stack>
  )
}
