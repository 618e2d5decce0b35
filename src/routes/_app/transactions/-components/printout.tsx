import { createPortal } from 'react-dom'
import { usePaymentReceipt } from '#client/features/receipts/use-payment-receipt.ts'
import type { PaymentMoney } from '#client/features/refunds/use-payment-money.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { methodText } from '#client/features/transactions/method-text.ts'
import { isLiveMode } from '#client/lib/mode.ts'
import { formatDateTime, formatMoneyWithCode } from '#client/lib/words/format.ts'
import { printedRecord as texts } from '#client/texts/en/printed-record.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import type { ReceiptContent } from '#server/features/receipts/receipts.schema.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import classes from './printout.module.css'

type Props = {
  transaction: Transaction
  /** Undefined until loaded. */
  money: PaymentMoney | undefined
}

/**
 * The printout of a payment: the payer's receipt of a payment that succeeded, otherwise a record. Rendered
 * outside the page, because print styles hide the page.
 */
export function Printout({ transaction, money }: Props) {
  const receipt = usePaymentReceipt(transaction)
  if (transaction.status !== 'success') {
    return createPortal(<PaymentRecord transaction={transaction} money={money} />, document.body)
  }
  return receipt.data && createPortal(<Receipt content={receipt.data.content} />, document.body)
}

/** The same texts as on the payer's page, in the payer's language. */
function Receipt({ content }: { content: ReceiptContent }) {
  const { language, testNote, logoPath, businessName, business, taxIds, support } = content
  return (
    <section
      className={classes.printout}
      data-print
      data-testid="receipt"
      lang={language}
      translate="no"
    >
      {testNote !== null && <p className={classes.sandbox}>{testNote}</p>}
      <div className={classes.shop}>
        {logoPath !== null && <img className={classes.logo} src={logoPath} alt="" />}
        <p className={classes.business}>{businessName}</p>
      </div>
      <p className={classes.kind}>{content.title}</p>
      {content.failure !== null && <p>{content.failure}</p>}
      <p className={classes.sum}>{content.amount}</p>
      <Fields fields={content.fields} />
      {content.refunds && (
        <>
          <p className={classes.kind}>{content.refunds.title}</p>
          <Fields fields={content.refunds.fields} />
        </>
      )}
      <div className={classes.foot}>
        <p>{business}</p>
        {taxIds !== null && <p>{taxIds}</p>}
        {support && (
          <p>
            {support.label} {support.email}
          </p>
        )}
      </div>
    </section>
  )
}

/** The printout of a payment that brought no money. It is not titled a receipt, because nothing was paid. */
function PaymentRecord({ transaction, money }: Props) {
  const { businessName, businessAddress, timezone } = useSignedIn().merchant
  const { transactionId, createdAt, customerName, customerEmail, description } = transaction
  const fields = [
    { label: texts.reference, value: `#${transactionId}` },
    { label: texts.date, value: `${formatDateTime(createdAt, timezone)} (${timezone})` },
    { label: texts.customer, value: `${customerName}, ${customerEmail}` },
    {
      label: texts.method,
      value: methodText({ paymentMethod: transaction.paymentMethod, method: money?.method }),
    },
    ...(description ? [{ label: texts.description, value: description }] : []),
    {
      label: texts.status,
      value: money?.waitingFor
        ? waitingPayment.steps[money.waitingFor]
        : transactions.statuses[transaction.status],
    },
  ]
  return (
    <section className={classes.printout} data-print data-testid="receipt" translate="no">
      {!isLiveMode && <p className={classes.sandbox}>{texts.sandbox}</p>}
      <p className={classes.business}>{businessName}</p>
      <p className={classes.kind}>{texts.title}</p>
      <p className={classes.sum}>{formatMoneyWithCode(transaction.amount, transaction.currency)}</p>
      <Fields fields={fields} />
      {businessAddress && (
        <div className={classes.foot}>
          <p>{businessAddress}</p>
        </div>
      )}
    </section>
  )
}

const Fields = ({ fields }: { fields: ReceiptContent['fields'] }) => (
  <dl className={classes.fields}>
    {fields.map(({ label, value }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two refunds may have the same date
      <Field key={at} label={label} value={value} />
    ))}
  </dl>
)

const Field = ({ label, value }: ReceiptContent['fields'][number]) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)
