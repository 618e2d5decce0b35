import { formatMoney } from '#client/lib/words/format.ts'
import classes from '../figures/figures.module.css'

type Props = { amount: string; currency: string }

export function MoneyText({ amount, currency }: Props) {
  return <span className={classes.figure}>{formatMoney(amount, currency)}</span>
}
