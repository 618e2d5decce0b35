import { IconBrandPaypal, IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { useId } from 'react'
import { methodNames } from '#client/texts/en/methods.ts'
import { payments } from '#client/texts/en/payments.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'
import { MethodNote } from './method-note.tsx'
import { type MethodProcessors, takerOf } from './method-processors.ts'
import classes from './payments.module.css'

const icons = { card: IconCreditCard, paypal: IconBrandPaypal, bank: IconBuildingBank }

type MethodTilesProps = {
  value: PaymentMethod
  /** Undefined while they are loading. */
  processors: MethodProcessors | undefined
  onChange: (method: PaymentMethod) => void
}

/**
 * The payment methods, each with its processor, and the next step of the chosen one. Built on radio buttons, so that
 * the arrow keys work. A method without a processor can be chosen: the text below then says how to get one.
 */
export function MethodTiles({ value, processors, onChange }: MethodTilesProps) {
  const id = useId()
  return (
    <fieldset className={classes.methods} aria-describedby={id}>
      <legend className={classes.legend}>{payments.fields.paymentMethod}</legend>
      <div className={classes.tiles}>
        {paymentMethods.map((method) => {
          const Icon = icons[method]
          return (
            <label
              key={method}
              className={classes.tile}
              data-unavailable={processors?.[method] === null || undefined}
            >
              <input
                type="radio"
                name="paymentMethod"
                className={classes.radio}
                value={method}
                checked={value === method}
                aria-label={methodNames[method]}
                aria-describedby={`${id}-${method}`}
                onChange={() => onChange(method)}
              />
              <Icon size={22} stroke={1.75} aria-hidden />
              <span>{methodNames[method]}</span>
              <span className={classes.taker} id={`${id}-${method}`}>
                {processors ? takerOf(method, processors[method]) : '\u00A0'}
              </span>
            </label>
          )
        })}
      </div>
      <MethodNote id={id} method={value} processors={processors} />
    </fieldset>
  )
}
