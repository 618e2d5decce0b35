import { isDevelopment } from '#client/lib/config.ts'
import { isSpecMode, languageFor } from '#client/lib/language-for.ts'
import { shell } from '#client/texts/en/shell.ts'
import classes from './shell.module.css'

type Props = {
  isSignedIn?: boolean
  /** Shows only the sign-in status. */
  isBrief?: boolean
}

/** The specification's status labels in the header: signed in, environment and role. None says anything to a merchant. */
export function StatusLabels({ isSignedIn = true, isBrief = false }: Props) {
  if (!isSpecMode) return null
  return (
    <div className={classes.marks}>
      <span lang={languageFor('it')}>
        {isSignedIn ? shell.authenticated : shell.notAuthenticated}
      </span>
      {isDevelopment && !isBrief && <span lang={languageFor('en')}>{shell.developmentMode}</span>}
      {!isBrief && <span lang={languageFor('en')}>{shell.developer}</span>}
    </div>
  )
}
