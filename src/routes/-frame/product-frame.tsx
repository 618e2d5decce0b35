import type { ReactNode } from 'react'
import { DemoMark } from '#client/features/demo/demo-mark.tsx'
import { startExport } from '#client/features/exports/export-kinds.ts'
import { useOwnLanguage } from '#client/features/language/use-own-language.ts'
import { LegalLinks } from '#client/features/legal/legal-links.tsx'
import { LiveProvider } from '#client/features/live/live-provider.tsx'
import { LiveTag } from '#client/features/live/live-tag.tsx'
import { NoticesButton } from '#client/features/notices/notices-button.tsx'
import { CommandCenter } from '#client/features/palette/command-center.tsx'
import { Confirmation } from '#client/features/session/confirmation.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useUserActivity } from '#client/features/session/use-session.ts'
import { AppFrame } from '#client/features/shell/app-frame.tsx'
import { allPages } from '#client/features/shell/navigation.ts'
import { EndpointNotice, OnboardingNotice } from '#client/features/shell/notices.tsx'
import { useSignOut } from '#client/features/shell/user-menu.tsx'
import { useOnline } from '#client/lib/hooks/use-online.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { isDemoGuest } from '#server/shared/demo-guest.ts'
import { SignInButton } from '../-auth/sign-in-button.tsx'
import { useStoredPages } from './use-stored-pages.ts'

type Props = { children: ReactNode }

/** The frame with header and navigation, and the features that work on every page of the product. */
export function ProductFrame({ children }: Props) {
  const { user, merchant, isMember, isUnknown } = useSignedIn()
  const signOut = useSignOut()
  useStoredPages()
  useUserActivity(user !== undefined)
  useOwnLanguage(user !== undefined)
  return (
    <LiveProvider merchantId={isMember ? merchant.id : undefined} isOnline={useOnline()}>
      <AppFrame
        user={user}
        isMember={isMember}
        signIn={<SignInButton />}
        notice={isMember ? <EndpointNotice /> : user && !isUnknown && <OnboardingNotice />}
        mark={isMember && <DemoMark isGuest={user !== undefined && isDemoGuest(user.email)} />}
        tools={
          isMember && (
            <CommandCenter
              timezone={merchant.timezone}
              pages={allPages}
              onSignOut={() => void signOut()}
              onExport={() => void startExport()}
            />
          )
        }
        notices={isMember && <NoticesButton timezone={merchant.timezone} />}
        liveness={isMember && <LiveTag />}
        footer={<LegalLinks language={languageFor('en')} justify="flex-start" />}
      >
        {children}
      </AppFrame>
      <Confirmation onSignInAgain={(href) => void signOut(href)} />
    </LiveProvider>
  )
}
