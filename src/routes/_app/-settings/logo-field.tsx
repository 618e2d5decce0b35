import {
  Alert,
  Button,
  FileButton,
  Group,
  Input,
  Stack,
  Text,
  useComputedColorScheme,
} from '@mantine/core'
import { IconPhoto, IconX } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import type { Form } from '#client/lib/hooks/use-form.ts'
import { look as texts } from '#client/texts/en/look.ts'
import { MAX_LOGO_BYTES } from '#server/features/branding/branding.schema.ts'
import { type PictureSize, sharperSizeOf } from '#server/shared/branding/logo-size.ts'
import type { BrandingValues } from './branding-values.ts'
import classes from './look.module.css'

const types = ['image/png', 'image/jpeg']

/** Chooses or drops a logo file; the server validates its bytes. */
export function LogoField({ form }: { form: Form<BrandingValues> }) {
  const reset = useRef<() => void>(null)
  const scheme = useComputedColorScheme()
  const { logo } = form.values
  const [logoSize, setLogoSize] = useState<PictureSize & { logo: string }>()
  const { 'data-field': name, error } = form.input('logo')
  const take = async (file: File | null | undefined) => {
    // Resets the input, so that the same file can be chosen again.
    reset.current?.()
    if (!file) return
    if (!types.includes(file.type)) form.refuse({ logo: texts.notAPicture })
    else if (file.size > MAX_LOGO_BYTES) form.refuse({ logo: texts.tooLarge })
    else form.set({ logo: await dataUrlOf(file) })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <Stack
      gap="xs"
      className={classes.drop}
      role="group"
      aria-label={texts.logo}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Text size="sm" fw={500}>
        {texts.logo}
      </Text>
      {logo !== '' && (
        <img
          className={classes.logo}
          data-scheme={scheme}
          src={logo}
          alt={texts.yourLogo}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setLogoSize({ logo, width, height })
          }
        />
      )}
      {logoSize?.logo === logo && <BlurredNotice size={logoSize} />}
      <Group gap="sm">
        <FileButton
          resetRef={reset}
          accept={types.join(',')}
          inputProps={{ 'aria-label': texts.logo }}
          onChange={(file) => void take(file)}
        >
          {(props) => (
            <Button
              {...props}
              data-field={name}
              variant="default"
              leftSection={<IconPhoto size={16} aria-hidden />}
            >
              {texts.choose}
            </Button>
          )}
        </FileButton>
        {logo !== '' && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => form.set({ logo: '' })}
          >
            {texts.remove}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {texts.logoHelp}
      </Text>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  )
}

/** Returns the size with non-breaking spaces, so that it stays on one line. */
const sizeText = ({ width, height }: PictureSize) => `${width}\u00a0×\u00a0${height}`

/** Warns about a small logo, but allows it: the merchant may have no other. */
function BlurredNotice({ size }: { size: PictureSize }) {
  const sharper = sharperSizeOf(size)
  return (
    sharper && (
      <Alert color="yellow" role="status">
        {texts.blurred(sizeText(size), sizeText(sharper))}
      </Alert>
    )
  )
}

/** Returns the file as a data: URL, which the page shows and whose bytes it sends to the server. */
const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
