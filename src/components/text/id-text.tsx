import { CopyIcon } from './copy-icon.tsx'
import classes from './id-text.module.css'

type Props = { value: string; shown?: string; copyLabel: string }

/**
 * Number of characters at the end that always stay visible, because ids created at the same time differ
 * only there.
 */
const TAIL = 4

/** An id with a copy button. In a narrow space it is cut in the middle, so that both ends stay visible. */
export function IdText({ value, shown = value, copyLabel }: Props) {
  return (
    <span className={classes.root}>
      <span className={classes.id} title={shown}>
        <span className={classes.head}>{shown.slice(0, -TAIL)}</span>
        <span className={classes.tail}>{shown.slice(-TAIL)}</span>
      </span>
      <CopyIcon value={value} label={copyLabel} />
    </span>
  )
}
