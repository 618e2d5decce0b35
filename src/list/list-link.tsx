import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: NonNullable<LinkProps['to']>
  /** The address of the list, as its own schema reads it. */
  search: object
  isExact?: boolean
  resetScroll?: boolean
}

/** Leads to a list as an address of it says: the list alone knows which names its address has. */
export const ListLink = ({ to, search, isExact = false, resetScroll, ...props }: Props) => (
  <Link
    {...props}
    {...({ to, search, resetScroll, activeOptions: { exact: isExact } } as LinkProps)}
  />
)
