import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../lib/auth.ts'
import { notify } from '../../lib/notify.tsx'
import { shell } from '../../texts/shell.ts'

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const { ok } = await signOut()
    if (ok) await navigate({ to: '/sign-in' })
    else notify.error(shell.signOutFailed)
  }
}
