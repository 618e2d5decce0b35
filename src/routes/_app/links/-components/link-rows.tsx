import { Anchor, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DateText } from '#client/components/date-text.tsx'
import classes from '#client/components/list-table.module.css'
import { opensRow, rowLinks } from '#client/components/row-link.ts'
import { CardsHead, type Column, TableHead } from '#client/components/sort-heads.tsx'
import { LinkBadge } from '#client/features/payment-links/link-badge.tsx'
import { amountWords, standingWords } from '#client/features/payment-links/link-words.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { useDensity } from '#client/lib/density.ts'
import { formatCount } from '#client/lib/format.ts'
import { useCards } from '#client/lib/use-narrow.ts'
import { useRowsInFrames } from '#client/lib/use-rows-in-frames.ts'
import type { LinkCommands } from '#client/routes/_app/-links/use-link-commands.tsx'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { LinkSort } from '#server/features/payment-links/payment-link-enums.schema.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { LinkActions } from './link-actions.tsx'
import own from './links.module.css'
import { SentLink } from './sent-link.tsx'

const { columns: names } = paymentLinks

const columns: readonly Column<SortField>[] = [
  { width: 'whom', label: names.title, field: 'title' },
  { width: 'span', label: names.amount, alignRight: true },
  { width: 'why', label: names.status },
  { width: 'count', label: linkMails.sent, alignRight: true },
  { width: 'count', label: names.opened, alignRight: true },
  { width: 'count', label: names.paid, field: 'paid', alignRight: true },
  { width: 'date', label: names.created, field: 'createdAt' },
  { width: 'act', label: names.actions, alignRight: true },
]

const fields = ['createdAt', 'paid', 'title'] as const

type SortField = (typeof fields)[number]

type Props = {
  sort: LinkSort
  rows: PaymentLink[]
  /** The rows of the page before, while the next one is on its way. */
  isStale: boolean
  commands: LinkCommands
  onSort: (sort: LinkSort) => void
}

export function LinkRows({ sort, rows: all, isStale, commands, onSort }: Props) {
  const { timezone } = useSignedIn().merchant
  const areCards = useCards()
  const [density] = useDensity()
  const { rows, room } = useRowsInFrames(all)
  if (areCards) {
    return (
      <>
        <CardsHead
          label={paymentLinks.sortLabel}
          columns={columns}
          fields={fields}
          sort={sort}
          onSort={onSort}
        />
        <LinkCards rows={all} timezone={timezone} commands={commands} />
      </>
    )
  }
  return (
    <Table
      layout="fixed"
      horizontalSpacing="0.625rem"
      stickyHeader
      stickyHeaderOffset="var(--app-shell-header-offset, 0rem)"
      className={classes.table}
      mb={room}
      data-stale={isStale || undefined}
      data-density={density}
    >
      <VisuallyHidden component="caption">{paymentLinks.caption}</VisuallyHidden>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <Table.Tbody ref={rowLinks}>
        {rows.map((row) => (
          <Row key={row.id} link={row} timezone={timezone} commands={commands} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

type RowProps = { link: PaymentLink; timezone: string; commands: LinkCommands }

function Row({ link, timezone, commands }: RowProps) {
  return (
    <tr className={classes.row}>
      <td>
        <div className={own.title}>
          <TitleLink link={link} />
        </div>
      </td>
      <td className={own.amount}>{amountWords(link)}</td>
      <td>
        <LinkBadge status={link.status} />
        <Standing link={link} timezone={timezone} />
      </td>
      <td className={own.count}>
        <SentLink link={link}>{formatCount(link.sentCount)}</SentLink>
      </td>
      <td className={own.count}>{formatCount(link.openedCount)}</td>
      <td className={own.count}>
        <PaidLink link={link}>{formatCount(link.paidCount)}</PaidLink>
      </td>
      <td className={classes.when}>
        <DateText at={link.createdAt} timezone={timezone} isBrief />
      </td>
      <td>
        <LinkActions link={link} commands={commands} />
      </td>
    </tr>
  )
}

/** What the card or row around it opens. */
const TitleLink = ({ link: { id, title } }: Pick<RowProps, 'link'>) => (
  <Link
    className={cards.customer}
    to="/links/$linkId"
    params={{ linkId: id }}
    title={title}
    {...opensRow}
  >
    {title}
  </Link>
)

/** Why it takes no payments, below the status. */
function Standing({ link, timezone }: Pick<RowProps, 'link' | 'timezone'>) {
  const words = standingWords(link, timezone)
  return words ? (
    <div className={own.standing} title={words}>
      {words}
    </div>
  ) : null
}

type CountProps = { link: PaymentLink; children: string }

const PaidLink = ({ link: { id, title, paidCount }, children }: CountProps) => (
  <Anchor
    inherit
    aria-label={paymentLinks.paidOf(formatCount(paidCount), title)}
    renderRoot={(props) => (
      <Link {...props} to="/transactions" search={{ linkId: id, status: 'success' }} />
    )}
  >
    {children}
  </Anchor>
)

type CardsProps = Omit<RowProps, 'link'> & { rows: PaymentLink[] }

/** The list on a narrow screen: nothing to scroll sideways. */
function LinkCards({ rows, timezone, commands }: CardsProps) {
  return (
    <ul className={cards.list} aria-label={paymentLinks.caption} ref={rowLinks}>
      {rows.map((link) => (
        <li key={link.id} className={cards.card}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <TitleLink link={link} />
            <LinkActions link={link} commands={commands} />
          </Group>
          <Group justify="space-between" gap="xs">
            <Text fw={600} component="span" size="sm">
              {amountWords(link)}
            </Text>
            <LinkBadge status={link.status} />
          </Group>
          <Standing link={link} timezone={timezone} />
          <Group gap="md" fz="xs" c="dimmed">
            {link.customerId && (
              <SentLink link={link}>{linkMails.sentCount(formatCount(link.sentCount))}</SentLink>
            )}
            <span>{paymentLinks.counts.opened(formatCount(link.openedCount))}</span>
            <PaidLink link={link}>{paymentLinks.counts.paid(formatCount(link.paidCount))}</PaidLink>
            <DateText at={link.createdAt} timezone={timezone} isBrief />
          </Group>
        </li>
      ))}
    </ul>
  )
}
