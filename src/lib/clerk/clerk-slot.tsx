import { Box, type BoxProps } from '@mantine/core'
import { type SlotContent, useSlotRef } from './clerk-slots.ts'

type Props = { content: SlotContent } & Pick<BoxProps, 'w' | 'h' | 'mih'>

/** Where a part of Clerk's stands in the page. The one provider of its library draws into it. */
export function ClerkSlot({ content, ...box }: Props) {
  return <Box ref={useSlotRef(content)} {...box} />
}
