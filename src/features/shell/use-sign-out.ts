import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../lib/auth.ts'
import { notify } from '../../lib/notify.tsx'
import { shell } from '../../texts/shell.ts'

/** The answer signs out, and says where signing in again should lead. */
export function useSignOut(): (redirect?: string) => Promise<void> {
  const navigate = useNavigate()
  return async (redirect) => {
    const { ok } = await signOut(() =>
      navigate({ to: '/sign-in', search: redirect ? { redirect } : {} }),
    )
    if (!ok) notify.error(shell.signOutFailed)
  }
}
