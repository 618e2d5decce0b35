/**
 * Short texts of known brands and methods. They are not logos: the name beside a mark says which method it
 * is.
 */
const texts: Readonly<Record<string, string>> = {
  visa: 'VISA',
  mastercard: 'MC',
  amex: 'AMEX',
  diners: 'DC',
  discover: 'DISC',
  jcb: 'JCB',
  unionpay: 'UP',
  paypal: 'PP',
  sepa_debit: 'SEPA',
  ideal: 'iDEAL',
  bancontact: 'BC',
  eps: 'EPS',
  satispay: 'SP',
  klarna: 'K',
  link: 'LINK',
  bank_transfer: 'IBAN',
}

/**
 * The mark of a payment method. `word` is the processor's word for the method's brand or type; an unknown word has a
 * plain card as its mark.
 */
export function MethodMark({ word }: { word: string }) {
  const text = texts[word]
  return (
    <svg
      viewBox="0 0 32 20"
      fill="none"
      stroke="currentColor"
      aria-hidden
      // As high as the line of text, so that the line does not become taller.
      style={{ width: '2.24em', height: '1.4em', verticalAlign: '-0.3em', flexShrink: 0 }}
    >
      <rect x={0.5} y={0.5} width={31} height={19} rx={3} opacity={0.45} />
      {text ? (
        <text
          x={16}
          y={13.2}
          fontSize={text.length > 4 ? 8 : 9}
          fontWeight={700}
          textAnchor="middle"
          fill="currentColor"
          stroke="none"
        >
          {text}
        </text>
      ) : (
        <path d="M1 7h30M5 14h6" opacity={0.45} />
      )}
    </svg>
  )
}
