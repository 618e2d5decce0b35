import { Tabs } from '@mantine/core'
import { webhookEvents } from '../../../texts/webhook-events.ts'
import { CodeBlock } from './code-block.tsx'
import { Section } from '../../../components/section.tsx'
import { verifySnippets } from './verify-snippets.ts'

const texts = webhookEvents.verify

export function VerifySection() {
  return (
    <Section title={texts.title} id="verify" text={texts.text}>
      <Tabs defaultValue="shell" variant="pills" keepMounted={false}>
        <Tabs.List aria-label={texts.languages} mb="sm">
          {verifySnippets.map(({ id, language }) => (
            <Tabs.Tab key={id} value={id}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {verifySnippets.map(({ id, language, code }) => (
          <Tabs.Panel key={id} value={id}>
            <CodeBlock
              code={code.trimEnd()}
              label={texts.code(language)}
              copyLabel={texts.copy(language)}
              isTall
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  )
}
