import { Anchor, Group, Paper, Text, Title } from '@mantine/core'
import { IconConfetti } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { clerkSetup } from '../../../texts/clerk-setup.ts'
import classes from './clerk-setup.module.css'

const texts = clerkSetup.complete

export function CompleteCard() {
  return (
    <Paper
      component="section"
      p={{ base: 'md', sm: 'lg' }}
      aria-label={texts.title}
      className={classes.complete}
    >
      <Group gap="md" wrap="nowrap" align="flex-start">
        <IconConfetti size={28} aria-hidden className={classes.done} />
        <div role="status">
          <Title order={3}>{texts.title}</Title>
          <Text size="sm" mt={2} mb={6}>
            {texts.text}
          </Text>
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => <Link to="/environment-management" {...props} />}
          >
            {texts.link}
          </Anchor>
        </div>
      </Group>
    </Paper>
  )
}
