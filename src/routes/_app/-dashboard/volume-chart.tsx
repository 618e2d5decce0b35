import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { dashboard } from '../../../texts/dashboard.ts'
import { CHART_HEIGHT, chartColors } from '../../../theme.ts'

type Props = { points: { day: string; payments: number }[] }

const series = [{ name: 'payments', label: dashboard.volume.series, color: chartColors[0] }]

export function VolumeChart({ points }: Props) {
  return (
    <LineChart
      h={CHART_HEIGHT}
      data={points}
      dataKey="day"
      series={series}
      curveType="linear"
      withDots={false}
      accessibilityLayer={false}
      strokeDasharray="3 4"
      yAxisProps={{ allowDecimals: false, width: 32 }}
      xAxisProps={{ minTickGap: 32 }}
      lineProps={{ isAnimationActive: false }}
    />
  )
}
