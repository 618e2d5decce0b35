import { Button, type ButtonProps, Loader } from '@mantine/core'
import classes from './submit-button.module.css'

type Props = Omit<ButtonProps, 'children' | 'disabled' | 'loading'> & {
  texts: { submit: string; submitting: string }
  isPending: boolean
  /** True while the form cannot be sent at all. */
  isDisabled?: boolean
}

/**
 * Submits a form. While pending, the button shows `texts.submitting` and keeps its colour and width, so that
 * nothing next to it moves.
 */
export function SubmitButton({ texts, isPending, isDisabled = false, ...button }: Props) {
  return (
    <Button
      type="submit"
      className={classes.button}
      disabled={isPending || isDisabled}
      data-pending={isPending || undefined}
      {...button}
    >
      <span className={classes.words}>
        <span className={classes.now}>
          {isPending && <Loader size={14} color="currentColor" aria-hidden />}
          {isPending ? texts.submitting : texts.submit}
        </span>
        <span
          aria-hidden
          className={classes.place}
          data-text={isPending ? texts.submit : texts.submitting}
          data-pending={!isPending || undefined}
        />
      </span>
    </Button>
  )
}
