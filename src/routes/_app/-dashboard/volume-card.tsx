import { useNavigate } from '@tanstack/react-router'
import { ChartCard } from '#client/components/figures/chart-card.tsx'
import { noVolume, nullAs } from '#client/lib/visitor.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import classes from './dashboard.module.css'
import { VolumeChart } from './volume-chart.tsx'
import { VolumeTable, volumePoints } from './volume-table.tsx'

const { title, about, failed } = dashboard.volume

export function VolumeCard() {
  const query = trpc.analytics.transactionsVolume.useQuery(undefined, {
    select: nullAs(noVolume),
  })
  const navigate = useNavigate()
  const points = query.data ? volumePoints(query.data) : []
  return (
    <ChartCard
      title={title}
      about={about}
      failed={failed}
      query={query}
      isEmpty={points.every(({ payments }) => payments === 0)}
    >
      <div className={classes.volume}>
        <div aria-hidden>
          <VolumeChart
            points={points}
            onOpen={({ day }) =>
              void navigate({ to: '/transactions', search: { from: day, to: day } })
            }
          />
        </div>
        <VolumeTable points={points} />
      </div>
    </ChartCard>
  )
}
