import type { ReactNode } from 'react'
import { LegalLinks } from '../../features/legal/legal-links.tsx'
import { PlainFrame } from '../../features/shell/plain-frame.tsx'
import { SignInButton } from '../-auth/sign-in-button.tsx'

type Props = { children: ReactNode }

/** The frame of pages for who is not signed in. */
export function VisitorFrame({ children }: Props) {
  return (
    <PlainFrame
      user={undefined}
      title={null}
      signIn={<SignInButton />}
      footer={<LegalLinks language="it" />}
    >
      {children}
    </PlainFrame>
  )
}
