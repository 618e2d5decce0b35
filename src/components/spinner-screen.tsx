import { Center } from '@mantine/core'
import { common } from '../texts/en/common.ts'

type Props = { label?: string }

/** A spinner where a page will be, as the document itself shows it before its scripts run. */
export function SpinnerScreen({ label = common.loading }: Props) {
  return (
    <Center mih="60vh" role="status" aria-label={label}>
      <svg className="spinner" viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15" pathLength="100" />
      </svg>
    </Center>
  )
}
