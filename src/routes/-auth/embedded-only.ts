import { redirect } from '@tanstack/react-router'
import { config } from '../../lib/config.ts'

/** Clerk keeps passwords itself and offers a new one in its own form. */
export function embeddedOnly() {
  if (config.identity === 'clerk') throw redirect({ to: '/sign-in', replace: true })
}
