import { common } from '../../texts/common.ts'
import classes from './shell.module.css'

export function SkipLink() {
  return (
    <a
      href="#content"
      lang="en"
      className={classes.skip}
      onClick={(event) => {
        // The address stays as it is: a fragment would end up in shared links.
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
    >
      {common.skipToContent}
    </a>
  )
}
