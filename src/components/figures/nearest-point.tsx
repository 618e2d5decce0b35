import { type MouseEvent, type Ref, useImperativeHandle } from 'react'
import { getRelativeCoordinate, usePlotArea, useXAxisScale } from 'recharts'

/** Returns the index of the point nearest to a click; undefined outside the plot. */
export type FindNearest = (event: MouseEvent<SVGGraphicsElement>) => number | undefined

/** Pixels around the plot that still count: half of a dot on the edge lies outside. */
const TOLERANCE = 8

type Props = {
  ref: Ref<FindNearest>
  /** The points' labels, as on the chart's axis. */
  labels: string[]
}

/**
 * A chart's child that knows the positions of its points. The chart itself reports only the highlighted
 * point, which requires an earlier pointer movement: a tap or the first click has none.
 */
export function NearestPoint({ ref, labels }: Props) {
  const plot = usePlotArea()
  const positionOf = useXAxisScale()
  useImperativeHandle(
    ref,
    () => (event) => {
      if (!plot || !positionOf) return undefined
      const { relativeX: x, relativeY: y } = getRelativeCoordinate(event)
      const isLeftOrRight = x < plot.x - TOLERANCE || x > plot.x + plot.width + TOLERANCE
      const isAboveOrBelow = y < plot.y - TOLERANCE || y > plot.y + plot.height + TOLERANCE
      if (isLeftOrRight || isAboveOrBelow) return undefined
      const distances = labels.map((label) =>
        Math.abs(x - (positionOf(label, { position: 'middle' }) ?? Number.POSITIVE_INFINITY)),
      )
      return distances.indexOf(Math.min(...distances))
    },
    [plot, positionOf, labels],
  )
  return null
}
