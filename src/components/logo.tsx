import { common } from '../texts/en/common.ts'
import classes from './logo.module.css'

type Props = { large?: boolean }

export function Logo({ large = false }: Props) {
  return (
    <span className={classes.logo} data-large={large || undefined}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={classes.tile} />
        <path d="M16 7v12m-5-4.6 5 4.8 5-4.8M8.5 24.5h15" className={classes.mark} />
      </svg>
      <span>{common.product}</span>
    </span>
  )
}
