import { Anchor, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { guides } from '#client/texts/en/guides.ts'
import classes from './guides.module.css'

export type OutsideLink = { label: string; href: string }

export function ExternalLink({ label, href }: OutsideLink) {
  return (
    <Anchor href={href} target="_blank" rel="noopener" size="sm" className={classes.external}>
      {label}
      <IconExternalLink size={14} aria-hidden />
      <VisuallyHidden> {guides.newTab}</VisuallyHidden>
    </Anchor>
  )
}

export function ExternalLinks({ links }: { links: readonly OutsideLink[] }) {
  if (links.length === 0) return null
  return (
    <ul className={classes.links} aria-label={guides.links}>
      {links.map((link) => (
        <li key={link.href}>
          <ExternalLink {...link} />
        </li>
      ))}
    </ul>
  )
}
