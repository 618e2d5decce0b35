import { IconCircleCheck, IconTool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../../components/tag.tsx'
import { isDevelopment } from '../../lib/config.ts'
import { shell } from '../../texts/shell.ts'

type Props = {
  /** What stands beside "signed in". */
  liveness?: ReactNode
}

/** The standing marks of the header: signed in, which environment, which role. */
export function Standing({ liveness }: Props) {
  return (
    <>
      <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
        {shell.authenticated}
      </Tag>
      {liveness}
      {isDevelopment && (
        <Tag tone="info" icon={<IconTool size={14} aria-hidden />}>
          {shell.developmentMode}
        </Tag>
      )}
      <Tag tone="neutral">{shell.developer}</Tag>
    </>
  )
}
