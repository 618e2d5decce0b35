import { isDevelopment } from '#client/lib/config.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { shell } from '#client/texts/en/shell.ts'
import classes from './shell.module.css'

type Props = {
  isSignedIn?: boolean
  /** Shows only the sign-in status. */
  isBrief?: boolean
}

/** The header's status labels: signed in, environment and role. */
export function StatusLabels({ isSignedIn = true, isBrief = false }: Props) {
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
