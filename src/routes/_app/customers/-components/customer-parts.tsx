import { Skeleton } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import buttons from '#client/components/icon-button.module.css'
import { LazyTooltip } from '#client/components/lazy-tooltip.tsx'
import { opensRow } from '#client/components/list/row-link.ts'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { isErased } from '#client/features/customers/customer-marks.tsx'
import { type CustomerExtras, spentBy } from '#client/features/customers/use-customers.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { formatMoney, formatShortDay } from '#client/lib/words/format.ts'
import { customers } from '#client/texts/en/customers.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import classes from './customers.module.css'

type CustomerProps = { customer: Customer }

/** The link to the customer; a click on its card or row follows it. */
export function CustomerLink({ customer: { id, name } }: CustomerProps) {
  return (
    <Link
      className={classes.link}
      to="/customers/$customerId"
      params={{ customerId: id }}
      title={name}
      {...opensRow}
    >
      {name}
    </Link>
  )
}

type ExtrasProps = CustomerProps & { extras: CustomerExtras }

/** The amounts that a customer spent, the reporting currency first unless it is zero. */
export function SpentAmounts({ customer, extras }: ExtrasProps) {
  const spent = spentBy(customer, extras)
  if (spent === 'loading') return <Skeleton className={classes.loading} />
  if (spent === 'unknown') return <span className={classes.others}>{customers.spentUnknown}</span>
  const [first, ...others] = spent
  return (
    <>
      <MoneyText {...first} />
      {others.length > 0 && (
        <span className={classes.others}>
          {customers.alsoSpent(others.map(({ amount, currency }) => formatMoney(amount, currency)))}
        </span>
      )}
    </>
  )
}

type LastPaymentProps = ExtrasProps & { timezone: string }

export function LastPayment({ customer: { id }, extras, timezone }: LastPaymentProps) {
  const { lastPayments } = extras
  if (lastPayments === undefined) return <Skeleton className={classes.loading} />
  const at = lastPayments.get(id)
  if (at === undefined) return <span className={classes.none}>{customers.detail.noPayments}</span>
  return <time dateTime={at}>{formatShortDay(at, timezone)}</time>
}

type ActionsProps = CustomerProps & { onEdit: (customer: Customer) => void }

/** Kept unobtrusive, because a click on the card or row opens the customer too. */
export function CustomerActions({ customer, onEdit }: ActionsProps) {
  const { id, name } = customer
  const editButton = useRef<HTMLButtonElement>(null)
  const viewLink = useRef<HTMLAnchorElement>(null)
  return (
    <div className={classes.actions}>
      <EditorsOnly>
        <button
          ref={editButton}
          type="button"
          className={buttons.button}
          aria-label={customers.named(customers.edit, name)}
          disabled={isErased(customer)}
          onClick={() => onEdit(customer)}
        >
          <IconPencil size={18} aria-hidden />
        </button>
        <LazyTooltip target={editButton} label={customers.edit} />
      </EditorsOnly>
      <Link
        ref={viewLink}
        className={buttons.button}
        to="/customers/$customerId"
        params={{ customerId: id }}
        aria-label={customers.named(customers.view, name)}
      >
        <IconEye size={18} aria-hidden />
      </Link>
      <LazyTooltip target={viewLink} label={customers.view} />
    </div>
  )
}
