import type { TablerIcon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

/** A page that can be gone to, as the navigation lists it. */
export type PaletteEntryPage = { to: NonNullable<LinkProps['to']>; label: string; icon: TablerIcon }
