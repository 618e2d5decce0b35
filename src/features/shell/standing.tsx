import { IconCircleCheck, IconTool, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '#client/components/status-badge.tsx'
import { isDevelopment } from '#client/lib/config.ts'
import { spoken } from '#client/lib/spoken.ts'
import { shell } from '#client/texts/shell.ts'

type Props = {
  isSignedIn?: boolean
  /** Shows only whether the person is signed in. */
  isBrief?: boolean
  /** What stands beside "signed in". */
  liveness?: ReactNode
}

/** The standing marks of the header: signed in, which environment, which role. */
export function Standing({ isSignedIn = true, isBrief = false, liveness }: Props) {
  return (
    <>
      {isSignedIn ? (
        <Tag tone="success" lang={spoken('it')} icon={<IconCircleCheck size={14} aria-hidden />}>
          {shell.authenticated}
        </Tag>
      ) : (
        <Tag tone="neutral" lang={spoken('it')} icon={<IconUserOff size={14} aria-hidden />}>
          {shell.notAuthenticated}
        </Tag>
      )}
      {liveness}
      {isDevelopment && !isBrief && (
        <Tag tone="info" lang={spoken('en')} icon={<IconTool size={14} aria-hidden />}>
          {shell.developmentMode}
        </Tag>
      )}
      {!isBrief && (
        <Tag tone="neutral" lang={spoken('en')}>
          {shell.developer}
        </Tag>
      )}
    </>
  )
}
