import { Anchor, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { MarkedText } from '../../../features/guides/marked-text.tsx'
import { environment } from '../../../texts/environment.ts'

const texts = environment.next

const links = [
  { to: '/clerk-setup-guide', hash: undefined, label: texts.setup },
  { to: '.', hash: 'azioni-rapide', label: texts.actions },
  { to: '/payments', hash: undefined, label: texts.payments },
  { to: '/clerk-migration', hash: undefined, label: texts.migration },
  { to: '/clerk-production', hash: undefined, label: texts.production },
] as const

export function NextSteps() {
  return (
    <GuideSection title={texts.title}>
      <List type="ordered" spacing="sm" size="sm">
        {texts.steps.map(({ title, text }, index) => {
          const link = links[index]
          return (
            <List.Item key={title}>
              <Text size="sm" fw={550} component="span">
                {title}.
              </Text>{' '}
              <MarkedText text={text} />{' '}
              {link && (
                <Anchor
                  size="sm"
                  underline="always"
                  renderRoot={(props) => (
                    <Link
                      to={link.to}
                      hash={link.hash}
                      activeOptions={{ includeHash: true }}
                      {...props}
                    />
                  )}
                >
                  {link.label}
                </Anchor>
              )}
            </List.Item>
          )
        })}
      </List>
    </GuideSection>
  )
}
