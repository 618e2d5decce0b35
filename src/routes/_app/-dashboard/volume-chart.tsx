import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useRef } from 'react'
import { type FindNearest, NearestPoint } from '#client/components/nearest-point.tsx'
import { dashboard } from '#client/texts/dashboard.ts'
import { CHART_HEIGHT, chartColors } from '#client/theme.ts'
import classes from './dashboard.module.css'
import type { VolumePoint } from './volume-table.tsx'

type Props = { points: VolumePoint[]; onOpen: (point: VolumePoint) => void }

const series = [{ name: 'payments', label: dashboard.volume.series, color: chartColors[0] }]

export function VolumeChart({ points, onOpen }: Props) {
  const findNearest = useRef<FindNearest>(null)
  return (
    <LineChart
      h={CHART_HEIGHT}
      data={points}
      dataKey="label"
      series={series}
      curveType="linear"
      withDots={false}
      accessibilityLayer={false}
      strokeDasharray="3 4"
      yAxisProps={{ allowDecimals: false, width: 32 }}
      xAxisProps={{ minTickGap: 32 }}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{
        className: classes.clickable,
        // The whole column above a day counts, as it does for the tooltip.
        onClick: (_, event) => {
          const point = points[findNearest.current?.(event) ?? -1]
          if (point) onOpen(point)
        },
      }}
    >
      <NearestPoint ref={findNearest} labels={points.map(({ label }) => label)} />
    </LineChart>
  )
}
