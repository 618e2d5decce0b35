import { Popover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, type RefObject } from 'react'
import { type ButtonProps, useMountOnUse } from './use-mount-on-use.ts'

type Props = Omit<PopoverProps, 'onChange' | 'onDismiss' | 'children' | 'opened'> & {
  opened: boolean
  onOpenedChange: (opened: boolean) => void
  /** The button that opens the popover. */
  target: ReactElement<ButtonProps>
  /** Refers to the button, for callers that move the focus to it. */
  opener?: RefObject<HTMLButtonElement | null>
  dropdown?: PopoverDropdownProps
  /** Called only while the popover is mounted. */
  children: () => ReactNode
}

/** A popover that is only its button until its first use: a page with many popovers would render slowly. */
export function PopoverOnUse(props: Props) {
  const { opened, onOpenedChange, target, opener, dropdown, children, ...popover } = props
  const { isUsed, ref, button } = useMountOnUse('dialog', () => onOpenedChange(true), opener)
  if (!isUsed) return cloneElement(target, button)
  return (
    <Popover {...popover} opened={opened} onDismiss={() => onOpenedChange(false)}>
      <Popover.Target>
        {cloneElement(target, { ref, onClick: () => onOpenedChange(!opened) })}
      </Popover.Target>
      <Popover.Dropdown {...dropdown}>{children()}</Popover.Dropdown>
    </Popover>
  )
}
