import { ActionIcon, Button, Group, type GroupProps, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { formatCount, formatTotal } from '#client/lib/words/format.ts'
import { pager as texts } from '#client/texts/en/pager.ts'
import classes from './pager.module.css'

type Props = Pick<GroupProps, 'pt' | 'px' | 'py'> & {
  page: number
  pageSize: number
  pageCount: number
  result: { data: readonly unknown[]; total: number; totalExact: boolean }
  onPage: (page: number) => void
  /** Controls next to the range of shown rows. */
  aside?: ReactNode
  /** Page numbers, between the two buttons. */
  children?: ReactNode
}

/** The range of shown rows, and buttons to the other pages, if any. */
export function Pager(props: Props) {
  const { page, pageSize, pageCount, result, onPage, aside, children, ...space } = props
  const { data, total, totalExact } = result
  // A phone's line has no space for labelled buttons next to the page numbers.
  const isShort = useNarrow() && children !== undefined
  const from = (page - 1) * pageSize + 1
  return (
    <Group justify="space-between" gap="sm" {...space}>
      <div className={classes.shown}>
        <Text size="sm" c="dimmed" role="status">
          {texts.showing(
            formatCount(from),
            formatCount(from + data.length - 1),
            formatTotal(total, totalExact),
          )}
        </Text>
        {aside}
      </div>
      {(pageCount > 1 || page > 1) && (
        <nav aria-label={texts.pages} className={classes.pages}>
          <Step
            label={texts.previous}
            icon={isShort && <IconChevronLeft size={20} aria-hidden />}
            isDisabled={page <= 1}
            onStep={() => onPage(page - 1)}
          />
          {children}
          <Step
            label={texts.next}
            icon={isShort && <IconChevronRight size={20} aria-hidden />}
            isDisabled={page >= pageCount}
            onStep={() => onPage(page + 1)}
          />
        </nav>
      )}
    </Group>
  )
}

/** `icon` replaces the label on narrow screens. */
type StepProps = { label: string; icon: ReactNode; isDisabled: boolean; onStep: () => void }

function Step({ label, icon, isDisabled, onStep }: StepProps) {
  const shared = {
    variant: 'default',
    className: classes.step,
    disabled: isDisabled,
    onClick: onStep,
  } as const
  return icon ? (
    <ActionIcon aria-label={label} {...shared}>
      {icon}
    </ActionIcon>
  ) : (
    <Button size="xs" {...shared}>
      {label}
    </Button>
  )
}
