import { Button, Group } from '@mantine/core'

type Props = {
  texts: { cancel: string; submit: string; submitting: string }
  isPending: boolean
  onCancel: () => void
}

/** Ends the form of a dialog. */
export function DialogButtons({ texts, isPending, onCancel }: Props) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" disabled={isPending} onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" disabled={isPending}>
        {isPending ? texts.submitting : texts.submit}
      </Button>
    </Group>
  )
}
