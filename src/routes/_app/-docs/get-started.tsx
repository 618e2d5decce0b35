import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { docs } from '../../../texts/docs.ts'
import classes from './docs.module.css'
import { GuideSection } from '../../../features/guides/guide-section.tsx'

const { title, items, links } = docs.steps

const targets = ['/onboarding', '/payments', '/integration', '/integration'] as const

/** Whoever has a merchant is done with the first step. */
export function GetStarted({ isMember }: { isMember: boolean }) {
  return (
    <GuideSection title={title}>
      <ol className={classes.steps}>
        {items.map((item, index) => {
          const target = targets[index]
          const hasLink = target !== undefined && !(isMember && target === '/onboarding')
          return (
            <li key={item.title}>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              <Text size="sm" fw={600}>
                {item.title}
              </Text>
              <Text size="sm" c="dimmed">
                {item.text}
              </Text>
              {hasLink && (
                <Anchor size="sm" renderRoot={(props) => <Link to={target} {...props} />}>
                  {links[index]}
                </Anchor>
              )}
            </li>
          )
        })}
      </ol>
    </GuideSection>
  )
}
