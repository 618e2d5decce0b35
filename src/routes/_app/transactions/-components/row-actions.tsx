import { Menu } from '@mantine/core'
import { IconDots, IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useCallback, useRef } from 'react'
import buttons from '#client/components/icon-button.module.css'
import { LazyTooltip } from '#client/components/lazy-tooltip.tsx'
import classes from '#client/components/list/list-table.module.css'
import { MenuOnUse } from '#client/components/menus/menu-on-use.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { type Decision, decisionsFor } from '#client/features/transactions/decisions.ts'
import { useListState } from '#client/features/transactions/list-origin.ts'
import { TransactionCards } from '#client/features/transactions/transaction-cards.tsx'
import { copyText } from '#client/lib/copy-text.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import type { ListedPayment } from '#server/features/transactions/transactions.schema.ts'

/** Functions that the actions of a row call. */
export type RowCommands = {
  onDecide: (decision: Decision) => void
  onRefund: (transaction: ListedPayment) => void
  onCapture: (transaction: ListedPayment) => void
  onVoid: (transaction: ListedPayment) => void
}

type RowActionsProps = RowCommands & { transaction: ListedPayment }

/** Returns false for a failed payment, and for a payment without an amount left to refund. */
const hasActions = ({ status, canRefund }: ListedPayment): boolean =>
  status === 'pending' || canRefund

export function RowActions(props: RowActionsProps) {
  const { transaction } = props
  const reference = transaction.transactionId
  const listState = useListState()
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <div className={classes.actions}>
      {hasActions(transaction) && (
        <EditorsOnly>
          <RowMenu {...props} />
        </EditorsOnly>
      )}
      <Link
        ref={link}
        className={buttons.button}
        to="/transactions/$transactionId"
        params={{ transactionId: reference }}
        state={listState}
        aria-label={`${transactions.view} ${reference}`}
      >
        <IconEye size={16} aria-hidden />
      </Link>
      <LazyTooltip target={link} label={transactions.view} />
      <CopyIcon value={reference} label={`${transactions.copyId} ${reference}`} />
    </div>
  )
}

function RowMenu(props: RowActionsProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <MenuOnUse
      position="bottom-end"
      portalProps={{ target: '#content' }}
      opener={opener}
      target={
        <button
          type="button"
          className={buttons.button}
          aria-label={`${transactions.more} ${props.transaction.transactionId}`}
        >
          <IconDots size={16} aria-hidden />
        </button>
      }
    >
      <MenuItems {...props} opener={opener} />
    </MenuOnUse>
  )
}

type MenuItemsProps = RowActionsProps & { opener: RefObject<HTMLButtonElement | null> }

function MenuItems({ transaction, opener, ...actions }: MenuItemsProps) {
  // Moves the focus first, because the menu item disappears and the dialog returns the focus to the element
  // that has it now.
  const after = (act: () => void) => () => {
    opener.current?.focus()
    act()
  }
  const item = (label: string, act: () => void) => (
    <Menu.Item key={label} onClick={after(act)}>
      {label}
    </Menu.Item>
  )
  const { status, waitingFor, payerUrl, customerName } = transaction
  if (status === 'success') return item(refunds.dialog.open, () => actions.onRefund(transaction))
  if (waitingFor === 'capture') {
    return [
      item(refunds.capture.open, () => actions.onCapture(transaction)),
      item(refunds.voiding.open, () => actions.onVoid(transaction)),
    ]
  }
  return [
    payerUrl !== null &&
      item(waitingPayment.copyPayerPage, () => void copyPayerPage(payerUrl, customerName)),
    ...decisionsFor(transaction).map((decided) =>
      item(transactions.decisions[decided].action, () =>
        actions.onDecide({ transaction, status: decided }),
      ),
    ),
  ]
}

const copyPayerPage = (url: string, customerName: string) =>
  copyText(url, {
    copied: waitingPayment.payerPageCopied(customerName),
    notCopied: waitingPayment.payerPageNotCopied,
  })

type CardsProps = {
  rows: readonly ListedPayment[]
  timezone: string
  context: RowCommands
}

/** The list on narrow screens, each card with its payment's actions. */
export function PaymentCards({ rows, timezone, context }: CardsProps) {
  const renderActions = useCallback(
    (row: ListedPayment) => <RowActions transaction={row} {...context} />,
    [context],
  )
  return (
    <TransactionCards
      rows={rows}
      timezone={timezone}
      label={transactions.caption}
      renderActions={renderActions}
    />
  )
}
