import { type ReactNode, useId } from 'react'
import classes from './illustrations.module.css'

type PictureProps = { title: string; children: ReactNode }

/** A drawing of 480 by 260 units, whose colours follow the colour scheme. */
export function Picture({ title, children }: PictureProps) {
  const id = useId()
  return (
    <svg viewBox="0 0 480 260" role="img" aria-labelledby={id} className={classes.picture}>
      <title id={id}>{title}</title>
      {children}
    </svg>
  )
}

type At = { x: number; y: number }

type WordsProps = At & {
  children: string
  tone?: 'ink' | 'dim' | 'accent' | 'onAccent' | 'good'
  anchor?: 'start' | 'middle'
  isCode?: boolean
  isStrong?: boolean
}

export function Words({ x, y, children, tone = 'ink', anchor, isCode, isStrong }: WordsProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor ?? 'start'}
      className={classes.words}
      data-tone={tone}
      data-code={isCode || undefined}
      data-strong={isStrong || undefined}
    >
      {children}
    </text>
  )
}

type BoxProps = At & { width: number; height: number; look?: 'plain' | 'soft' | 'accent' | 'good' }

export function Box({ look: variant = 'plain', ...rectProps }: BoxProps) {
  return <rect {...rectProps} rx="10" className={classes.box} data-look={variant} />
}

type NamedBoxProps = BoxProps & { name: string; note?: string }

/** A box with a name in its middle and an optional note below the name. */
export function NamedBox({ name, note, ...box }: NamedBoxProps) {
  const middle = box.x + box.width / 2
  const y = box.y + box.height / 2 + (note ? -3 : 5)
  return (
    <>
      <Box {...box} />
      <Words
        x={middle}
        y={y}
        anchor="middle"
        isStrong
        tone={box.look === 'accent' ? 'onAccent' : 'ink'}
      >
        {name}
      </Words>
      {note && (
        <Words x={middle} y={y + 20} anchor="middle" tone="dim">
          {note}
        </Words>
      )}
    </>
  )
}

type ArrowProps = { from: At; to: At }

/** A line with an arrowhead at its end. */
export function Arrow({ from, to }: ArrowProps) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  return (
    <>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={classes.arrow} />
      <path
        d="M -9 -5 L 0 0 L -9 5"
        className={classes.arrow}
        transform={`translate(${to.x} ${to.y}) rotate(${angle})`}
      />
    </>
  )
}

/** A window frame with its three buttons. */
export function WindowFrame({ x, y, width, height }: BoxProps) {
  return (
    <>
      <Box x={x} y={y} width={width} height={height} />
      <line x1={x} y1={y + 28} x2={x + width} y2={y + 28} className={classes.edge} />
      {[16, 32, 48].map((dx) => (
        <circle key={dx} cx={x + dx} cy={y + 14} r="4.5" className={classes.dot} />
      ))}
    </>
  )
}

/** A switch in the "on" position. */
export function SwitchOn({ x, y }: At) {
  return (
    <>
      <rect x={x} y={y} width="34" height="18" rx="9" className={classes.switchOn} />
      <circle cx={x + 25} cy={y + 9} r="6.5" className={classes.knob} />
    </>
  )
}

export function Padlock({ x, y }: At) {
  return (
    <g transform={`translate(${x} ${y})`} className={classes.glyph}>
      <rect x="0" y="8" width="18" height="12" rx="2.5" />
      <path d="M 4 8 V 5 a 5 5 0 0 1 10 0 V 8" />
    </g>
  )
}

export function Globe({ x, y }: At) {
  return (
    <g transform={`translate(${x} ${y})`} className={classes.glyph}>
      <circle cx="10" cy="10" r="9" />
      <path d="M 1 10 H 19 M 10 1 C 4 6 4 14 10 19 M 10 1 C 16 6 16 14 10 19" />
    </g>
  )
}
