import { Ring } from '#client/components/charts/ring.tsx'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { CHART_HEIGHT } from '#client/theme.ts'
import classes from './dashboard.module.css'
import type { MethodSlice } from './method-slices.ts'

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
    <div className={classes.ring} style={{ width: isNarrow ? 150 : CHART_HEIGHT }}>
      <Ring
        slices={slices}
        size={isNarrow ? 140 : 168}
        thickness={isNarrow ? 20 : 24}
        label={label}
        formatValue={formatCount}
        onOpen={(index) => {
          const slice = slices[index]
          if (slice) onOpen(slice)
        }}
        onOpenAll={onOpenAll}
      />
    </div>
  )
}
