import { Paper } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { signInNeeded } from '#client/texts/en/sign-in-needed.ts'

const { title, other, pages } = signInNeeded

/** The page that an address belongs to, for its own words. */
const wordsFor = (pathname: string) =>
  pages.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ?? other

/** In the place of a page that has nothing to show to visitors, where no guard leads them away. */
export function SignInNeeded({ signIn }: { signIn: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { name, text } = wordsFor(pathname)
  return (
    <Page title={name}>
      <Paper>
        <EmptyState
          title={title}
          text={text}
          icon={<IconLock size={28} stroke={1.5} aria-hidden />}
          action={signIn}
        />
      </Paper>
    </Page>
  )
}
