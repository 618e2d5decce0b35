import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isDialogOpen, useSingleKeys } from '#client/features/palette/keys.ts'
import { historyStateOf } from '#client/features/transactions/list-origin.ts'
import { type TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { formatCount, formatTotal } from '#client/lib/words/format.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import classes from './neighbour-links.module.css'
import { type Neighbour, useNeighbours } from './use-neighbours.ts'

const texts = transactions.detail.neighbours

type Props = { transaction: Pick<Transaction, 'id'>; list: TransactionSearch }

/** Links to the previous and next payment of the list from which this one was opened. */
export function NeighbourLinks({ transaction, list }: Props) {
  const neighbours = useNeighbours(transaction, list)
  useNeighbourKeys({ k: neighbours?.previous, j: neighbours?.next })
  if (!neighbours) return null
  const { previous, next, place, total, totalExact } = neighbours
  return (
    <Group component="nav" aria-label={texts.label} gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" className={classes.place}>
        {texts.place(formatCount(place), formatTotal(total, totalExact))}
      </Text>
      <Step label={texts.previous} shortcut="k" neighbour={previous} end={texts.isFirst} />
      <Step label={texts.next} shortcut="j" neighbour={next} end={texts.isLast} />
    </Group>
  )
}

const icons = { k: IconChevronLeft, j: IconChevronRight }

type Shortcut = keyof typeof icons

type StepProps = {
  label: string
  shortcut: Shortcut
  neighbour: Neighbour | undefined
  /** The reason why there is no neighbour. */
  end: string
}

function Step({ label, shortcut, neighbour, end }: StepProps) {
  const [singleKeys] = useSingleKeys()
  const Icon = icons[shortcut]
  const shared = {
    variant: 'default',
    className: classes.step,
    'aria-label': label,
    children: <Icon size={18} aria-hidden />,
  } as const
  if (!neighbour) {
    return (
      <Tooltip label={end}>
        <ActionIcon {...shared} aria-disabled data-disabled aria-description={end} />
      </Tooltip>
    )
  }
  return (
    <Tooltip label={singleKeys ? `${label} (${shortcut})` : label}>
      <ActionIcon
        {...shared}
        aria-keyshortcuts={singleKeys ? shortcut : undefined}
        renderRoot={(props) => <Link {...props} {...destination(neighbour)} />}
      />
    </Tooltip>
  )
}

/** Replaces the history entry, so that Back leads to the list from every payment. */
const destination = ({ transactionId, list }: Neighbour) =>
  ({
    to: '/transactions/$transactionId',
    params: { transactionId },
    state: historyStateOf(list),
    replace: true,
  }) as const

const typingElements = 'input, textarea, select, [contenteditable], [role="menu"]'

/** Handles shortcuts without a modifier, if the person enabled them. */
function useNeighbourKeys(keys: Record<Shortcut, Neighbour | undefined>) {
  const [singleKeys] = useSingleKeys()
  const navigate = useNavigate()
  const { j, k } = keys
  useEffect(() => {
    if (!singleKeys) return undefined
    const handleKey = (event: KeyboardEvent) => {
      const { key, target } = event
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (event.defaultPrevented || event.isComposing || isModified || isDialogOpen()) return
      if (target instanceof Element && target.closest(typingElements)) return
      const neighbour = key === 'j' ? j : key === 'k' ? k : undefined
      if (!neighbour) return
      event.preventDefault()
      void navigate(destination(neighbour))
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [singleKeys, navigate, j, k])
}
