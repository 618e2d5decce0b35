import { createFileRoute } from '@tanstack/react-router'
import { OpenaiTestPage } from './-openai-test/openai-test-page.tsx'

export const Route = createFileRoute('/_app/openai-test')({
  staticData: { needsMerchant: false, needsSession: true },
  component: OpenaiTestPage,
})
