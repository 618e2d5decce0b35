import { Paper } from '@mantine/core'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { formatChange, formatCount, formatPercent } from '#client/lib/words/format.ts'
import { landing } from '#client/texts/en/sign-in-needed.ts'
import classes from './landing.module.css'

const texts = landing.picture

const rows = [
  { name: 'Marco Ferrari', amount: '128.00', currency: 'EUR', status: 'success' },
  { name: 'Sofia Russo', amount: '46.50', currency: 'EUR', status: 'success' },
  { name: 'Grace Hopper', amount: '1250.00', currency: 'USD', status: 'pending' },
  { name: 'Chiara Marino', amount: '75.01', currency: 'EUR', status: 'failed' },
] as const

const takings = [38, 52, 44, 61, 57, 78, 92]

const WIDTH = 320
const HEIGHT = 96

const points = takings.map(
  (share, at) => [(at / (takings.length - 1)) * WIDTH, HEIGHT - (share / 100) * HEIGHT] as const,
)
const line = points.map(([x, y]) => `${x},${y}`).join(' ')
const [lastX, lastY] = points.at(-1) ?? [0, 0]

/** Built from the product's own components and colours, so that it follows language and colour scheme. */
export function DashboardPicture() {
  return (
    <Paper className={classes.picture} role="img" aria-label={texts.label} p={0}>
      <div aria-hidden className={classes.chrome}>
        <span />
        <span />
        <span />
      </div>
      <div aria-hidden className={classes.board}>
        <div className={classes.card}>
          <div className={classes.figures}>
            <div>
              <p className={classes.label}>{texts.takings}</p>
              <p className={classes.figure}>
                <MoneyText amount="8412.60" currency="EUR" />
                <small>{formatChange(12.4)}</small>
              </p>
            </div>
            <Figure label={texts.payments} figure={formatCount(164)} />
            <Figure label={texts.rate} figure={formatPercent(97.6)} />
          </div>
          <svg viewBox={`0 -6 ${WIDTH} ${HEIGHT + 8}`} className={classes.chart} aria-hidden>
            <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} className={classes.area} />
            <polyline points={line} className={classes.line} />
            <circle cx={lastX - 3} cy={lastY} r={4} className={classes.dot} />
          </svg>
        </div>
        <div className={classes.card}>
          <p className={classes.label}>{texts.latest}</p>
          {rows.map(({ name, amount, currency, status }) => (
            <div key={name} className={classes.row}>
              <span className={classes.name}>{name}</span>
              <MoneyText amount={amount} currency={currency} />
              <span className={classes.status}>
                <StatusBadge status={status} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </Paper>
  )
}

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <div className={classes.second}>
      <p className={classes.label}>{label}</p>
      <p className={classes.small}>{figure}</p>
    </div>
  )
}
