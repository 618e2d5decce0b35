import { IconBrandPaypal, IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import {
  type PaymentMethod,
  paymentMethodNames,
  paymentMethods,
} from '#server/features/transactions/transactions.schema.ts'
import { payments } from '../../../texts/payments.ts'
import classes from './payments.module.css'

const icons = { card: IconCreditCard, paypal: IconBrandPaypal, bank: IconBuildingBank }

type Props = { value: PaymentMethod; onChange: (method: PaymentMethod) => void }

/** Plain radio buttons underneath, so the arrow keys work as people expect. */
export function MethodTiles({ value, onChange }: Props) {
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
                onChange={() => onChange(method)}
              />
              <Icon size={22} stroke={1.75} aria-hidden />
              <span>{paymentMethodNames[method]}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
