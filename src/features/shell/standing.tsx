import { IconCircleCheck, IconTool } from '@tabler/icons-react'
import { Tag } from '../../components/tag.tsx'
import { isDevelopment } from '../../lib/config.ts'
import { shell } from '../../texts/shell.ts'

/** The standing marks of the header: signed in, which environment, which role. */
export function Standing() {
  return (
    <>
      <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
        {shell.authenticated}
      </Tag>
      {isDevelopment && (
        <Tag tone="info" icon={<IconTool size={14} aria-hidden />}>
          {shell.developmentMode}
        </Tag>
      )}
      <Tag tone="neutral">{shell.developer}</Tag>
    </>
  )
}
