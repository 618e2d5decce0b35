import { type MouseEvent, type Ref, useImperativeHandle } from 'react'
import { getRelativeCoordinate, usePlotArea, useXAxisScale } from 'recharts'

/** The index of the point that is nearest to a click; undefined beside the plot. */
export type FindNearest = (event: MouseEvent<SVGGraphicsElement>) => number | undefined

/** Half of a dot on the edge lies outside of the plot. */
const TOLERANCE = 8

type Props = {
  ref: Ref<FindNearest>
  /** Of the points, as the chart's axis has them. */
  labels: string[]
}

/**
 * A child of a chart that knows where its points are. The chart itself tells only which one is
 * highlighted, and that takes a pointer that moved before: a tap or the first click has none.
 */
export function NearestPoint({ ref, labels }: Props) {
  const plot = usePlotArea()
  const positionOf = useXAxisScale()
  useImperativeHandle(
    ref,
    () => (event) => {
      if (!plot || !positionOf) return undefined
      const { relativeX: x, relativeY: y } = getRelativeCoordinate(event)
      const isBeside = x < plot.x - TOLERANCE || x > plot.x + plot.width + TOLERANCE
      const isAboveOrBelow = y < plot.y - TOLERANCE || y > plot.y + plot.height + TOLERANCE
      if (isBeside || isAboveOrBelow) return undefined
      const distances = labels.map((label) =>
        Math.abs(x - (positionOf(label, { position: 'middle' }) ?? Number.POSITIVE_INFINITY)),
      )
      return distances.indexOf(Math.min(...distances))
    },
    [plot, positionOf, labels],
  )
  return null
}
