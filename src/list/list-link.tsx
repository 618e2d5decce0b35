import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: NonNullable<LinkProps['to']>
  /** Search values of the list's URL, as the list's own schema reads them. */
  search: object
  isExact?: boolean
  resetScroll?: boolean
}

/** Links to a list. Its search values are untyped here, because only the list knows the names in its URL. */
export const ListLink = ({ to, search, isExact = false, resetScroll, ...props }: Props) => (
  <Link
    {...props}
    {...({ to, search, resetScroll, activeOptions: { exact: isExact } } as LinkProps)}
  />
)
