import { CopyIcon } from '../../../components/copy-icon.tsx'
import classes from './integration.module.css'

type Props = { code: string; label: string; copyLabel: string; isTall?: boolean }

/** Lines to be read or taken as they stand. */
export function CodeBlock({ code, label, copyLabel, isTall = false }: Props) {
  return (
    <div className={classes.code}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard */}
      <pre tabIndex={0} role="group" aria-label={label} data-tall={isTall || undefined}>
        <code>{code}</code>
      </pre>
      <CopyIcon value={code} label={copyLabel} />
    </div>
  )
}
