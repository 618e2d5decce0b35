import { useNavigate } from '@tanstack/react-router'
import { ChartCard } from '#client/components/figures/chart-card.tsx'
import { nullAs } from '#client/lib/visitor.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import classes from './dashboard.module.css'
import { methodSlices, searchOfAllSlices } from './method-slices.ts'
import { MethodsChart } from './methods-chart.tsx'
import { MethodsLegend } from './methods-legend.tsx'

const { title, about, failed } = dashboard.methods

export function MethodsCard() {
  const query = trpc.analytics.methodTypes.useQuery(undefined, { select: nullAs([]) })
  const navigate = useNavigate()
  const slices = methodSlices(query.data ?? [])
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  return (
    <ChartCard title={title} about={about} failed={failed} query={query} isEmpty={total === 0}>
      <div className={classes.methods}>
        <div aria-hidden>
          <MethodsChart
            slices={slices}
            label={formatCount(total)}
            onOpen={({ search }) => void navigate({ to: '/transactions', search })}
            onOpenAll={() => void navigate({ to: '/transactions', search: searchOfAllSlices })}
          />
        </div>
        <MethodsLegend slices={slices} total={total} />
      </div>
    </ChartCard>
  )
}
