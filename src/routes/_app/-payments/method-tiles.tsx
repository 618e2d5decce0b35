import { IconBrandPaypal, IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { isLiveBook } from '#client/lib/book.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { payments } from '#client/texts/en/payments.ts'
import { type PaymentMethod, paymentMethods } from '#server/shared/money/payment-method.ts'
import classes from './payments.module.css'

const icons = { card: IconCreditCard, paypal: IconBrandPaypal, bank: IconBuildingBank }

type MethodTilesProps = { value: PaymentMethod; onChange: (method: PaymentMethod) => void }

/** Built on radio buttons, so that the arrow keys work. */
export function MethodTiles({ value, onChange }: MethodTilesProps) {
  return (
    <fieldset className={classes.methods}>
      <legend className={classes.legend}>{payments.fields.paymentMethod}</legend>
      <div className={classes.tiles}>
        {paymentMethods.map((method) => {
          const Icon = icons[method]
          return (
            <label key={method} className={classes.tile}>
              <input
                type="radio"
                name="paymentMethod"
                className={classes.radio}
                value={method}
                checked={value === method}
                disabled={isLiveBook && method !== 'card'}
                onChange={() => onChange(method)}
              />
              <Icon size={22} stroke={1.75} aria-hidden />
              <span>{methodNames[method]}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
