import { Button, Group, type GroupProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount, formatTotal } from '../lib/format.ts'

type Props = Pick<GroupProps, 'pt' | 'px' | 'py'> & {
  texts: {
    showing: (from: string, to: string, total: string) => string
    pages: string
    previous: string
    next: string
  }
  page: number
  pageSize: number
  pageCount: number
  result: { data: readonly unknown[]; total: number; totalExact: boolean }
  onPage: (page: number) => void
  /** Beside what is shown. */
  aside?: ReactNode
  /** Between the two buttons. */
  children?: ReactNode
}

/** Which rows of a list are shown, and the way to the others. */
export function Pager(props: Props) {
  const { texts, page, pageSize, pageCount, result, onPage, aside, children, ...space } = props
  const { data, total, totalExact } = result
  const from = (page - 1) * pageSize + 1
  const status = (
    <Text size="sm" c="dimmed" role="status">
      {texts.showing(
        formatCount(from),
        formatCount(from + data.length - 1),
        formatTotal(total, totalExact),
      )}
    </Text>
  )
  return (
    <Group justify="space-between" gap="sm" {...space}>
      {aside ? (
        <Group gap="sm">
          {status}
          {aside}
        </Group>
      ) : (
        status
      )}
      <Group component="nav" aria-label={texts.pages} gap="xs">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {texts.previous}
        </Button>
        {children}
        <Button
          variant="default"
          size="xs"
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        >
          {texts.next}
        </Button>
      </Group>
    </Group>
  )
}
