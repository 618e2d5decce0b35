import '@mantine/charts/styles.layer.css'
import { DonutChart } from '@mantine/charts'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { CHART_HEIGHT } from '#client/theme.ts'
import classes from './dashboard.module.css'
import type { MethodSlice } from './methods-legend.tsx'

type Props = {
  slices: MethodSlice[]
  /** Shown in the middle of the ring. */
  label: string
  onOpen: (slice: MethodSlice) => void
  onOpenAll: () => void
}

export function MethodsChart({ slices, label, onOpen, onOpenAll }: Props) {
  const isNarrow = useNarrow()
  return (
    <DonutChart
      h={CHART_HEIGHT}
      w={isNarrow ? 150 : CHART_HEIGHT}
      size={isNarrow ? 140 : 168}
      thickness={isNarrow ? 20 : 24}
      data={slices}
      chartLabel={label}
      strokeWidth={2}
      accessibilityLayer={false}
      tooltipDataSource="segment"
      pieChartProps={{ className: classes.clickable, onClick: onOpenAll }}
      pieProps={{
        isAnimationActive: false,
        rootTabIndex: -1,
        className: classes.clickable,
        onClick: (_sector, index, event) => {
          // A click outside the slices opens all payments.
          event.stopPropagation()
          const slice = slices[index]
          if (slice) onOpen(slice)
        },
      }}
    />
  )
}
