import { Menu } from '@mantine/core'
import { IconDots, IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import buttons from '#client/components/icon-button.module.css'
import { LazyTooltip } from '#client/components/lazy-tooltip.tsx'
import classes from '#client/components/list/list-table.module.css'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { type Decision, decisionsFor } from '#client/features/transactions/decisions.ts'
import { useListState } from '#client/features/transactions/list-origin.ts'
import { copyText } from '#client/lib/copy-text.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import type { ListedPayment } from '#server/features/transactions/transactions.schema.ts'

type RowActionsProps = {
  transaction: ListedPayment
  onDecide: (decision: Decision) => void
  onRefund: (transaction: ListedPayment) => void
  onCapture: (transaction: ListedPayment) => void
  onVoid: (transaction: ListedPayment) => void
}

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

/** A plain button until its first use: a hundred menus would make the page unresponsive. */
function RowMenu(props: RowActionsProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isUsed, setIsUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const use = () => {
    flushSync(() => setIsUsed(true))
    // Mounting the menu replaced the button.
    opener.current?.focus()
    setOpened(true)
  }
  const button = {
    ref: opener,
    type: 'button',
    className: buttons.button,
    'aria-label': `${transactions.more} ${props.transaction.transactionId}`,
    'aria-haspopup': 'menu',
    children: <IconDots size={16} aria-hidden />,
  } as const
  if (!isUsed) return <button {...button} aria-expanded={false} onClick={use} />
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <button {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems {...props} opener={opener} />
      </Menu.Dropdown>
    </Menu>
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
