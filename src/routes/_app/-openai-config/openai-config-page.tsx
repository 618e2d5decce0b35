import { Anchor, Code, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CodeLines } from '../../../features/guides/code-lines.tsx'
import { ExternalLinks } from '../../../features/guides/external-link.tsx'
import { GuidePage } from '../../../features/guides/guide-page.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { MarkedText } from '../../../features/guides/marked-text.tsx'
import { Points } from '../../../features/guides/points.tsx'
import { openaiConfig } from '../../../texts/openai-config.ts'
import { Advice } from './advice.tsx'
import classes from './openai-config.module.css'

const { variables, file, steps } = openaiConfig

export function OpenaiConfigPage() {
  return (
    <GuidePage title={openaiConfig.title} intro={openaiConfig.intro}>
      <Advice />
      <GuideSection title={variables.title}>
        <dl className={classes.variables}>
          {variables.rows.map(({ name, value, meaning }) => (
            <div key={name} className={classes.variable}>
              <dt>
                <Code>{name}</Code>
              </dt>
              <Text size="sm" component="dd" className={classes.meaning}>
                <MarkedText text={meaning} />
                <Text size="sm" c="dimmed" component="span" display="block" mt={2}>
                  {variables.missing(value)}
                </Text>
              </Text>
            </div>
          ))}
        </dl>
      </GuideSection>
      <GuideSection title={file.title}>
        <CodeLines code={file.code} what={file.what} />
      </GuideSection>
      <GuideSection title={steps.title}>
        <Points points={steps.points} type="ordered" />
        <ExternalLinks links={openaiConfig.links} />
        <Anchor size="sm" renderRoot={(props) => <Link to="/environment-management" {...props} />}>
          {openaiConfig.environments}
        </Anchor>
      </GuideSection>
    </GuidePage>
  )
}
