import { shell } from '../../texts/shell.ts'
import classes from './shell.module.css'

export function SandboxStrip() {
  return <p className={classes.strip}>{shell.sandbox}</p>
}
