import { VisuallyHidden } from '@mantine/core'
import { lazy } from 'react'
import type { TransactionsVolume } from '#server/features/analytics/analytics.schema.ts'
import { formatDay } from '../../../lib/format.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import { trpc } from '../../../trpc.ts'
import { ChartCard } from './chart-card.tsx'

const VolumeChart = lazy(() =>
  import('./volume-chart.tsx').then((module) => ({ default: module.VolumeChart })),
)

const pointsOf = ({ labels, data }: TransactionsVolume) =>
  labels.map((day, index) => ({ day: formatDay(day), payments: data[index] ?? 0 }))

export function VolumeCard() {
  const query = trpc.analytics.transactionsVolume.useQuery()
  const points = query.data ? pointsOf(query.data) : []
  return (
    <ChartCard
      texts={dashboard.volume}
      query={query}
      isEmpty={points.every(({ payments }) => payments === 0)}
    >
      <div aria-hidden>
        <VolumeChart points={points} />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{dashboard.volume.about}</caption>
          <thead>
            <tr>
              <th scope="col">{dashboard.volume.day}</th>
              <th scope="col">{dashboard.volume.series}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, payments }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{payments}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </ChartCard>
  )
}
