import { formatMoney } from '../lib/format.ts'
import classes from './figures.module.css'

type Props = { amount: string; currency: string }

export function MoneyText({ amount, currency }: Props) {
  return <span className={classes.figure}>{formatMoney(amount, currency)}</span>
}
