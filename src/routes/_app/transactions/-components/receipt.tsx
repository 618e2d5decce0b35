import { createPortal } from 'react-dom'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isLiveBook } from '#client/lib/book.ts'
import { formatDateTime, formatMoneyWithCode } from '#client/lib/words/format.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { printedReceipt as texts } from '#client/texts/en/printed-receipt.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import classes from './transaction-detail.module.css'

type Props = {
  transaction: Transaction
  /** Undefined until loaded. */
  money: PaymentMoney | undefined
}

/** The printed receipt. Rendered outside the page, because print styles hide the page. */
export function Receipt({ transaction, money }: Props) {
  const { businessName, businessAddress, timezone } = useSignedIn().merchant
  const { transactionId, createdAt, customerName, customerEmail, description } = transaction
  const fields = [
    [texts.reference, `#${transactionId}`],
    [texts.date, `${formatDateTime(createdAt, timezone)} (${timezone})`],
    [texts.customer, `${customerName}, ${customerEmail}`],
    [texts.method, methodNames[transaction.paymentMethod]],
    ...(description ? [[texts.description, description]] : []),
    [
      texts.status,
      money?.waitingFor
        ? waitingPayment.steps[money.waitingFor]
        : transactions.statuses[transaction.status],
    ],
  ]
  return createPortal(
    <section className={classes.receipt} data-testid="receipt" translate="no">
      {!isLiveBook && <p className={classes.sandbox}>{texts.sandbox}</p>}
      <p className={classes.business}>{businessName}</p>
      {businessAddress && <p className={classes.address}>{businessAddress}</p>}
      <p className={classes.kind}>
        {transaction.status === 'success' ? texts.title : texts.recordTitle} {texts.noTaxDocument}
      </p>
      <div className={classes.total}>
        <span>{texts.amount}</span>
        <strong className={classes.sum}>
          {formatMoneyWithCode(transaction.amount, transaction.currency)}
        </strong>
      </div>
      {money && <RefundedAmounts money={money} currency={transaction.currency} />}
      <dl className={classes.fields}>
        {fields.map(([label, value]) => (
          <Field key={label} label={label} value={value} />
        ))}
      </dl>
    </section>,
    document.body,
  )
}

/** The refunded amount, and the remaining amount of the payment. */
function RefundedAmounts({ money, currency }: { money: PaymentMoney; currency: string }) {
  const [captured, refunded] = [
    minorFromDecimal(money.amounts.captured) ?? 0,
    minorFromDecimal(money.amounts.refunded) ?? 0,
  ]
  if (refunded === 0) return null
  const lines = [
    [texts.refunded, -refunded],
    [texts.net, captured - refunded],
  ] as const
  return lines.map(([label, minor]) => (
    <div key={label} className={classes.total}>
      <span>{label}</span>
      <strong>{formatMoneyWithCode(decimalFromMinor(minor), currency)}</strong>
    </div>
  ))
}

function Field({ label, value }: { label: string | undefined; value: string | undefined }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
