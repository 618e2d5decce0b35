import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SpinnerScreen } from '../../components/spinner-screen.tsx'
import { shell } from '../../texts/shell.ts'

/** Leads to the sign-in page, which leads back here. */
export function SignInRedirect() {
  const navigate = useNavigate()
  const { href } = useLocation()
  const left = useRef(false)

  useEffect(() => {
    if (left.current) return
    left.current = true
    console.info('Not authenticated, redirecting to sign-in')
    void navigate({
      to: '/sign-in',
      search: href === '/' ? {} : { redirect: href },
      replace: true,
    })
  }, [href, navigate])

  return <SpinnerScreen label={shell.checkingSession} />
}
