import { Button, Center, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { common } from '../texts/common.ts'
import { Logo } from './logo.tsx'
import { PageTitle } from './page-title.tsx'

export function NotFoundScreen() {
  useDocumentTitle(`${common.notFoundTitle} · ${common.product}`)
  return (
    <Center component="main" id="content" mih="100dvh" p="md">
      <Stack align="center" ta="center" gap="sm">
        <Logo />
        <PageTitle mt="md">{common.notFoundTitle}</PageTitle>
        <Text c="dimmed" maw="26rem">
          {common.notFoundHelp}
        </Text>
        <Button mt="sm" renderRoot={(props) => <Link to="/" {...props} />}>
          {common.goHome}
        </Button>
      </Stack>
    </Center>
  )
}
