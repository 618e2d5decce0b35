import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Destination } from './navigation.ts'

/** The way to a page from a menu. */
export function PageItem({ page }: { page: Destination }) {
  return (
    <Menu.Item
      leftSection={<page.icon size={16} aria-hidden />}
      renderRoot={(props) => <Link to={page.to} {...props} />}
    >
      {page.label}
    </Menu.Item>
  )
}
