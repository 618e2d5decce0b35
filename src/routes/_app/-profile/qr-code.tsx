import { encode } from 'uqr'
import { profile } from '../../../texts/profile.ts'
import classes from './profile.module.css'

/** Dark on light in either scheme: many readers see nothing in the reverse. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={profile.secondStep.scan.qr}
      shapeRendering="crispEdges"
      className={classes.qr}
    >
      <path d={path} />
    </svg>
  )
}
