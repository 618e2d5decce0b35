import { lazy } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import { chartColors } from '../../../theme.ts'
import { trpc } from '../../../trpc.ts'
import { ChartCard } from './chart-card.tsx'
import { MethodsLegend } from './methods-legend.tsx'
import classes from './dashboard.module.css'

const MethodsChart = lazy(() =>
  import('./methods-chart.tsx').then((module) => ({ default: module.MethodsChart })),
)

export function MethodsCard() {
  const query = trpc.analytics.paymentMethods.useQuery()
  const slices = (query.data ?? []).map((share, index) => ({
    ...share,
    color: chartColors[index % chartColors.length] ?? chartColors[0],
  }))
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  return (
    <ChartCard texts={dashboard.methods} query={query} isEmpty={total === 0}>
      <div className={classes.methods}>
        <div aria-hidden>
          <MethodsChart slices={slices} label={formatCount(total)} />
        </div>
        <MethodsLegend slices={slices} />
      </div>
    </ChartCard>
  )
}
