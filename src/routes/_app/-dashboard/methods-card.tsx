import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import { trpc } from '../../../trpc.ts'
import { ChartCard } from './chart-card.tsx'
import { methodSlices, searchOfSlice } from './method-slices.ts'
import { MethodsLegend } from './methods-legend.tsx'
import classes from './dashboard.module.css'

const MethodsChart = lazy(() =>
  import('./methods-chart.tsx').then((module) => ({ default: module.MethodsChart })),
)

export function MethodsCard() {
  const query = trpc.analytics.paymentMethods.useQuery()
  const navigate = useNavigate()
  const slices = methodSlices(query.data ?? [])
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  return (
    <ChartCard texts={dashboard.methods} query={query} isEmpty={total === 0}>
      <div className={classes.methods}>
        <div aria-hidden>
          <MethodsChart
            slices={slices}
            label={formatCount(total)}
            onOpen={({ method }) => {
              if (!method) return
              void navigate({ to: '/transactions', search: searchOfSlice(method) })
            }}
          />
        </div>
        <MethodsLegend slices={slices} />
      </div>
    </ChartCard>
  )
}
