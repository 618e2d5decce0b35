import { CopyButton } from './copy-button.tsx'
import classes from './guides.module.css'

type Props = { code: string; what: string }

/** Lines to be taken as they stand. */
export function CodeLines({ code, what }: Props) {
  return (
    <div className={classes.lines}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard */}
      <pre className={classes.pre} tabIndex={0} role="group" aria-label={what}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code} what={what} />
    </div>
  )
}
