import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { opensRow, rowLinks } from '#client/components/list/row-link.ts'
import { DateText } from '#client/components/text/date-text.tsx'
import { LinkBadge } from '#client/features/payment-links/link-badge.tsx'
import {
  LinkSearch,
  linkDefaults,
  linkFilterKeys,
} from '#client/features/payment-links/link-search.ts'
import { amountWords, inactiveReason } from '#client/features/payment-links/link-words.ts'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { formatCount, formatMoney } from '#client/lib/words/format.ts'
import { createdCell } from '#client/list/cells.tsx'
import type { ListDefinition, ListSummary } from '#client/list/list.ts'
import { type ListInput, summaryInput } from '#client/list/list-search.ts'
import type { LinkCommands } from '#client/routes/_app/-links/use-link-commands.tsx'
import { linkMails } from '#client/texts/en/link-mails.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import {
  AmountKind,
  linkSorts,
  linkStatuses,
} from '#server/features/payment-links/payment-link-enums.schema.ts'
import type { PaymentLink } from '#server/features/payment-links/payment-links.schema.ts'
import { CustomerChip } from './customer-chip.tsx'
import { LinkActions } from './link-actions.tsx'
import own from './links.module.css'
import { SentMailsLink } from './sent-mails-link.tsx'

const { columns: names, filters: texts, summary } = paymentLinks

type Field = 'createdAt' | 'paid' | 'title'

type Context = { commands: LinkCommands }

type LinkProps = { link: PaymentLink }

/** The link to the details; a click on the card or row follows it. */
const TitleLink = ({ link: { id, title } }: LinkProps) => (
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

/** The reason why the link takes no payments, below the status. */
function InactiveReason({ link, timezone }: LinkProps & { timezone: string }) {
  const words = inactiveReason(link, timezone)
  return words ? (
    <div className={own.standing} title={words}>
      {words}
    </div>
  ) : null
}

const PaidLink = ({
  link: { id, title, paidCount },
  children,
}: LinkProps & { children: string }) => (
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

type CardsProps = { rows: readonly PaymentLink[]; timezone: string; context: Context }

const LinkCards = ({ rows, timezone, context: { commands } }: CardsProps) => (
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
        <InactiveReason link={link} timezone={timezone} />
        <Group gap="md" fz="xs" c="dimmed">
          {link.customerId && (
            <SentMailsLink link={link}>
              {linkMails.sentCount(formatCount(link.sentCount))}
            </SentMailsLink>
          )}
          <span>{paymentLinks.counts.opened(formatCount(link.openedCount))}</span>
          <PaidLink link={link}>{paymentLinks.counts.paid(formatCount(link.paidCount))}</PaidLink>
          <DateText at={link.createdAt} timezone={timezone} isBrief />
        </Group>
      </li>
    ))}
  </ul>
)

function useSummary({ status }: LinkSearch, input: ListInput<LinkSearch>): ListSummary<LinkSearch> {
  const options = { placeholderData: keepPreviousData }
  const { data, isPlaceholderData, ...all } = trpc.paymentLinks.summary.useQuery(
    summaryInput(input),
    options,
  )
  // The same request as above, unless a status filter is set.
  const { data: shown, ...some } = trpc.paymentLinks.summary.useQuery(
    summaryInput(input, status),
    options,
  )
  return {
    counts: data?.byStatus,
    isTooMany: false,
    isStale: isPlaceholderData,
    isError: all.isError || some.isError,
    countText: summary.links,
    // Paid amounts per currency, each linking to its payment links.
    sums: shown?.byCurrency.map(({ currency, paidAmount }) => ({
      key: currency,
      text: summary.paid(formatMoney(paidAmount, currency)),
      opens: { currency },
    })),
  }
}

export const linkList: ListDefinition<LinkSearch, PaymentLink, Field, Context> = {
  to: '/links',
  views: {
    list: 'payment_links',
    example: paymentLinks.viewExample,
    read: LinkSearch,
    defaults: { ...linkDefaults },
  },
  filterKeys: linkFilterKeys,
  exportAs: 'links',
  title: shell.pages.links,
  region: shell.titles.links,
  words: paymentLinks,
  sorts: linkSorts,
  statuses: linkStatuses,
  nameOfStatus: (status) => paymentLinks.statuses[status],
  filters: [
    {
      kind: 'choice',
      field: 'amountKind',
      add: texts.addKind,
      options: AmountKind.options,
      nameOf: (kind) => paymentLinks.amountKinds[kind],
      describe: texts.kind,
    },
    { kind: 'currency' },
    { kind: 'days' },
    {
      kind: 'own',
      Chip: ({ search, onChange }) => (
        <CustomerChip id={search.customerId} onChange={(customerId) => onChange({ customerId })} />
      ),
    },
  ],
  columns: [
    {
      width: 'whom',
      label: names.title,
      field: 'title',
      cell: (link) => (
        <td>
          <div className={own.title}>
            <TitleLink link={link} />
          </div>
        </td>
      ),
    },
    {
      width: 'span',
      label: names.amount,
      alignRight: true,
      cell: (link) => <td className={own.amount}>{amountWords(link)}</td>,
    },
    {
      width: 'why',
      label: names.status,
      cell: (link, { timezone }) => (
        <td>
          <LinkBadge status={link.status} />
          <InactiveReason link={link} timezone={timezone} />
        </td>
      ),
    },
    {
      width: 'count',
      label: linkMails.sent,
      alignRight: true,
      cell: (link) => (
        <td className={own.count}>
          <SentMailsLink link={link}>{formatCount(link.sentCount)}</SentMailsLink>
        </td>
      ),
    },
    {
      width: 'count',
      label: names.opened,
      alignRight: true,
      cell: ({ openedCount }) => <td className={own.count}>{formatCount(openedCount)}</td>,
    },
    {
      width: 'count',
      label: names.paid,
      field: 'paid',
      alignRight: true,
      cell: (link) => (
        <td className={own.count}>
          <PaidLink link={link}>{formatCount(link.paidCount)}</PaidLink>
        </td>
      ),
    },
    { width: 'date', label: names.created, field: 'createdAt', cell: createdCell },
    {
      width: 'act',
      label: names.actions,
      alignRight: true,
      cell: (link, { commands }) => (
        <td>
          <LinkActions link={link} commands={commands} />
        </td>
      ),
    },
  ],
  fields: ['createdAt', 'paid', 'title'],
  Cards: LinkCards,
  Summary: ({ search, input, children }) => children(useSummary(search, input)),
  checkExport: (input) =>
    queries.paymentLinks.list.fetch({ ...input, page: 1, limit: 1 }, { staleTime: 0, gcTime: 0 }),
}

export const NoLinks = ({ onMake: onCreate }: { onMake: () => void }) => (
  <EmptyState
    icon={<IconLink size={28} stroke={1.5} aria-hidden />}
    title={paymentLinks.emptyTitle}
    text={paymentLinks.empty}
    action={
      <EditorsOnly>
        <Button mt="xs" onClick={onCreate}>
          {paymentLinks.emptyAction}
        </Button>
      </EditorsOnly>
    }
  />
)
