import { Paper } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { signInNeeded } from '#client/texts/en/sign-in-needed.ts'

const { title, other, pages } = signInNeeded

/** Returns the texts for the page at this path. */
const wordsFor = (pathname: string) =>
  pages.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ?? other

/** Replaces a page that visitors may not see, in the development app, whose guard does not redirect them. */
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
