import { Anchor, Popover, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from '#client/components/figures/card.module.css'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { formatCount, formatMoney } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import type { DashboardNet } from '#server/features/dashboard/dashboard.schema.ts'
import own from './net-note.module.css'

const texts = dashboard.net

/** The net of all takings. It opens its four parts, and each of these opens its rows. */
export function NetNote({ net }: { net: DashboardNet }) {
  const { currency } = net
  return (
    <span>
      <Popover position="bottom-start" shadow="md" trapFocus returnFocus withArrow>
        <Popover.Target>
          <Anchor
            component="button"
            type="button"
            className={classes.above}
            underline="always"
            aria-label={texts.open(formatMoney(net.net, currency))}
          >
            {texts.net}
          </Anchor>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.title}>
          <Breakdown net={net} />
        </Popover.Dropdown>
      </Popover>{' '}
      <MoneyText amount={net.net} currency={currency} />
      {net.unknownFees > 0 && ` · ${unknownText(net)}`}
    </span>
  )
}

const unknownText = ({ unknownFees }: DashboardNet): string =>
  texts.unknown(formatCount(unknownFees), unknownFees === 1)

function Breakdown({ net }: { net: DashboardNet }) {
  const { currency } = net
  const paid = { status: 'success', currency } as const
  return (
    <>
      <Text size="sm" fw={600} mb="xs">
        {texts.title}
      </Text>
      <dl className={own.lines}>
        <Line label={texts.gross}>
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to="/transactions" search={paid} />}
          >
            <MoneyText amount={net.gross} currency={currency} />
          </Anchor>
        </Line>
        <Line label={texts.refunded}>
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/refunds" search={paid} />}>
            <MoneyText amount={asDeduction(net.refunded)} currency={currency} />
          </Anchor>
        </Line>
        <Line label={texts.disputed}>
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to="/disputes" search={{ currency }} />}
          >
            <MoneyText amount={asDeduction(net.disputed)} currency={currency} />
          </Anchor>
        </Line>
        <Line label={texts.fees}>
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to="/money/entries" search={{ currency }} />}
          >
            <MoneyText amount={asDeduction(net.fees)} currency={currency} />
          </Anchor>
        </Line>
        <Line label={texts.net} isTotal>
          <MoneyText amount={net.net} currency={currency} />
        </Line>
      </dl>
      {net.unknownFees > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {unknownText(net)}
        </Text>
      )}
    </>
  )
}

/**
 * Returns the negated amount, so that the lines add up to the net. A negative deduction, such as fees that were
 * returned, becomes positive.
 */
const asDeduction = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : Number(amount) === 0 ? amount : `-${amount}`

type LineProps = { label: string; isTotal?: boolean; children: ReactNode }

const Line = ({ label, isTotal = false, children }: LineProps) => (
  <div className={own.line} data-total={isTotal || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
