import { Button, Group, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { z } from 'zod'
import { problemLine, readProblem } from '#client/lib/problem.ts'
import { aiGuides } from '#client/texts/en/ai-guides.ts'
import { guideProblems } from '#client/texts/en/problems.ts'
import classes from './guides.module.css'

type GenerateProps = {
  label: string
  isGenerating: boolean
  isReady: boolean
  onClick: () => void
}

/** The button that requests a generated guide; no request is sent before a click. */
export function GenerateButton({ label, isGenerating, isReady, onClick }: GenerateProps) {
  return (
    <Group>
      <Button
        leftSection={<IconSparkles size={18} aria-hidden />}
        loading={isGenerating}
        onClick={onClick}
      >
        {label}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isGenerating && aiGuides.making}
        {isReady && !isGenerating && aiGuides.ready}
      </Text>
    </Group>
  )
}

/** A guide as plain text in a scrolling area of limited height. */
export function GuideText({ text }: { text: string }) {
  return (
    <section
      className={classes.generated}
      aria-label={aiGuides.text}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
      tabIndex={0}
    >
      {text || aiGuides.missing}
    </section>
  )
}

/** Returns the message for a failed call. */
export const failureLine = (error: unknown): string =>
  problemLine(readProblem(error, guideProblems)) || aiGuides.unknown

/** Returns the response, checked; undefined when it does not match the schema, which the page reports as invalid. */
export function parseOutput<T>(schema: z.ZodType<T>, response: unknown): T | undefined {
  const read = schema.safeParse(response)
  if (read.success) return read.data
  // A newer server may send fields that this page does not know.
  const hasOnlyUnknownFields = read.error.issues.every(({ code }) => code === 'unrecognized_keys')
  return hasOnlyUnknownFields ? (response as T) : undefined
}

/** Returns the value if it is a string, else an empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
