import { Center, Loader } from '@mantine/core'
import { common } from '../texts/en/common.ts'

type Props = { label?: string }

export function SpinnerScreen({ label = common.loading }: Props) {
  return (
    <Center mih="60vh" role="status" aria-label={label}>
      <Loader aria-hidden />
    </Center>
  )
}
