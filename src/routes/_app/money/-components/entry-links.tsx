import { Link } from '@tanstack/react-router'
import { opensRow } from '#client/components/list/row-link.ts'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { money } from '#client/texts/en/money.ts'
import type { BalanceEntry } from '#server/features/money/money.schema.ts'
import classes from './entry-links.module.css'

const texts = money.entries

/** The entry's payment as a link, or the processor's words for it. */
export function EntryAbout({ entry }: { entry: BalanceEntry }) {
  const { transactionId, description, type, rawType } = entry
  if (transactionId !== null) {
    return (
      <Link
        className={`${cards.link} ${classes.link}`}
        to="/transactions/$transactionId"
        params={{ transactionId }}
        {...opensRow}
      >
        {texts.payment}
      </Link>
    )
  }
  const text = description ?? (type === 'other' || type === 'adjustment' ? rawType : '')
  return <span className={cards.reason}>{text}</span>
}

/** The entry's payout as a link; a click on a row without a payment opens it. */
export function EntryPayout({ entry: { payoutId, transactionId } }: { entry: BalanceEntry }) {
  if (payoutId === null) return null
  return (
    <Link
      className={cards.link}
      to="/money/payouts/$payoutId"
      params={{ payoutId }}
      {...(transactionId === null && opensRow)}
    >
      {`…${payoutId.slice(-8)}`}
    </Link>
  )
}
