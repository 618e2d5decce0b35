import { Button, Paper } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { readProblem } from '#client/lib/problem.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

type Props = {
  texts: { notFoundTitle: string; notFound: string; loadFailed: string }
  /** The list to which the page belongs. */
  list: { to: NonNullable<LinkProps['to']>; label: string }
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** Shown in place of a detail page that does not exist, or that could not be loaded. */
export function DetailFailure({ texts, list, error, onRetry, isRetrying }: Props) {
  return (
    <Paper>
      {readProblem(error).code === 'not_found' ? (
        <EmptyState
          title={texts.notFoundTitle}
          text={texts.notFound}
          action={
            <Button variant="default" renderRoot={(props) => <Link to={list.to} {...props} />}>
              {list.label}
            </Button>
          }
        />
      ) : (
        <ErrorState
          title={texts.loadFailed}
          error={error}
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      )}
    </Paper>
  )
}
