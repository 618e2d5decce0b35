import { Code, Paper, Text, Title } from '@mantine/core'
import { CopyIcon } from '../../../../components/copy-icon.tsx'
import { transactions } from '../../../../texts/transactions.ts'
import classes from './curl-line.module.css'

const texts = transactions.detail

/** The same payment for a program. The key is a stand-in: real ones are shown once, elsewhere. */
export function CurlLine({ reference }: { reference: string }) {
  const url = `${window.location.origin}/api/transactions/${encodeURIComponent(reference)}`
  const command = `curl -H 'Authorization: Bearer sk_test_…' ${url}`
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={texts.api}>
      <Title order={2} mb="xs">
        {texts.api}
      </Title>
      <div className={classes.line}>
        <Code block className={classes.code}>
          {command}
        </Code>
        <CopyIcon value={command} label={texts.copyCurl} />
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        {texts.apiHelp}
      </Text>
    </Paper>
  )
}
